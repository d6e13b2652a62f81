import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '../../context.ts'
import type { Sql, Tx } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pause } from '../../pause.ts'
import { advanceClock } from '../clock.ts'
import { PRICES } from '../workloads/script.ts'
import { makePerson } from '../world.ts'
import type { Cast } from './ground.ts'

/** How far the clock moves when a server stops, so that the queue gives back its jobs. */
export const MISSED_MS = 25_000

/** Makes the people of every schedule. */
export async function makeCast(context: Context): Promise<Cast> {
  const athlete = (username: 'paid' | 'promo' | 'free', promo = false) =>
    makePerson(context, { role: 'creator', username, priceCents: PRICES[username], promo })
  return {
    paid: await athlete('paid'),
    promo: await athlete('promo', true),
    free: await athlete('free'),
    admin: await makePerson(context, { role: 'admin', username: 'admin' }),
    member: await makePerson(context, { role: 'basic', username: 'member' }),
  }
}

/** The application name of the servers' connections, by which a test can end what a stopped server left open. */
export const SERVER_CONNECTION = 'infield-under-fault'

/** Tables whose rows outlive a schedule. */
const KEPT = [
  'public.feed_epoch',
  'public.migration',
  'public.person',
  'boss.version',
  'boss.queue',
  'boss.schedule',
  'boss.subscription',
]

/**
 * Moves the clock of a schedule, and extends the sessions of the cast. A device whose session ends sees nothing and
 * gets no pushes, and would stay signed out in every later schedule.
 */
export async function passTime(sql: Sql, ms: number): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await advanceClock(tx, ms)
    await keepSignedIn(tx)
  })
}

async function keepSignedIn(tx: Tx): Promise<void> {
  await tx`update auth.session set "createdAt" = app_now(), "expiresAt" = app_now() + interval '14 days'`
}

/** Ends the servers' connections to this database, which undoes their open transactions. */
export async function cutConnections(sql: Sql, called = SERVER_CONNECTION): Promise<void> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = ${called} and pid <> pg_backend_pid()`
}

/**
 * Waits until the servers' connections to this database come to rest, and returns whether they did. A connection
 * between two statements of a transaction counts as busy. A job still under way would write into the next schedule
 * what it knows of the last one, such as its clock.
 */
export async function comesToRest(sql: Sql, called: string): Promise<boolean> {
  let looksAtRest = 0
  for (let look = 0; look < MOST_LOOKS && looksAtRest < LOOKS_AT_REST; look += 1) {
    const [row] = await sql<{ busy: number }[]>`select count(*) as busy from pg_stat_activity
      where datname = current_database() and application_name = ${called} and state <> 'idle' and pid <> pg_backend_pid()
        and query not like ${`%${RELAY}%`}`
    looksAtRest = row?.busy === 0 ? looksAtRest + 1 : 0
    await pause(LOOK_MS)
  }
  return looksAtRest === LOOKS_AT_REST
}

/**
 * The name of the relay's lock. The server that hands changes to a broker holds it in a transaction for as long as it
 * lives.
 */
const RELAY = 'infield live relay'
const LOOK_MS = 30
const LOOKS_AT_REST = 5
const MOST_LOOKS = 400

/**
 * Makes new connections to this database plan a statement once and not five times: the tables stay tiny, and planning
 * took a third of a schedule's time.
 */
export async function planOnce(sql: Sql): Promise<void> {
  const [database] = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`
  if (database) await sql.unsafe(`alter database ${database.name} set plan_cache_mode = force_generic_plan`)
}

/**
 * Deletes everything but the cast and their sessions, from append-only tables too, and sets the clock right again.
 */
export async function emptyDatabase(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'stand_in', 'boss') and c.relkind in ('r', 'p') and not c.relispartition`
  await inTransaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const { name } of tables.filter((table) => !KEPT.includes(table.name)))
      await tx.unsafe(`delete from ${name}`)
    await tx`delete from person where auth_id is null`
    await tx`update boss.queue set monitor_on = null, maintain_on = null, monitor_claim_on = null`
    await tx`update boss.version set monitor_backoff_on = null`
    await tx`insert into test_clock (shift) values (interval '0')`
    await tx`update feed_epoch set restored_at = null`
    await keepSignedIn(tx)
  })
  // The update puts the cast into everyone's feed again. It sets their birthdays for a time when all else is over, so
  // that only the birthday can tell devices of that change.
  await sql`
    update person set updated_at = app_now(), birth_date = app_now() + interval '9 days' - interval '30 years'`
}

export async function emptyFolder(dir: string): Promise<void> {
  for (const area of ['uploads', 'served']) {
    for (const name of await readdir(path.join(dir, area)))
      await rm(path.join(dir, area, name), { force: true })
  }
}
