import 'fake-indexeddb/auto'
import {
  createRevision,
  fillWithDefaultSettings,
  type MangoQuery,
  normalizeMangoQuery,
  now,
  prepareQuery,
  type RxDocumentData,
  type RxStorageInstance,
} from 'rxdb/plugins/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteDocuments } from './delete-documents.ts'
import { packedStorage } from './packed-storage.ts'

const SEED = Number(process.env.SEED ?? 1)

type Row = { id: string; status: string; order: number }
type Stored = RxDocumentData<Row>
type Tab = RxStorageInstance<Row, object, object>

const schema = fillWithDefaultSettings<Row>({
  version: 0,
  type: 'object',
  primaryKey: 'id',
  properties: {
    id: { type: 'string', maxLength: 36 },
    status: { type: 'string', maxLength: 20 },
    order: { type: 'number', minimum: 0, maximum: 1_000, multipleOf: 1 },
  },
  required: ['id', 'status', 'order'],
  indexes: ['order', ['status', 'order']],
})

/** Opens a collection as a tab of its own does: with its own connection and its own memory. */
async function openTab(databaseName: string, options?: Parameters<typeof packedStorage>[0]): Promise<Tab> {
  const tab = await packedStorage(options).createStorageInstance<Row>({
    databaseInstanceToken: crypto.randomUUID(),
    databaseName,
    collectionName: 'rows',
    schema,
    options: {},
    multiInstance: true,
    devMode: false,
  })
  onTestFinished(() => tab.close().catch(() => {}))
  return tab
}

/** Prepares a query as RxDB does, which never asks for deleted documents. */
function queryOf({ selector, ...query }: MangoQuery<Row>) {
  const there = { ...selector, _deleted: { $eq: false } } as MangoQuery<Row>['selector']
  return prepareQuery<Row>(schema, normalizeMangoQuery(schema, { ...query, selector: there }))
}
const LATEST_FIRST = queryOf({ selector: {}, sort: [{ order: 'asc' }] })

const plain = ({ id, status, order }: Stored): Row => ({ id, status, order })
const rowsOf = async (tab: Tab, query = LATEST_FIRST) => (await tab.query(query)).documents.map(plain)

/** Makes the version of a document that follows `previous`. */
function versionOf(row: Row, previous?: Stored, isDeleted = false): { previous?: Stored; document: Stored } {
  const document = { ...row, _deleted: isDeleted, _attachments: {}, _meta: { lwt: now() }, _rev: '' }
  document._rev = createRevision('test', previous)
  return { ...(previous && { previous }), document }
}

const insert = (tab: Tab, ...rows: Row[]) =>
  tab.bulkWrite(
    rows.map((row) => versionOf(row)),
    'test',
  )
const row = (number: number, status = 'new'): Row => ({ id: `row-${number}`, status, order: number })

test('two tabs and a restarted one always agree with a plain map, whatever is written where', async () => {
  const random = randomFrom(SEED)
  const name = crypto.randomUUID()
  const tabs = [await openTab(name), await openTab(name)] as [Tab, Tab]
  const model = new Map<string, Row>()
  for (let step = 0; step < 250; step += 1) {
    const at = random(2) as 0 | 1
    if (random(25) === 0) {
      await tabs[at].close()
      tabs[at] = await openTab(name)
    }
    const written = Array.from({ length: 1 + random(3) }, () => row(random(40), `s${random(4)}`))
    const unique = [...new Map(written.map((each) => [each.id, each])).values()]
    const ids = unique.map(({ id }) => id)
    const before = new Map((await tabs[at].findDocumentsById(ids, true)).map((found) => [found.id, found]))
    const rows = unique.map((each) => versionOf(each, before.get(each.id), random(5) === 0))
    const { error } = await tabs[at].bulkWrite(rows, 'test')
    expect(error).toEqual([])
    for (const { document } of rows) {
      if (document._deleted) model.delete(document.id)
      else model.set(document.id, plain(document))
    }
    const expected = [...model.values()].sort((a, b) => a.order - b.order)
    const status = `s${random(4)}`
    const some = queryOf({ selector: { status }, sort: [{ order: 'asc' }], limit: 5 })
    for (const tab of tabs) {
      const agrees = async () => expect(await rowsOf(tab), `step ${step} of seed ${SEED}`).toEqual(expected)
      await vi.waitFor(agrees, { interval: 2 })
      expect(await rowsOf(tab, some)).toEqual(expected.filter((each) => each.status === status).slice(0, 5))
    }
    expect((await tabs[at].count(queryOf({ selector: { status } }))).count).toBe(
      expected.filter((each) => each.status === status).length,
    )
  }
})

test('a write onto a version that another tab has replaced is a conflict, and names the latest', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [await openTab(name), await openTab(name)]
  await insert(one, row(1))
  const [first] = (await other.findDocumentsById(['row-1'], false)) as [Stored]
  await one.bulkWrite([versionOf(row(1, 'changed'), first)], 'test')
  const { error } = await other.bulkWrite([versionOf(row(1, 'late'), first), versionOf(row(2))], 'test')
  expect(error).toMatchObject([{ status: 409, documentId: 'row-1', documentInDb: { status: 'changed' } }])
  const expected = [row(1, 'changed'), row(2)]
  await vi.waitFor(async () => expect(await rowsOf(one)).toEqual(expected))
  expect(await rowsOf(await openTab(name))).toEqual(expected)
})

