import 'fake-indexeddb/auto'
import { createRxDatabase } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { expect, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { SCHEMAS, toRow } from '../schemas.ts'
import { leaveOutIndexes } from './needed-indexes.ts'

type Row = { id: string; conversationId: string; status: string; order: string }

const lean = () => getRxStorageDexie({ onCreate: leaveOutIndexes })
const full = () => getRxStorageDexie()

/** Opens the questions and people collections of a database, and returns functions to insert, find and close. */
async function openStores(name: string, storage: ReturnType<typeof full>) {
  const database = await createRxDatabase({ name, storage, multiInstance: false })
  // Use the first version of each schema, so that no migration runs.
  const first = (schema: object) => ({ schema: { ...schema, version: 0 } as never })
  await database.addCollections({ questions: first(SCHEMAS.questions), people: first(SCHEMAS.people) })
  const { questions } = database.collections
  return {
    insert: (row: Row) =>
      questions?.insert({ ...toRow('questions', { id: '', _deleted: true }), _deleted: false, ...row }),
    find: async (selector: object) => {
      const found = (await questions?.find({ selector, sort: [{ order: 'asc' }] }).exec()) ?? []
      return found.map(({ primary }: { primary: string }) => primary)
    },
    close: () => database.close(),
  }
}

async function indexesOf(name: string, collection: string): Promise<string[]> {
  const opened = indexedDB.open(`rxdb-dexie-${name}--0--${collection}`)
  await new Promise((done) => opened.addEventListener('success', done))
  const { indexNames } = opened.result.transaction('docs').objectStore('docs')
  opened.result.close()
  return [...indexNames]
}

const lookups = ['[_deleted+conversationId+order+id]', '[_deleted+order+id]', '[_deleted+status+order+id]']

test('a store is made with the indexes that are asked for, and found by each', async () => {
  const name = newId()
  const stores = await openStores(name, lean())
  const rows = [1, 2, 3].map((number) => ({
    id: newId(),
    conversationId: number === 2 ? newId() : 'c'.repeat(36),
    status: number === 3 ? 'waiting' : 'approved',
    order: String(9 - number),
  }))
  for (const row of rows) await stores.insert(row)
  const [first, second, third] = rows.map(({ id }) => id)
  expect(await stores.find({})).toEqual([third, second, first])
  expect(await stores.find({ conversationId: 'c'.repeat(36) })).toEqual([third, first])
  expect(await stores.find({ status: 'approved' })).toEqual([second, first])
  await stores.close()
  expect(await indexesOf(name, 'questions')).toEqual([...lookups, '[_meta.lwt+id]'])
  // People have no index of their own, so the index by key stays.
  expect(await indexesOf(name, 'people')).toEqual(['[_deleted+id]', '[_meta.lwt+id]'])
})

test('a store that an app made with all of them is read on, and an older app reads on what this one made', async () => {
  const name = newId()
  const row = { id: newId(), conversationId: newId(), status: 'approved', order: '1' }
  const former = await openStores(name, full())
  await former.insert(row)
  await former.close()
  const all = await indexesOf(name, 'questions')
  expect(all).toEqual(expect.arrayContaining([...lookups, '[_deleted+id]', '_meta.lwt']))
  const own = await openStores(name, lean())
  expect(await own.find({ status: 'approved' })).toEqual([row.id])
  await own.insert({ ...row, id: newId() })
  await own.close()
  expect(await indexesOf(name, 'questions')).toEqual(all)

  const made = newId()
  const newer = await openStores(made, lean())
  await newer.insert(row)
  await newer.close()
  const older = await openStores(made, full())
  expect(await older.find({ conversationId: row.conversationId })).toEqual([row.id])
  await older.close()
  expect(await indexesOf(made, 'questions')).toEqual(all)
  const again = await openStores(made, lean())
  expect(await again.find({})).toEqual([row.id])
  await again.close()
})
