import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { lookTogether } from './look-together.ts'

type Row = { id: string; words: string }

const row = (number: number): Row => ({ id: `row-${String(number).padStart(4, '0')}`, words: `of ${number}` })

async function openRows(rows: Row[]) {
  const database = new Dexie(crypto.randomUUID())
  lookTogether(database)
  database.version(1).stores({ rows: 'id' })
  const table = database.table<Row, string>('rows')
  await table.bulkPut(rows)
  const asked: string[] = []
  const get = IDBObjectStore.prototype.get
  IDBObjectStore.prototype.get = function (query) {
    // Count this database only, because another test of this process may have left one that still reads.
    if (this.transaction.db.name === database.name) asked.push(String(query))
    return get.call(this, query)
  }
  const close = () => {
    IDBObjectStore.prototype.get = get
    database.close()
  }
  return { database, table, asked, close }
}

test('many rows are answered as they were asked for: in that order, twice where asked twice, and nothing for what is not there', async () => {
  const rows = Array.from({ length: 120 }, (_, number) => row(number * 2))
  const { table, asked, close } = await openRows(rows)
  const wanted = [...Array.from({ length: 100 }, (_, at) => row(150 - at)), row(60)]
  const found = await table.bulkGet(wanted.map(({ id }) => id))
  expect(found).toEqual(wanted.map((want) => rows.find(({ id }) => id === want.id)))
  expect(asked).toHaveLength(wanted.filter((want) => rows.some(({ id }) => id === want.id)).length)
  close()
})

test('of many rows that are not there none is asked for, and what the same transaction writes then is found', async () => {
  const { database, table, asked, close } = await openRows([])
  const rows = Array.from({ length: 100 }, (_, number) => row(number))
  const ids = rows.map(({ id }) => id)
  const found = await database.transaction('rw', table, async () => {
    const before = await table.bulkGet(ids)
    await table.bulkPut(rows)
    return { before, after: await table.bulkGet(ids) }
  })
  expect(found.before.filter((kept) => kept !== undefined)).toEqual([])
  expect(found.after).toEqual(rows)
  expect(asked).toHaveLength(rows.length)
  close()
})
