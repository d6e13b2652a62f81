import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pause } from '../pause.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { openSql, type Queryable, type Sql } from './sql.ts'
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

/**
 * Returns how many connections are used for this many simultaneous statements; connections still being made are
 * not.
 */
async function countAtOnce(sql: Sql, statements: number): Promise<number> {
  const atOnce = Array.from({ length: statements }, () => sql`select pg_sleep(0.2), pg_backend_pid() as pid`)
  return new Set((await Promise.all(atOnce)).map(([row]) => row?.pid)).size
}

type Said = { number: number; said: string }
type Reaction = 'pass' | 'cut' | 'swallow' | { refuseAfterMs: number }

/** The message of a database that is not ready yet. */
const NOT_READY = Buffer.from('SFATAL\0C57P03\0Mnot yet\0\0')
const REFUSAL = Buffer.concat([Buffer.from('E'), Buffer.from([0, 0, 0, NOT_READY.length + 4]), NOT_READY])

/**
 * Opens a proxy to the database in a folder of its own, which cuts or refuses connections depending on what they
 * sent.
 */
async function openLine(react: (what: Said) => Reaction) {
  const SOCKET = '.s.PGSQL.5432'
  const folder = await mkdtemp(path.join(tmpdir(), 'infield-line-'))
  let connections = 0
  const server = net.createServer((client) => {
    const number = ++connections
    const onward = net.connect(path.join(database.url.host, SOCKET))
    const end = () => {
      client.destroy()
      onward.destroy()
    }
    for (const socket of [client, onward]) socket.on('error', end).on('close', end)
    onward.pipe(client)
    client.on('data', (chunk) => {
      const reaction = react({ number, said: chunk.toString('latin1') })
      if (reaction === 'swallow') onward.pause()
      else if (reaction === 'pass') onward.write(chunk)
      else if (reaction === 'cut') end()
      else setTimeout(() => client.end(REFUSAL), reaction.refuseAfterMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, SOCKET), resolve))
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, connections: () => connections }
}

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

test('T2 where the clocks go forward in between, a deadline is as many hours away as anywhere else', async () => {
  await other.unsafe(`alter database ${database.name} set timezone = 'Europe/Berlin'`)
  await withPool(1, async (sql) => {
    const [due] = await sql`select timestamptz '2026-03-27 20:00Z' + interval '72 hours' as hours,
      timestamptz '2026-03-27 20:00Z' + interval '3 days' as days`
    const moment = new Date('2026-03-30T20:00:00Z')
    expect(due).toEqual({ hours: moment, days: moment })
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

test('a database that is back is asked at once again, however often its connections were lost', async () => {
  await withPool(4, async (sql) => {
    const { backoff } = sql.options
    if (typeof backoff !== 'function') throw new Error('the pause before a try is not ours')
    const pauses = Array.from({ length: 100 }, (_, tries) => backoff(tries))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(0.5)
    expect(Math.min(...pauses)).toBeGreaterThan(0)
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

test('what waits behind another query fails with it when their connection is lost', async () => {
  await withPool(1, async (sql) => {
    /** The first query has to be described before it runs, and the second waits for that. */
    const twoIn = (tx: Queryable) => Promise.allSettled([tx`select pg_sleep(${5})`, tx`select 1`])
    const whenRunning = () =>
      expect
        .poll(
          () =>
            other`select from pg_stat_activity where query like 'select pg_sleep($1)' and state = 'active'`,
        )
        .toHaveLength(1)
    const failed = [{ status: 'rejected' }, { status: 'rejected' }]

    const inTransactionBoth = Promise.withResolvers<unknown>()
    const broken = inTransaction(sql, async (tx) => inTransactionBoth.resolve(await twoIn(tx)))
    const outcome = expect(broken).rejects.toThrow(/CONNECTION_CLOSED|terminating/)
    await whenRunning()
    await endSessions()
    await outcome
    expect(await inTransactionBoth.promise).toMatchObject(failed)

    const reserved = await sql.reserve()
    const both = twoIn(reserved)
    await whenRunning()
    await endSessions()
    expect(await both).toMatchObject(failed)
    reserved.release()
  })
})

test('a pool ends at once although a connection was lost with a query on it', async () => {
  const sql = openSql({ ...database.url, max: 1 })
  const slow = expect(sql`select pg_sleep(5)`).rejects.toThrow(/CONNECTION_CLOSED|terminating/)
  await expect
    .poll(() => other`select from pg_stat_activity where query = 'select pg_sleep(5)' and state = 'active'`)
    .toHaveLength(1)
  await endSessions()
  await slow
  const ended = sql.end().then(() => 'ended')
  expect(await Promise.race([ended, pause(2_000)])).toBe('ended')
})

test('who asks for a connection of their own gets one, although the first is lost while it is being made', async () => {
  const line = await openLine(({ number, said }) =>
    number === 1 && said.includes('pg_catalog.pg_type') ? 'cut' : 'pass',
  )
  const sql = openSql({ ...database.url, host: line.folder, max: 1 })
  const reserved = await sql.reserve()
  expect(await reserved`select 1 as n`).toMatchObject([{ n: 1 }])
  expect(line.connections()).toBe(2)
  reserved.release()
  await sql.end({ timeout: 1 })
})

test('who was refused a connection of their own is given none later, which nobody would give back', async () => {
  // The first query lasts much longer than the refusal of the last connection takes, and ends long before the
  // other connection is refused.
  const refusedAfter = [null, null, 6_000, 50]
  const line = await openLine(({ number }) => {
    const ms = refusedAfter[number]
    return typeof ms === 'number' ? { refuseAfterMs: ms } : 'pass'
  })
  const sql = openSql({ ...database.url, host: line.folder, max: 3 })
  const first = sql`select pg_sleep(3)`.then(() => 'ran')
  await expect.poll(line.connections).toBe(1)
  const asked = [1, 2].map(() => sql.reserve().then((reserved) => reserved.release()))
  const came = await Promise.allSettled([first, ...asked])
  expect(came.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await expect.poll(line.connections).toBeGreaterThan(3)
  await expect.poll(() => countAtOnce(sql, 3)).toBe(3)
  await sql.end({ timeout: 1 })
})

test('a connection on which nothing is answered is given up, and who asks next gets another one', async () => {
  const line = await openLine(({ number, said }) =>
    number === 1 && said.includes('40 + 2') ? 'swallow' : 'pass',
  )
  const sql = openSql({ ...database.url, host: line.folder, max: 1, answerWithinS: 0.6 })
  await sql`select 1`
  const failed = { status: 'rejected', reason: { code: 'CONNECTION_CLOSED' } }
  expect(await Promise.allSettled([sql`select 40 + 2`, sql`select 1`])).toMatchObject([failed, failed])
  expect(await sql`select 40 + 2 as n`).toMatchObject([{ n: 42 }])
  expect(line.connections()).toBe(2)
  await sql.end({ timeout: 1 })
})

test('a transaction that lifts its own limit is waited for, and what follows on its connection is not', async () => {
  const sql = openSql({ ...database.url, max: 1, answerWithinS: 0.3 })
  const slept = inTransaction(sql, async (tx) => {
    await tx`set local transaction_timeout = 0`
    return tx`select pg_sleep(1.5), 1 as n`
  })
  expect(await slept).toMatchObject([{ n: 1 }])
  await expect(sql`select pg_sleep(1.5)`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await sql.end({ timeout: 1 })
})

test('who listens notices that nobody answers, and listens anew', async () => {
  let isGone = false
  // The second connection is the one that listens.
  const line = await openLine(({ number }) => (isGone && number === 2 ? 'swallow' : 'pass'))
  const sql = openSql({ ...database.url, host: line.folder, max: 1, answerWithinS: 0.6 })
  await sql`select 1`
  let times = 0
  const heard: string[] = []
  await sql.listen(
    'trial',
    (said) => heard.push(said),
    () => void times++,
  )
  isGone = true
  await expect.poll(() => times, { timeout: 10_000 }).toBe(2)
  await sql.notify('trial', 'again')
  await expect.poll(() => heard).toEqual(['again'])
  await sql.end({ timeout: 1 })
})

test('however often the server ends all sessions under load, the whole pool comes back', async () => {
  await withPool(4, async (sql) => {
    let working = true
    let written = 0
    const keepOn = async (insert: () => Promise<unknown>) => {
      while (working) {
        await insert().then(
          () => written++,
          () => {},
        )
      }
    }
    const inOwn = async () => {
      const reserved = await sql.reserve()
      await reserved`insert into trial values (1)`.finally(reserved.release)
    }
    const inOne = () =>
      inTransaction(sql, async (tx) => {
        await tx`insert into trial values (1)`
        await tx`select 1`
      })
    const writers = Array.from({ length: 8 }, (_, n) => keepOn(n % 2 ? inOwn : inOne))
    for (let round = 0; round < 15; round++) {
      await other`select pg_sleep(0.02)`
      await endSessions()
    }
    working = false
    await Promise.all(writers)
    await expect.poll(() => countAtOnce(sql, 4), { timeout: 5_000 }).toBe(4)
    expect(written).toBeGreaterThan(0)
    expect(await count()).toBeGreaterThanOrEqual(written)
  })
}, 30_000)
