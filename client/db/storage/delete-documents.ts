import { removeFormer } from './former-stores.ts'
import { LogsDatabase } from './logs-database.ts'
import { deleteDatabases } from './owed-deletions.ts'

/**
 * Deletes the documents of an RxDB database, of this build and of former ones. Other tabs are told, and write
 * nothing from then on. A database that cannot be opened is deleted as a whole.
 */
export async function deleteDocuments(name: string): Promise<void> {
  await LogsDatabase.empty(name).catch(() => deleteDatabases([name]))
  // The former ones are not read again, so nothing waits for their deletion.
  removeFormer(name).catch(() => {})
}
