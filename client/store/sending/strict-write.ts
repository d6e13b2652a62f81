import { type Device, tellWatchers } from '../../db/device.ts'

type TableName = 'takes' | 'outbox' | 'drafts'

/**
 * Writes rows in one strict transaction whose commit begins with the last of them: all or none, and nothing is read
 * before. It is the browser's own, because what Dexie does around one takes a slow phone as long as its disk; whoever
 * watches the tables hears of it as of any other. The first line of it runs at once where the database is open. Rejects
 * with what undid it.
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

/** Null where the database is not open, or the browser has closed it behind our back. */
function begin(device: Device, tables: TableName[]): IDBTransaction | null {
  if (!device.isOpen()) return null
  try {
    return device.backendDB().transaction(tables, 'readwrite', { durability: 'strict' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null
    throw error
  }
}

/** A read opens it, or opens it again; one that was closed for good stays closed, and the read says so. */
async function beginAnew(device: Device, tables: TableName[]): Promise<IDBTransaction> {
  await device.settings.get('')
  const transaction = begin(device, tables)
  if (!transaction) throw new Error('the database of this device does not stay open')
  return transaction
}
