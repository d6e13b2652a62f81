import type { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

type Settings = NonNullable<Parameters<typeof getRxStorageDexie>[0]>
type Database = Parameters<NonNullable<Settings['onCreate']>>[0]
type Core = Parameters<Parameters<Database['use']>[0]['create']>[0]
type Table = ReturnType<Core['table']>
type ManyRequest = Parameters<Table['getMany']>[0]

/** Fewer are looked for one by one: that costs less than to hear of every key between the first and the last. */
const MANY = 50
/** What Dexie's types name a range with a start and an end. */
const RANGE = 2

/**
 * Has many documents looked for by asking first, in one request, which of their keys there are. RxDB looks for every
 * document of a pull three times before it writes it, Dexie makes a request of each, and in a first sync none is there.
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

/** What is not there is `undefined`, as the store itself would say it; all of it in the transaction of the request. */
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
