import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import type { Sql } from './sql.ts'
import { inTransaction, inTransactionAt, isUniqueViolation } from './transaction.ts'

let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await testDatabase()
  sql = database.sql
  await sql`create table trial (id int primary key, n int not null, label text constraint trial_label unique)`
})

afterAll(() => database.drop())

beforeEach(async () => {
  await sql`truncate trial`
  await sql`insert into trial values (1, 0, 'one'), (2, 0, 'two')`
})

const total = async () => (await sql<{ n: number }[]>`select sum(n)::int as n from trial`)[0]?.n

test('it answers what the function answers, and commits', async () => {
  const rows = await inTransaction(sql, async (tx) => tx`update trial set n = 5 where id = 1 returning id`)
  expect([...rows]).toEqual([{ id: 1 }])
  expect(await total()).toBe(5)
})

test('whatever is thrown rolls everything back and comes out as it is', async () => {
  const problem = new Error('no')
  const failing = inTransaction(sql, async (tx) => {
    await tx`update trial set n = 5`
    throw problem
  })
  await expect(failing).rejects.toBe(problem)
  expect(await total()).toBe(0)
})

test('the time at which it began comes with its beginning', async () => {
  const [told, read] = await inTransactionAt(sql, async (tx, now) => {
    const [row] = await tx<{ now: Date }[]>`select app_now() as now`
    return [now, row?.now] as const
  })
  expect(told).toBeInstanceOf(Date)
  expect(told).toEqual(read)
})

test('what travels with the commit is committed with everything else, or nothing is', async () => {
  await inTransaction(sql, async (tx, last) => {
    await tx`update trial set n = 5 where id = 1`
    last(tx`insert into trial values (3, 7, 'three')`)
    last(null)
  })
  expect(await total()).toBe(12)

  const failing = inTransaction(sql, async (tx, last) => {
    await tx`update trial set n = 50`
    last(tx`insert into trial values (4, 70, 'three')`)
  })
  await expect(failing).rejects.toSatisfy((error) => isUniqueViolation(error, 'trial_label'))
  expect(await total()).toBe(12)
  expect(await inTransaction(sql, async (tx) => (await tx`select 1`).length)).toBe(1)
})

test('a transaction is tried again where what travels with its commit gave it up', async () => {
  let attempts = 0
  await inTransaction(sql, async (tx, last) => {
    attempts++
    const raised = sql`do $$ begin raise exception 'given up' using errcode = '40001'; end $$`
    last(attempts === 1 ? tx`${raised}` : tx`update trial set n = n + 1 where id = 1`)
  })
  expect(attempts).toBe(2)
  expect(await total()).toBe(1)
})

test('who comes second to a unique key runs again, and finds it taken', async () => {
  const bothHaveLooked = meeting(2)
  const take = (id: number) =>
    inTransaction(sql, async (tx) => {
      const [taken] = await tx`select from trial where label = 'three'`
      await bothHaveLooked()
      if (taken) return 'taken'
      await tx`insert into trial values (${id}, 0, 'three')`
      return 'mine'
    })
  expect((await Promise.all([take(3), take(4)])).sort()).toEqual(['mine', 'taken'])
})

test('two transactions in each other’s way both end well: the one given up runs again', async () => {
  let attempts = 0
  const bothHoldOne = meeting(2)
  const addInOrder = (first: number, second: number) =>
    inTransaction(sql, async (tx) => {
      attempts++
      await tx`update trial set n = n + 1 where id = ${first}`
      await bothHoldOne()
      await tx`update trial set n = n + 1 where id = ${second}`
    })
  await Promise.all([addInOrder(1, 2), addInOrder(2, 1)])
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(await total()).toBe(4)
})

test.each([
  ['40001', 3],
  ['40P01', 3],
  ['23505', 3],
  ['23514', 1],
  ['57014', 1],
])('an error %s is tried %i times', async (code, expected) => {
  let attempts = 0
  const failing = inTransaction(sql, async (tx) => {
    attempts++
    await tx`update trial set n = n + 1`
    await tx.unsafe(`do $$ begin raise exception using errcode = '${code}'; end $$`)
  })
  await expect(failing).rejects.toMatchObject({ code })
  expect(attempts).toBe(expected)
  expect(await total()).toBe(0)
})

test('a lost connection is not tried again: nobody knows whether it committed', async () => {
  let attempts = 0
  const failing = inTransaction(sql, async (tx) => {
    attempts++
    await tx`select pg_terminate_backend(pg_backend_pid())`
  })
  await expect(failing).rejects.toThrow()
  expect(attempts).toBe(1)
})

test('a unique violation is told from others, by its constraint', async () => {
  const error = await sql`insert into trial values (3, 0, 'one')`.catch((caught: unknown) => caught)
  expect(isUniqueViolation(error)).toBe(true)
  expect(isUniqueViolation(error, 'trial_label')).toBe(true)
  expect(isUniqueViolation(error, 'trial_pkey')).toBe(false)
  const other = await sql`insert into trial values (3, null, 'x')`.catch((caught: unknown) => caught)
  expect(isUniqueViolation(other)).toBe(false)
  expect(isUniqueViolation({ code: '23505' })).toBe(false)
})

/** Makes a function that holds its callers until this many have called it; later callers pass. */
function meeting(size: number) {
  let open: () => void = () => {}
  let missing = size
  const everybody = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (--missing === 0) open()
    return everybody
  }
}
