import type { Context } from '../context.ts'
import { isDead } from '../db/dead-job.ts'
import { notDropped } from '../db/dropped.ts'
import { epochOf } from '../db/epoch.ts'
import type { Sql } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import { startStopwatch } from '../pause.ts'

/** The state of the product in the database: counts and ages, without any personal data. */
export type State = {
  epoch: string
  pingS: number
  snapshot: Snapshot
  connections: { state: string; count: number }[]
  standbys: { state: 'following' | 'away' | 'lost'; count: number }[]
  jobs: { queue: string; due: number; active: number; retry: number; dead: number; oldestS: number }[]
  outgoing: { kind: string; waiting: number; stuck: number }[]
} & Counts

/** The oldest transaction that is open, the next one to come, and when that was so (s). */
export type Snapshot = { xmin: string; xmax: string; atS: number }

type Counts = {
  answers: number
  questions: number
  /** Until the nearest deadline of a waiting answer; null when none is waiting. */
  deadlineS: number | null
  breaks: number | null
  comparedS: number | null
  restoredS: number | null
}

/** Reads the whole state, with one query of each kind. */
export async function readState({ sql }: Pick<Context, 'sql'>): Promise<State> {
  const elapsed = startStopwatch()
  await sql`select 1`
  const pingS = elapsed() / 1_000
  const [epoch, counts, connections, standbys, snapshot, jobs, outgoing] = await Promise.all([
    epochOf(sql),
    readCounts(sql),
    readSessions(sql),
    readStandbys(sql),
    readSnapshot(sql),
    readJobs(sql),
    readOutgoing(sql),
  ])
  return { epoch, pingS, jobs, outgoing, connections, standbys, snapshot, ...counts }
}

async function readCounts(sql: Sql): Promise<Counts> {
  const [counts] = await sql<Counts[]>`
    select
      (select count(*)::int from media where state = 'received' and purpose <> 'question') as answers,
      (select count(*)::int from media where state = 'received' and purpose = 'question') as questions,
      (select extract(epoch from min(coalesce(q.grace_ends_at, q.due_at)) - app_now())::float8
        from media m join answer a on a.media_id = m.id join question q on q.id = a.question_id
        where m.state = 'received' and a.state = 'waiting' and q.status = 'approved') as "deadlineS",
      (select jsonb_array_length(breaks) from reconciliation where breaks is not null
        order by id desc limit 1) as breaks,
      (select extract(epoch from app_now() - at)::float8 from reconciliation where breaks is not null
        order by id desc limit 1) as "comparedS",
      (select extract(epoch from app_now() - restored_at)::float8 from feed_epoch) as "restoredS"`
  if (!counts) throw new InternalError('counting answered no row')
  return counts
}

/** Counts sessions by their state in `pg_stat_activity`; any state not listed counts as `other`. */
async function readSessions(sql: Sql): Promise<State['connections']> {
  const rows = await sql<State['connections']>`
    select case when state in ('active', 'idle', 'idle in transaction') then state else 'other' end as state,
      count(*)::int as count
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend' group by 1`
  return [...rows]
}

/** Counts the standbys by the slots that the database keeps for them. */
async function readStandbys(sql: Sql): Promise<State['standbys']> {
  const rows = await sql<State['standbys']>`
    select case when wal_status = 'lost' then 'lost' when active then 'following' else 'away' end as state,
      count(*)::int as count
    from pg_replication_slots where slot_type = 'physical' group by 1`
  return [...rows]
}

async function readSnapshot(sql: Sql): Promise<Snapshot> {
  const [snapshot] = await sql<Snapshot[]>`
    select pg_snapshot_xmin(now)::text as xmin, pg_snapshot_xmax(now)::text as xmax,
      extract(epoch from clock_timestamp())::float8 as "atS" from pg_current_snapshot() now`
  if (!snapshot) throw new InternalError('the database told no snapshot')
  return snapshot
}

/**
 * Counts jobs by queue; a job that was given up counts for the queue it came from, until its work is done. Mails, push
 * messages and orders that are stuck are counted by their own rows.
 */
async function readJobs(sql: Sql): Promise<State['jobs']> {
  const rows = await sql<State['jobs']>`
    select coalesce(source_name, name) as queue,
      count(*) filter (where source_id is null and state < 'active' and start_after <= boss.job_now())::int as due,
      count(*) filter (where source_id is null and state = 'active')::int as active,
      count(*) filter (where source_id is null and state = 'retry')::int as retry,
      count(*) filter (where ${isDead(sql)})::int as dead,
      coalesce(extract(epoch from boss.job_now() - min(start_after) filter
        (where source_id is null and state < 'active' and start_after <= boss.job_now())), 0)::float8 as "oldestS"
    from boss.job j where state <= 'active' group by 1 order by 1`
  return [...rows]
}

async function readOutgoing(sql: Sql): Promise<State['outgoing']> {
  const rows = await sql<State['outgoing']>`
    select 'mail' as kind, count(*)::int as waiting, (select count(*)::int from stuck_mail) as stuck
      from mail where sent_at is null and ${notDropped(sql, 'mail')}
    union all select 'push', count(*)::int, (select count(*)::int from stuck_push)
      from push_message where sent_at is null and ${notDropped(sql, 'push_message')}
    union all select 'money', count(*)::int, (select count(*)::int from stuck_money)
      from money_operation where state = 'intended'`
  return [...rows]
}
