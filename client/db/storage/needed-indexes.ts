import type { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

type Settings = NonNullable<Parameters<typeof getRxStorageDexie>[0]>
type Database = Parameters<NonNullable<Settings['onCreate']>>[0]

/**
 * Has new stores made without the two indexes that RxDB's storage adds and nothing asks for: `_meta.lwt` alone, with
 * which another one begins, and all documents by their key, where a collection has indexes of its own. Each index is one
 * more entry to write for every document. A store that was made with them keeps them, and an older app adds them.
 */
export function leaveOutIndexes(database: Database): void {
  const version = database.version.bind(database)
  database.version = (number) => {
    const made = version(number)
    const stores = made.stores.bind(made)
    made.stores = (wanted) => {
      const needed = Object.entries(wanted).map(([name, store]) => [name, store && neededOf(store)])
      return stores(Object.fromEntries(needed))
    }
    return made
  }
}

/** Of a store as Dexie writes it down: its key, then its indexes. */
function neededOf(store: string): string {
  const [key = '', ...indexes] = store.split(',').map((part) => part.trim())
  const ofAll = `[_deleted+${key}]`
  const hasOwn = indexes.some((index) => index.startsWith('[_deleted+') && index !== ofAll)
  const isNeeded = (index: string) =>
    index === ofAll ? !hasOwn : !indexes.some((other) => other.startsWith(`[${index}+`))
  return [key, ...indexes.filter(isNeeded)].join()
}
