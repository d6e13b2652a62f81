import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { openSql, type Sql } from './sql.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let other: Sql

beforeAll(async () => {
  database = await testDatabase()
  other = openSql({ ...database.url, max: 1, applicationName: 'killer' })
  await other`create table trial (n int not null)`
})

afterAll(async () => {
  await other.end()
  await database.drop()
})

/** Ends every other session of this database, as a restart of the server does. */
const endSessions = () =>
  other`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`

const count = async () => (await other<{ n: number }[]>`select count(*) as n from trial`)[0]?.n

async function withPool(max: number, run: (sql: Sql) => Promise<void>) {
  const sql = openSql({ ...database.url, max })
  await run(sql)
  await sql.end({ timeout: 1 })
}

test('values come and go without loss', async () => {
  const exact = '2026-01-02 03:04:05.123456+00'
  const [row] = await database.sql`select ${exact}::timestamptz = '2026-01-02T03:04:05.123456Z' as exact,
    ${new Date('2026-01-02T03:04:05.123Z')}::timestamptz as moment, date '2001-02-03' as birthday,
    1234567890123::bigint as cents, 9007199254740993::bigint as huge, array[1, 2]::bigint[] as list,
    ${database.sql.json({ deep: ['é', null] })}::jsonb as json, ${'{"text":1}'}::json as text`
  expect(row).toEqual({
    exact: true,
    moment: new Date('2026-01-02T03:04:05.123Z'),
    birthday: '2001-02-03',
    cents: 1234567890123,
    huge: 9007199254740993n,
    list: [1, 2],
    json: { deep: ['é', null] },
    text: { text: 1 },
  })
})

test('no session may keep a transaction or a lock for long', async () => {
  const [limits] = await database.sql`select current_setting('transaction_timeout') as transaction,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`
  expect(limits).toEqual({ transaction: '30s', idle: '15s', lock: '10s' })
})

test('a transaction that exceeds its time fails with the reason, and the pool goes on', async () => {
  await withPool(1, async (sql) => {
    await sql`set transaction_timeout = 1000`
    const slow = inTransaction(sql, (tx) => tx`select pg_sleep(5)`)
    await expect(slow).rejects.toThrow(/transaction timeout/)
    expect(await sql`select 1 as n`).toMatchObject([{ n: 1 }])
  })
})

test('of a pool that is not busy one connection does all the work, the one used last', async () => {
  await withPool(4, async (sql) => {
    const pids = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.1)`
        return row?.pid
      }),
    )
    expect(new Set(pids).size).toBe(4)
    const used = new Set<number | undefined>()
    for (let turn = 0; turn < 12; turn++)
      used.add((await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid)
    expect(used.size).toBe(1)
  })
})

test('what follows in a transaction whose session was ended never runs in another session', async () => {
  await withPool(1, async (sql) => {
    const begun = Promise.withResolvers<void>()
    const pause = Promise.withResolvers<void>()
    const broken = inTransaction(sql, async (tx) => {
      await tx`insert into trial values (1)`
      begun.resolve()
      await pause.promise
      await tx`insert into trial values (2)`
    })
    const outcome = expect(broken).rejects.toThrow(/CONNECTION_CLOSED|terminating/)
    await begun.promise
    await endSessions()
    await outcome
    await inTransaction(sql, async (tx) => {
      await tx`insert into trial values (3)`
      pause.resolve()
      await tx`select pg_sleep(0.1)`
    })
  })
  expect([...(await other`select n from trial`)]).toEqual([{ n: 3 }])
  await other`truncate trial`
})

test('a reserved connection that was lost refuses, and gives nothing broken back to the pool', async () => {
  await withPool(1, async (sql) => {
    const reserved = await sql.reserve()
    await reserved`select 1`
    await endSessions()
    const codeOfNext = () =>
      reserved`select 1`.then(
        () => 'runs',
        (error) => error.code,
      )
    await expect.poll(codeOfNext).toMatch(/CONNECTION_CLOSED|57P01/)
    expect(await codeOfNext()).toMatch(/CONNECTION_CLOSED|57P01/)
    reserved.release()
    expect(await sql`select 1 as n`).toMatchObject([{ n: 1 }])
  })
})

test('however often the server ends all sessions under load, the whole pool comes back', async () => {
  await withPool(4, async (sql) => {
    let working = true
    let written = 0
    const write = async () => {
      while (working) {
        await inTransaction(sql, async (tx) => {
          await tx`insert into trial values (1)`
          await tx`select 1`
        }).then(
          () => written++,
          () => {},
        )
      }
    }
    const writers = Array.from({ length: 8 }, write)
    for (let round = 0; round < 15; round++) {
      await other`select pg_sleep(0.02)`
      await endSessions()
    }
    working = false
    await Promise.all(writers)
    const atOnce = Array.from({ length: 4 }, () => sql`select pg_sleep(0.2), pg_backend_pid() as pid`)
    const pids = (await Promise.all(atOnce)).map(([row]) => row?.pid)
    expect(new Set(pids).size).toBe(4)
    expect(written).toBeGreaterThan(0)
    expect(await count()).toBeGreaterThanOrEqual(written)
  })
}, 30_000)
