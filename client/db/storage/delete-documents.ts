import { removeFormer } from './former-stores.ts'
import { LogsDatabase } from './logs-database.ts'
import { deleteNoted } from './owed-deletions.ts'

/** How long to wait for other tabs to let go of a database. */
const PATIENCE_MS = 5_000

/**
 * Deletes the documents of an RxDB database, of this build and of former ones. Other tabs are told, and refuse
 * everything from then on. A database that cannot be opened is deleted as a whole.
 */
export async function deleteDocuments(name: string): Promise<void> {
  await LogsDatabase.empty(name).catch(() => {
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
    return Promise.race([patience, deleteNoted(name)])
  })
  // The former ones are not read again, so nothing waits for their deletion.
  removeFormer(name).catch(() => {})
}
