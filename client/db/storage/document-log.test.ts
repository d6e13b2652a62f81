import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DocumentLog } from './document-log.ts'
import { namesIn, readRecords } from './log-records.ts'
import { LogsDatabase } from './logs-database.ts'

type Row = { id: string; words: string }

const idOf = ({ id }: Row) => id
const row = (number: number, words = 'first'): Row => ({ id: `row-${number}`, words })

/** Opens the same log as two tabs would. */
async function openTwo() {
  const name = crypto.randomUUID()
  const open = async () => openLog(await LogsDatabase.open(name))
  return { name, one: await open(), other: await open(), open }
}

const openLog = (database: LogsDatabase, name = 'rows/0') => new DocumentLog<Row>(database, name, idOf)

/** Returns the numbers of the records that the log has on the disk. */
async function recordsOf(name: string): Promise<number[]> {
  const database = await LogsDatabase.open(name)
  const records = await database.within('readonly', (store) => readRecords(store, 'rows/0', 0))
  await database.close()
  return records.map(({ number }) => number)
}

const append = (log: DocumentLog<Row>, ...rows: Row[]) => log.append(() => rows)

test('what one tab appends the other reads, once and in order', async () => {
  const { one, other, open } = await openTwo()
  await append(one, row(1), row(2))
  await append(other, row(3))
  await append(one, row(1, 'second'))
  expect(await other.read()).toEqual([row(1, 'second')])
  expect(await other.read()).toEqual([])
  expect(await (await open()).read()).toEqual([row(1), row(2), row(3), row(1, 'second')])
})

test('who appends is told first what others have appended, and both are kept', async () => {
  const { one, other, open } = await openTwo()
  const told: Row[][] = []
  const appendTen = async (log: DocumentLog<Row>, first: number) => {
    for (let number = first; number < first + 10; number += 1)
      await log.append((news) => {
        told.push(news)
        return [row(number)]
      })
  }
  await Promise.all([appendTen(one, 0), appendTen(other, 10)])
  expect(told.flat().map(idOf), 'nothing is told twice').toHaveLength(new Set(told.flat().map(idOf)).size)
  expect((await (await open()).read()).map(idOf).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, number) => `row-${number}`).toSorted(),
  )
})

