import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSql, type Sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createJobs, type JobsOptions } from './boss.ts'

const second = 1_000
const hour = 3600 * second

let database: TestDatabase
let sql: Sql
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await testDatabase()
  sql = database.sql
  await sql`create table trace (what text not null, at timestamptz not null default app_now())`
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await database.drop()
})

type Note = { what: string }
const note = async ({ what }: Note) => void (await sql`insert into trace (what) values (${what})`)
const traced = async () => (await sql<Note[]>`select what from trace order by at`).map(({ what }) => what)
const queue = { retryLimit: 2, retryDelay: 10 }

async function jobsWith(handler: (data: Note) => Promise<void>, options: Partial<JobsOptions> = {}) {
  const jobs = createJobs({ sql, testClock: true, background: false, ...options })
  cleanups.push(jobs.stop)
  await jobs.start({ trial: handler }, { trial: queue })
  return jobs
}

/** Opens a pool like that of a second server process. */
function secondPool() {
  const pool = openSql({ ...database.url, max: 6 })
  cleanups.push(() => pool.end({ timeout: 1 }))
  return pool
}

test('a job exists if and only if its transaction commits', async () => {
  const jobs = await jobsWith(note)
  await inTransaction(sql, (tx) => jobs.send(tx, 'trial', { what: 'committed' }))
  const rolledBack = inTransaction(sql, async (tx) => {
    await jobs.send(tx, 'trial', { what: 'rolled back' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await jobs.counts()).toEqual({ waiting: 1, due: 1, active: 0, dead: 0 })
  expect(await jobs.runDue()).toBe(1)
  expect(await traced()).toEqual(['committed'])
  expect(await jobs.counts()).toEqual({ waiting: 0, due: 0, active: 0, dead: 0 })
})

/**
 * Options for a worker that by itself looks for jobs only after the test, so that it reacts only to
 * notifications.
 */
const NEVER_LOOKS = { background: true, lookEveryS: 1_000 }

test('the work begins with the commit and not with the next look, in this process or another one', async () => {
  const jobs = await jobsWith(note, { ...NEVER_LOOKS, sql: secondPool() })
  await expect.poll(jobs.counts).toEqual({ waiting: 0, due: 0, active: 0, dead: 0 })
  const sender = await jobsWith(note)
  for (let n = 0; n < 5; n++) {
    await sql`truncate trace`
    await inTransaction(sql, (tx) => sender.send(tx, 'trial', { what: 'quick' }))
    await expect.poll(traced).toEqual(['quick'])
  }
})

test('a backlog is worked off without a pause between jobs', async () => {
  const idle = await jobsWith(note)
  for (let n = 0; n < 40; n++) await idle.send(sql, 'trial', { what: `${n}` })
  await jobsWith(note, { ...NEVER_LOOKS, sql: secondPool() })
  await expect.poll(async () => (await traced()).length).toBe(40)
})

test('a later job follows the clock of the app, in every process', async () => {
  const jobs = await jobsWith(note)
  const [row] = await sql<{ due: Date }[]>`select app_now() + interval '72 hours' as due`
  await jobs.send(sql, 'trial', { what: 'deadline' }, { startAfter: row!.due })
  await advanceClock(sql, 71.9 * hour)
  expect(await jobs.runDue()).toBe(0)
  await advanceClock(sql, 0.1 * hour)
  const elsewhere = await jobsWith(note, { sql: secondPool() })
  expect(await elsewhere.runDue()).toBe(1)
  expect(await jobs.runDue()).toBe(0)
  expect(await traced()).toEqual(['deadline'])
})

test('a job due before and one due after months of nothing both survive', async () => {
  const jobs = await jobsWith(note)
  const [row] = await sql<{ due: Date }[]>`select app_now() + interval '100 days' as due`
  await jobs.send(sql, 'trial', { what: 'old' })
  await jobs.send(sql, 'trial', { what: 'late' }, { startAfter: row!.due })
  await advanceClock(sql, 200 * 24 * hour)
  await (await jobsWith(note, { background: true, sql: secondPool() })).runDue()
  expect((await traced()).toSorted()).toEqual(['late', 'old'])
})

test('what fails is tried again with a growing delay, then lies with the dead letters', async () => {
  const reports: unknown[] = []
  let tries = 0
  const jobs = createJobs({
    sql,
    testClock: true,
    background: false,
    report: (error, name) => reports.push([(error as Error).message, name]),
  })
  cleanups.push(jobs.stop)
  const failing = async () => {
    tries++
    throw new Error('broken')
  }
  await jobs.start({ trial: failing }, { trial: { retryLimit: 2, retryDelay: 60, backoff: true } })
  await jobs.send(sql, 'trial', { what: 'never' })
  expect(await jobs.runDue()).toBe(1)
  await advanceClock(sql, 29 * second)
  expect(await jobs.runDue()).toBe(0)
  await advanceClock(sql, 92 * second)
  expect(await jobs.runDue()).toBe(1)
  expect(await jobs.counts()).toMatchObject({ waiting: 1, dead: 0 })
  await advanceClock(sql, hour)
  expect(await jobs.runDue()).toBe(1)
  await advanceClock(sql, hour)
  expect(await jobs.runDue()).toBe(0)
  expect(tries).toBe(3)
  expect(await jobs.counts()).toEqual({ waiting: 0, due: 0, active: 0, dead: 1 })
  expect(reports).toEqual(Array(3).fill(['broken', 'trial']))
})

test('several processes run each job once', async () => {
  const sender = await jobsWith(note)
  const others = [secondPool(), secondPool()]
  for (const pool of others) await jobsWith(note, { background: true, sql: pool })
  const names = Array.from({ length: 120 }, (_, n) => `job ${n}`)
  await Promise.all(names.map((what) => sender.send(sql, 'trial', { what })))
  await sender.runDue()
  expect((await traced()).toSorted()).toEqual(names.toSorted())
})

test('a job of a killed process is taken up again', async () => {
  const jobs = await jobsWith(note)
  await jobs.send(sql, 'trial', { what: 'taken up' })
  // as a process leaves it that was killed in the middle
  await sql`update boss.job set state = 'active', started_on = app_now(), heartbeat_on = app_now()`
  await advanceClock(sql, 60 * second)
  await jobs.runDue()
  await advanceClock(sql, 60 * second)
  await jobs.runDue()
  expect(await traced()).toEqual(['taken up'])
})

test('under one key one job waits; it is moved forward, not back', async () => {
  const jobs = await jobsWith(note)
  const [row] = await sql<{ soon: Date; later: Date }[]>`
    select app_now() + interval '1 hour' as soon, app_now() + interval '5 hours' as later`
  await jobs.send(sql, 'trial', { what: 'first' }, { singletonKey: 'k', startAfter: row!.soon })
  await jobs.send(sql, 'trial', { what: 'second' }, { singletonKey: 'k', startAfter: row!.later })
  await jobs.send(sql, 'trial', { what: 'another' }, { singletonKey: 'other' })
  expect(await jobs.counts()).toMatchObject({ waiting: 2, due: 1 })
  await jobs.send(sql, 'trial', { what: 'third' }, { singletonKey: 'k' })
  expect(await jobs.runDue()).toBe(2)
  expect((await traced()).toSorted()).toEqual(['another', 'first'])
})

test('a job that has begun does not stand for one that is sent now', async () => {
  const jobs = await jobsWith(async ({ what }) => {
    await note({ what })
    if (what === 'first') await jobs.send(sql, 'trial', { what: 'second' }, { singletonKey: 'k' })
  })
  await jobs.send(sql, 'trial', { what: 'first' }, { singletonKey: 'k' })
  expect(await jobs.runDue()).toBe(2)
  expect(await traced()).toEqual(['first', 'second'])
})

test('a waiting job that stands for a second sender runs only after that one has committed', async () => {
  const jobs = await jobsWith(note)
  await jobs.send(sql, 'trial', { what: 'once' }, { singletonKey: 'k' })
  const sent = Promise.withResolvers<void>()
  const pause = Promise.withResolvers<void>()
  const sender = inTransaction(sql, async (tx) => {
    await jobs.send(tx, 'trial', { what: 'again' }, { singletonKey: 'k' })
    sent.resolve()
    await pause.promise
    await tx`insert into trace (what, at) values ('written by the second sender', app_now() - interval '1 hour')`
  })
  await sent.promise
  const running = jobs.runDue()
  await sql`select pg_sleep(0.2)`
  expect(await traced()).toEqual([])
  pause.resolve()
  await Promise.all([sender, running])
  expect(await traced()).toEqual(['written by the second sender', 'once'])
})

test('of two senders at once under one key both are seen to', async () => {
  const jobs = await jobsWith(note)
  const firstSent = Promise.withResolvers<void>()
  const pause = Promise.withResolvers<void>()
  const send = { singletonKey: 'k' }
  const first = inTransaction(sql, async (tx) => {
    await jobs.send(tx, 'trial', { what: 'x' }, send)
    firstSent.resolve()
    await pause.promise
  })
  await firstSent.promise
  const second = inTransaction(sql, (tx) => jobs.send(tx, 'trial', { what: 'x' }, send))
  await sql`select pg_sleep(0.1)`
  pause.resolve()
  await Promise.all([first, second])
  expect(await jobs.counts()).toMatchObject({ waiting: 1 })
  expect(await jobs.runDue()).toBe(1)
})

test('G4 a job that always fails keeps no other one waiting, of its queue or another, and runs as often as it may', async () => {
  let tries = 0
  const poisoned = async (data: Note) => {
    if (data.what !== 'poison') return note(data)
    tries++
    throw new Error('broken')
  }
  const jobs = createJobs({ sql, testClock: true, background: true, report: () => {} })
  cleanups.push(jobs.stop)
  // Fewer jobs run at once than there are poisoned ones.
  await jobs.start(
    { trial: poisoned, other: note },
    { trial: { ...queue, concurrency: 1 }, other: { ...queue, concurrency: 1 } },
  )
  const whole = ['a', 'b', 'c', 'd']
  for (const what of whole) {
    await jobs.send(sql, 'trial', { what: 'poison' })
    await jobs.send(sql, 'trial', { what })
    await jobs.send(sql, 'other', { what: `other ${what}` })
  }
  const all = [...whole, ...whole.map((what) => `other ${what}`)].sort()
  await expect.poll(async () => (await traced()).sort(), { timeout: 8_000 }).toEqual(all)
  expect(tries).toBe(4)
  for (const round of [2, 3]) {
    await advanceClock(sql, hour)
    await expect.poll(() => tries, { timeout: 8_000 }).toBe(4 * round)
    // Wait until the failed tries are recorded, because a later one would move its retry ten seconds further.
    await expect.poll(async () => (await jobs.counts()).active).toBe(0)
  }
  await expect.poll(async () => (await jobs.counts()).dead, { timeout: 8_000 }).toBe(4)
  expect((await traced()).sort()).toEqual(all)
})

test('a schedule follows the clock of the app, and makes up once for what was missed', async () => {
  const jobs = await jobsWith(async () => note({ what: 'payout' }))
  const elsewhere = await jobsWith(async () => note({ what: 'payout' }), { sql: secondPool() })
  await jobs.schedule('trial', '0 9 1,15 * *')
  await elsewhere.schedule('trial', '0 9 1,15 * *')
  expect(await jobs.counts()).toMatchObject({ waiting: 1, due: 0 })
  await advanceClock(sql, 16 * 24 * hour)
  expect(await elsewhere.runDue()).toBe(1)
  await advanceClock(sql, 100 * 24 * hour)
  expect(await jobs.runDue()).toBe(1)
  const [next] = await sql<{ plan: string }[]>`select to_char(start_after, 'DD HH24:MI') as plan
    from boss.job where state = 'created'`
  expect(['01 09:00', '15 09:00']).toContain(next?.plan)
})

test('a schedule goes on although its only run was lost before it could plan the next', async () => {
  const jobs = await jobsWith(note)
  await jobs.schedule('trial', '* * * * *')
  // The server that ran the job lost its database, so the job is never retried.
  await sql`update boss.job set state = 'failed' where name = 'trial'`
  expect(await jobs.runDue()).toBe(0)
  expect(await jobs.counts()).toMatchObject({ waiting: 1 })
  await advanceClock(sql, 61_000)
  expect(await jobs.runDue()).toBe(1)
})

test('G6 when the clock goes back an hour nothing that ran runs again, what waits runs once, and no schedule stands still', async () => {
  const jobs = await jobsWith(note)
  const elsewhere = await jobsWith(async () => note({ what: 'sweep' }), { sql: secondPool() })
  await jobs.send(sql, 'trial', { what: 'at once' })
  expect(await jobs.runDue()).toBe(1)
  await elsewhere.schedule('trial', '* * * * *')
  await advanceClock(sql, 61 * second)
  expect(await elsewhere.runDue()).toBe(1)
  await advanceClock(sql, -hour)
  expect(await elsewhere.runDue()).toBe(0)
  // as every server does twice a minute
  await elsewhere.schedule('trial', '* * * * *')
  await advanceClock(sql, 61 * second)
  expect(await elsewhere.runDue()).toBe(1)
  expect(await traced()).toHaveLength(3)
  const [now] = await sql<{ at: Date }[]>`select app_now() + interval '30 minutes' as at`
  await jobs.send(sql, 'trial', { what: 'later' }, { startAfter: now?.at })
  await advanceClock(sql, -hour)
  await sql`delete from boss.job where state = 'created' and data ->> 'what' is null`
  await advanceClock(sql, hour)
  expect(await jobs.runDue()).toBe(0)
  await advanceClock(sql, hour)
  expect(await jobs.runDue()).toBe(1)
  expect((await traced()).filter((what) => what !== 'sweep').sort()).toEqual(['at once', 'later'])
})

test('a schedule that was changed drops its old plan', async () => {
  const jobs = await jobsWith(note)
  await jobs.schedule('trial', '* * * * *')
  await jobs.schedule('trial', '0 0 1 1 *')
  await advanceClock(sql, 2 * hour)
  expect(await jobs.runDue()).toBe(0)
  expect(await jobs.counts()).toMatchObject({ waiting: 1 })
})

test('changed settings of a queue reach it at the next start', async () => {
  await jobsWith(note)
  const jobs = createJobs({ sql, testClock: true, background: false })
  cleanups.push(jobs.stop)
  await jobs.start({ trial: note }, { trial: { ...queue, retryLimit: 7, timeout: 30 } })
  const [row] = await sql`select retry_limit, expire_seconds, policy from boss.queue where name = 'trial'`
  expect(row).toEqual({ retry_limit: 7, expire_seconds: 30, policy: 'short' })
})

test('without the test clock the offset does not matter', async () => {
  await sql.unsafe('drop schema boss cascade')
  const jobs = createJobs({ sql, background: false })
  cleanups.push(jobs.stop)
  await jobs.start({ trial: note }, { trial: queue })
  const [row] = await sql<{ due: Date }[]>`select now() + interval '1 hour' as due`
  await jobs.send(sql, 'trial', { what: 'later' }, { startAfter: row!.due })
  await advanceClock(sql, 2 * hour)
  expect(await jobs.runDue()).toBe(0)
})

test('stopping lets a running job end, and the work goes on after a lost connection', async () => {
  const pool = secondPool()
  const jobs = createJobs({ sql: pool, testClock: true })
  await jobs.start({ trial: note }, { trial: queue })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await expect
    .poll(() =>
      jobs.send(sql, 'trial', { what: 'after' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect.poll(traced, { timeout: 10_000 }).toEqual(['after'])
  await jobs.stop()
})
