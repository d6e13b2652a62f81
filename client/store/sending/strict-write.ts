import type { Device } from '../../db/device.ts'
import { tellWatchers } from '../../db/watch-device.ts'

type TableName = 'takes' | 'outbox' | 'drafts'

/**
 * Writes rows in one strict transaction and starts its commit right after the last request: all rows or none, and
 * nothing is read before. Uses a native IndexedDB transaction, because through Dexie the rows are safe three times as
 * late (docs/performance.md). All watchers of the tables hear of the change. Where the database is open, `write` is
 * called synchronously. Rejects with the error that undid the transaction.
 */
export async function writeAtOnce(
  device: Device,
  tables: TableName[],
  write: (transaction: IDBTransaction) => void,
): Promise<void> {
  const transaction = begin(device, tables) ?? (await beginAnew(device, tables))
  try {
    write(transaction)
  } catch (error) {
    transaction.abort()
    throw error
  }
  transaction.commit()
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  tellWatchers(device, tables)
}

/** Begins a transaction; null where the database is not open, or the browser has closed it without telling Dexie. */
function begin(device: Device, tables: TableName[]): IDBTransaction | null {
  if (!device.isOpen()) return null
  try {
    return device.backendDB().transaction(tables, 'readwrite', { durability: 'strict' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null
    throw error
  }
}

/** Opens the database by a read, then begins the transaction. Throws for a database that was closed for good. */
async function beginAnew(device: Device, tables: TableName[]): Promise<IDBTransaction> {
  await device.settings.get('')
  const transaction = begin(device, tables)
  if (!transaction) throw new Error('the database of this device does not stay open')
  return transaction
}