test('an append that fails leaves the log as it was', async () => {
  const { one, open } = await openTwo()
  await append(one, row(1))
  await expect(
    one.append(() => {
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')
  await expect(append(one, { ...row(2), words: 1n as never }), 'cannot be written').rejects.toThrow()
  await append(one, row(3))
  expect(await (await open()).read()).toEqual([row(1), row(3)])
})

test('many small records become one, and of each document the latest version stays', async () => {
  const { name, one, open } = await openTwo()
  for (let number = 0; number < 33; number += 1) {
    await append(one, row(number % 10, `version ${number}`))
    await one.tidy(10)
  }
  expect(await recordsOf(name)).toEqual([34])
  const latest = Array.from({ length: 10 }, (_, number) =>
    row(number, `version ${number + (number < 3 ? 30 : 20)}`),
  )
  expect(await (await open()).read()).toEqual(latest)
})

test('a tab that was behind when records became one reads what it had missed', async () => {
  const { one, other } = await openTwo()
  await append(other, row(100))
  for (let number = 0; number < 40; number += 1) {
    await append(one, row(number))
    await one.tidy(41)
  }
  const read = await other.read()
  expect(new Set(read.map(idOf))).toEqual(
    new Set(Array.from({ length: 40 }, (_, number) => `row-${number}`).concat('row-100')),
  )
  await append(other, row(41))
  expect(await one.read()).toEqual([row(41)])
})

test('records are merged later where another tab has appended what was not read yet', async () => {
  const { name, one, other } = await openTwo()
  for (let number = 0; number < 33; number += 1) await append(one, row(number))
  await append(other, row(33))
  await one.tidy(33)
  expect(await recordsOf(name)).toHaveLength(34)
  await one.read()
  await one.tidy(34)
  expect(await recordsOf(name)).toEqual([35])
})

test('full records stay, until more than half of what is stored is outdated', async () => {
  const { name, one, open } = await openTwo()
  const thousand = (words: string) => Array.from({ length: 1_000 }, (_, number) => row(number, words))
  await append(one, ...thousand('first'))
  for (let number = 0; number < 33; number += 1) await append(one, row(number, 'changed'))
  await one.tidy(1_000)
  expect(await recordsOf(name)).toEqual([1, 35])
  await append(one, ...thousand('second'))
  await append(one, ...thousand('third'))
  await one.tidy(1_000)
  expect(await recordsOf(name)).toEqual([38])
  expect(await (await open()).read()).toEqual(thousand('third'))
})

test('numbers go on where everything was dropped, so that no tab misses what comes', async () => {
  const { name, one, other } = await openTwo()
  for (let number = 0; number < 5; number += 1) await append(one, row(number))
  await one.keepOnly(() => false)
  await append(other, row(6))
  expect(await recordsOf(name)).toEqual([6, 7])
  expect(await one.read()).toEqual([row(6)])
})

test('logs of one database do not meet', async () => {
  const database = await LogsDatabase.open(crypto.randomUUID())
  const rows = openLog(database, 'rows/0')
  const later = openLog(database, 'rows/1')
  await append(rows, row(1))
  await append(later, row(2))
  expect(await database.within('readonly', namesIn)).toEqual(['rows/0', 'rows/1'])
  await rows.clear()
  expect(await openLog(database, 'rows/0').read()).toEqual([])
  expect(await openLog(database, 'rows/1').read()).toEqual([row(2)])
})

test('a tab in which another has deleted everything reads and writes nothing any longer', async () => {
  const name = crypto.randomUUID()
  const onDeleted = vi.fn()
  const database = await LogsDatabase.open(name, onDeleted)
  const log = openLog(database)
  await append(log, row(1))
  await LogsDatabase.empty(name)
  await expect(append(log, row(2))).rejects.toThrow('deleted')
  await expect(log.read()).rejects.toThrow('closed')
  expect(onDeleted).toHaveBeenCalledOnce()
  expect(database.isDeleted).toBe(true)
  const later = openLog(await LogsDatabase.open(name))
  await append(later, row(3))
  expect(await later.read()).toEqual([])
  expect(await recordsOf(name)).toEqual([1])
})

/** Makes the browser end so many of the next transactions: as they begin, or once they have begun. */
function endTransactions() {
  const ending = { asTheyBegin: 0, onceBegun: 0 }
  const begin = IDBDatabase.prototype.transaction
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...asked
  ) {
    if (ending.asTheyBegin-- > 0) throw new DOMException('closed', 'InvalidStateError')
    const transaction = begin.apply(this, asked)
    if (ending.onceBegun-- > 0) queueMicrotask(() => transaction.abort())
    return transaction
  })
  onTestFinished(() => begun.mockRestore())
  return ending
}

test.each(['asTheyBegin', 'onceBegun'] as const)(
  'a transaction that the browser ends (%s) is run once more, over a new connection, and one that it ends again fails',
  async (when) => {
    const ending = endTransactions()
    const name = crypto.randomUUID()
    const log = openLog(await LogsDatabase.open(name))
    await append(log, row(1))
    const opened = vi.spyOn(indexedDB, 'open')
    onTestFinished(() => opened.mockRestore())
    ending[when] = 1
    await append(log, row(2))
    expect(opened).toHaveBeenCalledOnce()
    ending[when] = 2
    await expect(append(log, row(3))).rejects.toBeInstanceOf(DOMException)
    await append(log, row(4))
    expect(await openLog(await LogsDatabase.open(name)).read()).toEqual([row(1), row(2), row(4)])
  },
)
