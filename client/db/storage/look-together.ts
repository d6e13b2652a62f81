import type { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

type Settings = NonNullable<Parameters<typeof getRxStorageDexie>[0]>
type Database = Parameters<NonNullable<Settings['onCreate']>>[0]
type Core = Parameters<Parameters<Database['use']>[0]['create']>[0]
type Table = ReturnType<Core['table']>
type ManyRequest = Parameters<Table['getMany']>[0]

/**
 * Below this number, keys are looked up one by one, because that is cheaper than listing every key between the
 * first and the last.
 */
const MANY = 50
/** Dexie's type constant for a range with a start and an end. */
const RANGE = 2

/**
 * Makes Dexie look up many documents by first asking, in one request, which of their keys exist. RxDB looks up
 * every document of a pull three times before writing it, Dexie makes one request for each, and in a first sync
 * none of them exists.
 */
export function lookTogether(database: Database): void {
  database.use({
    stack: 'dbcore',
    name: 'look-together',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        return {
          ...table,
          getMany: (request) =>
            request.keys.length < MANY ? table.getMany(request) : getThoseThere(table, request),
        }
      },
    }),
  })
}

/**
 * Returns the rows in the order of the keys, within the request's transaction. A missing row is `undefined`, as in
 * IndexedDB itself.
 */
function getThoseThere(table: Table, request: ManyRequest): Promise<unknown[]> {
  const keys: string[] = request.keys
  const sorted = keys.toSorted()
  const range = { type: RANGE, lower: sorted[0], upper: sorted.at(-1) }
  return table
    .query({ trans: request.trans, values: false, query: { index: table.schema.primaryKey, range } })
    .then(({ result }) => {
      const there = new Set<string>(result)
      const known = keys.filter((key) => there.has(key))
      if (known.length === 0) return keys.map(() => undefined)
      return table.getMany({ ...request, keys: known }).then((found) => {
        const byKey = new Map(known.map((key, index) => [key, found[index]]))
        return keys.map((key) => byKey.get(key))
      })
    })
}
