import type { Sql } from '../db/sql.ts'
import { startStopwatch } from '../pause.ts'
import type { Traces } from '../watch/watch.ts'
import { unplannedQueues } from './boss-rows.ts'

/** A job to be written. */
export type Job = {
  queue: string
  data: object
  startAfter?: Date | undefined
  singletonKey?: string | undefined
  tryNow?: true | undefined
}

/** Runs one try of one job. */
export type Run = (queue: string, data: object) => Promise<void>

type RunnerOptions = {
  sql: Sql
  send(job: Job): Promise<void>
  /** Returns when a cron expression is next due, in UTC. */
  nextRun(cron: string, from: Date | undefined): Date | undefined
  report?: ((error: unknown, queue?: string) => void) | undefined
  onEnd?: ((queue: string, ms: number, done: boolean) => void) | undefined
  traces: Traces
}

/** The trace that a job belongs to, in addition to the data for its handler. */
type Caused = { traceparent?: string }

export const causedBy = (traceparent: string | null, data: object): object & Caused =>
  traceparent ? { ...data, traceparent } : data

export const cronKey = (cron: string) => `cron ${cron}`

/** Makes a runner, which for each try first plans the queue's next run and then calls the handler. */
export function createRunner({ sql, send, nextRun, report, onEnd, traces }: RunnerOptions) {
  const handlers = new Map<string, (data: never) => Promise<void>>()
  const crons = new Map<string, string>()
  let ran = 0

  const planNext = async (queue: string) => {
    const cron = crons.get(queue)
    if (cron === undefined) return
    const [row] = await sql<{ now: Date }[]>`select boss.job_now() as now`
    await send({ queue, data: {}, startAfter: nextRun(cron, row?.now), singletonKey: cronKey(cron) })
  }

  // Plans missing runs. A run plans the next one, so if it was lost with its database before that, the queue
  // would never run again.
  const planAll = async () => {
    const keys = new Map([...crons].map(([queue, cron]) => [queue, cronKey(cron)]))
    for (const queue of await unplannedQueues(sql, keys)) await planNext(queue)
  }

  const run: Run = async (queue, carried) => {
    ran++
    const elapsed = startStopwatch()
    const { traceparent: from, ...data } = carried as Caused
    const options = { kind: 'consumer', ...(from && { from }), facts: { 'infield.queue': queue } } as const
    await traces.span(`job ${queue}`, options, async () => {
      try {
        await planNext(queue)
        await handlers.get(queue)?.(data as never)
        onEnd?.(queue, elapsed(), true)
      } catch (error) {
        onEnd?.(queue, elapsed(), false)
        report?.(error, queue)
        throw error
      }
    })
  }
  return { handlers, crons, planNext, planAll, run, count: () => ran }
}
