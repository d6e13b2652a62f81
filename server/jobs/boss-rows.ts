import type { Queryable, Sql, Statement } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import type { QueueName } from './queue-names.ts'

/** How many jobs wait, how many of them are due, how many run, and how many were given up. */
export type JobCounts = { waiting: number; due: number; active: number; dead: number }

/** Counts the jobs of these queues, and the dead jobs of all queues. */
export async function countJobs(sql: Sql, queues: string[]): Promise<JobCounts> {
  const [row] = await sql<JobCounts[]>`select
    count(*) filter (where state < 'active' and ours) as waiting,
    count(*) filter (where state < 'active' and ours and start_after <= boss.job_now()) as due,
    count(*) filter (where state = 'active' and ours) as active,
    count(*) filter (where state < 'active' and source_id is not null) as dead
    from (select *, name = any(${queues}) as ours from boss.job where state <= 'active') job`
  if (!row) throw new InternalError('counting answered no row')
  return row
}

/** Returns which of these queues have a due job, in the order given. */
export async function dueQueues(sql: Sql, queues: string[]): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select distinct name from boss.job
    where state < 'active' and start_after <= boss.job_now() and name = any(${queues})`
  return queues.filter((queue) => rows.some(({ name }) => name === queue))
}

type Waiting = {
  queue: string
  singletonKey: string
  startAfter: Date | undefined
  tryNow: true | undefined
}

/**
 * Locks the job that waits under a key until the transaction ends, if there is one, and moves it forward when it
 * would start later than asked; one that waits for its retry only with `tryNow`. Without the lock, a worker could take the job now, see nothing of this
 * transaction, and finish before it commits.
 */
export async function lockWaiting(on: Queryable, waiting: Waiting): Promise<boolean> {
  const { queue, singletonKey, startAfter = null, tryNow = false } = waiting
  const [job] = await on<{ id: string; late: boolean }[]>`
    select id, (state = 'created' or ${tryNow}::boolean) and start_after > coalesce(${startAfter}::timestamptz, boss.job_now()) as late
    from boss.job where name = ${queue} and coalesce(singleton_key, '') = ${singletonKey}
      and state in ('created', 'retry') order by state limit 1 for update`
  if (!job) return false
  if (job.late) {
    await on`update boss.job set start_after = coalesce(${startAfter}::timestamptz, boss.job_now())
      where name = ${queue} and id = ${job.id}`
  }
  return true
}

/**
 * Whether a job of a queue under this key waits, also for its retry, or runs, within a statement. A second job beside
 * one that runs would do the same work twice; a running job whose process died soon waits again, or is given up.
 */
export const hasJob = (on: Queryable, queue: QueueName, key: Statement): Statement => on`
  exists (select from boss.job j where j.name = ${queue} and j.singleton_key = ${key}
    and j.state in ('created', 'retry', 'active'))`

/** Returns which of these queues have no job waiting under their key. */
export async function unplannedQueues(sql: Sql, keys: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await sql<{ queue: string }[]>`
    select queue from unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::text[]) as scheduled(queue, key)
    where not exists (select from boss.job where name = queue and singleton_key = key
      and state in ('created', 'retry'))`
  return rows.map(({ queue }) => queue)
}

/** Deletes the planned runs of a queue under cron expressions that it no longer has. */
export async function dropOldPlans(sql: Sql, queue: string, key: string): Promise<void> {
  await sql`delete from boss.job where name = ${queue} and state = 'created'
    and starts_with(singleton_key, 'cron ') and singleton_key <> ${key}`
}

/** Makes everything in pg-boss follow `app_now()`, because pg-boss reads its clock through this one function. */
export async function followAppClock(on: Queryable): Promise<void> {
  await on`select pg_advisory_xact_lock(hashtext('jobs clock'))`
  await on`create or replace function boss.job_now() returns timestamptz language sql stable as
    'select public.app_now()'`
}
