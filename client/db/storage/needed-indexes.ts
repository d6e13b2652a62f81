import type { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

type Settings = NonNullable<Parameters<typeof getRxStorageDexie>[0]>
type Database = Parameters<NonNullable<Settings['onCreate']>>[0]

/**
 * Creates new stores without two indexes that RxDB's storage adds and no query uses: `_meta.lwt` alone, which is
 * the beginning of another index, and all documents by key, where a collection has indexes of its own. Each index
 * costs one more write for every document. A store that was created with them keeps them, and an older app adds
 * them.
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

/** Filters a store definition in Dexie's notation: its key, then its indexes. */
function neededOf(store: string): string {
  const [key = '', ...indexes] = store.split(',').map((part) => part.trim())
  const ofAll = `[_deleted+${key}]`
  const hasOwn = indexes.some((index) => index.startsWith('[_deleted+') && index !== ofAll)
  const isNeeded = (index: string) =>
    index === ofAll ? !hasOwn : !indexes.some((other) => other.startsWith(`[${index}+`))
  return [key, ...indexes.filter(isNeeded)].join()
}
