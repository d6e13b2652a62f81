import { isDead, isMadeUp } from '../db/dead-job.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { QueueData, QueueName } from './queue-names.ts'

/** A job that was given up and whose work has not been done since. */
export type DeadJob = {
  id: string
  queue: string
  tries: number
  error: string | null
  since: Date
  /** The id of the thing it is about. */
  thingId: string | null
}

/** The names of the ids in the jobs' data. */
type Named = { [Q in QueueName]: keyof QueueData[Q] }[QueueName]
const NAMES = [
  'questionId',
  'mediaId',
  'askId',
  'answerId',
  'holdId',
  'mailId',
  'pushId',
  'operationId',
  'eventId',
  'leavingId',
] as const satisfies readonly Named[]

/** Returns the jobs that were given up and still have to be done, the oldest first. */
export async function listDead(sql: Sql, most: number): Promise<DeadJob[]> {
  const rows = await sql<(Omit<DeadJob, 'thingId'> & { data: Record<string, string> })[]>`
    select j.id, j.source_name as queue, j.source_retry_count + 1 as tries, j.source_output ->> 'message' as error,
      j.source_created_on as since, j.data
    from boss.job j where ${isDead(sql)}
    order by j.source_created_on limit ${most}`
  return rows.map(({ data, ...row }) => ({
    ...row,
    thingId: NAMES.map((name) => data[name]).find((value) => value !== undefined) ?? null,
  }))
}

type Taken = { queue: string; data: object; singletonKey: string | null }

/** Deletes a dead job, in the transaction that sends it again or gives it up; null where it does not exist. */
export async function takeDead(tx: Tx, id: string): Promise<Taken | null> {
  const [taken] = await tx<Taken[]>`
    delete from boss.job where id = ${id} and source_id is not null and state < 'active'
    returning source_name as queue, data, singleton_key as "singletonKey"`
  return taken ?? null
}

/**
 * Deletes the dead jobs whose work has been done since. Otherwise some of them would be listed again after three
 * days, when the row of the job that did the work is deleted, or once their question is opened again.
 */
export async function dropMadeUp(sql: Sql): Promise<void> {
  await sql`delete from boss.job j where ${isMadeUp(sql)}`
}