test('another tab is told of what was written, and reads it when it is told', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [await openTab(name), await openTab(name)]
  await insert(one, row(0))
  expect(await rowsOf(other)).toEqual([row(0)])
  const told: Row[][] = []
  other.changeStream().subscribe(async ({ events }) => {
    told.push(events.map(({ documentData }) => plain(documentData as Stored)))
    told.push(await rowsOf(other))
  })
  await insert(one, row(1), row(2))
  await vi.waitFor(() =>
    expect(told).toEqual([
      [row(1), row(2)],
      [row(0), row(1), row(2)],
    ]),
  )
})

test('a tab that was told nothing reads what it has missed before it writes', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [await openTab(name), await openTab(name)]
  await rowsOf(other)
  const told: string[] = []
  other.changeStream().subscribe(({ events }) => told.push(...events.map(({ documentId }) => documentId)))
  const silent = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {})
  await insert(one, row(1))
  await insert(other, row(2))
  silent.mockRestore()
  expect(told).toEqual(['row-1', 'row-2'])
  expect(await rowsOf(other)).toEqual([row(1), row(2)])
})

test('what could not be written is not there, is told to nobody, and may be written again', async () => {
  const tab = await openTab(crypto.randomUUID())
  await insert(tab, row(1))
  const told = vi.fn()
  tab.changeStream().subscribe(told)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(insert(tab, row(2))).rejects.toThrow('full')
  put.mockRestore()
  expect(await rowsOf(tab)).toEqual([row(1)])
  expect(told).not.toHaveBeenCalled()
  await insert(tab, row(2))
  expect(await rowsOf(tab)).toEqual([row(1), row(2)])
  expect(told).toHaveBeenCalledOnce()
})

test('deleted documents are kept until they are cleaned up, and stay away then', async () => {
  const name = crypto.randomUUID()
  const tab = await openTab(name)
  await insert(tab, row(1), row(2))
  const [first] = (await tab.findDocumentsById(['row-1'], false)) as [Stored]
  await tab.bulkWrite([versionOf(row(1), first, true)], 'test')
  const deleted = async (from: Tab) => (await from.findDocumentsById(['row-1'], true)).length
  expect(await deleted(await openTab(name))).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await tab.cleanup(0)
  expect(await deleted(tab)).toBe(0)
  const later = await openTab(name)
  expect(await deleted(later)).toBe(0)
  expect(await rowsOf(later)).toEqual([row(2)])
})

test('a removed collection is gone, and one of another version stays', async () => {
  const name = crypto.randomUUID()
  const tab = await openTab(name)
  await insert(tab, row(1))
  const next = await packedStorage().createStorageInstance<Row>({
    databaseInstanceToken: crypto.randomUUID(),
    databaseName: name,
    collectionName: 'rows',
    schema: { ...schema, version: 1 },
    options: {},
    multiInstance: false,
    devMode: false,
  })
  await insert(next, row(2))
  await tab.remove()
  expect(await rowsOf(await openTab(name))).toEqual([])
  expect(await rowsOf(next)).toEqual([row(2)])
  await next.close()
})

test('a database that another tab deletes is not held open', async () => {
  const name = crypto.randomUUID()
  await insert(await openTab(name), row(1))
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = resolve
    request.onblocked = reject
  })
  expect(await rowsOf(await openTab(name))).toEqual([])
})

test('where another tab deletes the documents, this one is told, writes nothing, and may be opened anew', async () => {
  const name = crypto.randomUUID()
  const onDeleted = vi.fn()
  const one = await openTab(name, { onDeleted })
  await insert(one, row(1), row(2))
  const [first] = (await one.findDocumentsById(['row-1'], false)) as [Stored]
  await deleteDocuments(name)
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  await expect(one.bulkWrite([versionOf(row(1, 'late'), first)], 'test')).rejects.toThrow('closed')
  // A replication that is ending still looks documents up, and nobody would catch an error.
  expect((await one.findDocumentsById(['row-1'], false)).map(plain)).toEqual([row(1)])
  const later = await openTab(name)
  expect(await rowsOf(later)).toEqual([])
  await insert(later, row(1, 'again'))
  expect(await rowsOf(later)).toEqual([row(1, 'again')])
})

test('a document looked up by id is as current as the log, though nobody told of it', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [await openTab(name), await openTab(name)]
  await insert(one, row(1))
  const [first] = (await other.findDocumentsById(['row-1'], false)) as [Stored]
  const silent = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {})
  await one.bulkWrite([versionOf(row(1, 'second'), first)], 'test')
  const [second] = (await other.findDocumentsById(['row-1'], false)) as [Stored]
  expect((await other.bulkWrite([versionOf(row(1, 'third'), second)], 'test')).error).toEqual([])
  silent.mockRestore()
  expect(await rowsOf(await openTab(name))).toEqual([row(1, 'third')])
})

test('closing twice, or after removing, closes nothing of another collection', async () => {
  const name = crypto.randomUUID()
  const storage = packedStorage()
  const open = (collectionName: string) =>
    storage.createStorageInstance<Row>({
      ...{ databaseInstanceToken: 'token', databaseName: name, collectionName, schema, options: {} },
      ...{ multiInstance: false, devMode: false },
    })
  const [first, second, kept] = [await open('first'), await open('second'), await open('kept')]
  await insert(kept, row(1))
  await first.close()
  await first.close()
  await second.remove()
  await second.close()
  expect(await rowsOf(kept)).toEqual([row(1)])
  await kept.close()
  expect(await rowsOf(await openTab(name))).toEqual([])
})

function randomFrom(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below)
  }
}
