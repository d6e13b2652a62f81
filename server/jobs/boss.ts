import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { Queryable, Sql, Tx } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { every } from '../pause.ts'
import { noTraces, type Traces } from '../watch/watch.ts'
import { bossOn, bossOnPool } from './boss-database.ts'
import { makeQueues, type QueueOptions } from './boss-queues.ts'
import {
  countJobs,
  dropOldPlans,
  dueQueues,
  followAppClock,
  holdWaiting,
  type JobCounts,
} from './boss-rows.ts'
import { causedBy, createRunner, cronKey, type Job, type Run } from './run-jobs.ts'

export type SendOptions = {
  /** Not before this moment of `app_now()`. */
  startAfter?: Date
  /** At most one job with this key waits; see `send`. */
  singletonKey?: string
}

/** What each queue's jobs carry, by the queue's name. */
type QueueTable = Record<string, object>

export type Jobs = {
  /**
   * Makes the queues and begins to work on them; every process may start the same ones. A handler may run twice,
   * late, or on two servers at once.
   */
  start<Q extends QueueTable>(
    handlers: { [Name in keyof Q]: (data: Q[Name]) => Promise<void> },
    queues: { [Name in keyof NoInfer<Q>]: QueueOptions },
  ): Promise<void>
  /**
   * Writes a job with the given transaction: it exists if and only if that commits, and is looked at right after.
   *
   * With a `singletonKey` a job that already waits under it is enough: it is kept from starting before this
   * transaction ends, so that it sees what was written here, and moved forward if this one is due earlier. A job that
   * has already begun does not count. One that failed and waits for its retry does, and keeps its moment.
   */
  send(on: Tx | Sql, queue: string, data: object, options?: SendOptions): Promise<void>
  /** Runs a started queue by a cron expression in UTC, on the app's clock; what was missed is made up for once. */
  schedule(queue: string, cron: string): Promise<void>
  /** Tests: runs what is due by `app_now()` until nothing is due or running; answers how many jobs this process ran. */
  runDue(): Promise<number>
  counts(): Promise<JobCounts>
  stop(): Promise<void>
}

export type JobsOptions = {
  sql: Sql
  /** Makes due times follow `app_now()` with its offset. Without it they follow the database's clock. */
  testClock?: boolean
  /** False: nothing runs by itself, only in `runDue`. */
  background?: boolean
  /** So often a worker looks for jobs that it was not told of, in seconds. */
  lookEveryS?: number
  /** Told of every failed try and of whatever goes wrong inside. */
  report?: (error: unknown, queue?: string) => void
  /** Told of every try that ended, how long it took, and whether the job is done by it. */
  onEnd?: (queue: string, ms: number, done: boolean) => void
  traces?: Traces
}

/** The jobs of this app: pg-boss in the schema `boss`, on our own pool. */
export function createJobs(options: JobsOptions): Jobs {
  const {
    sql,
    testClock = false,
    background = true,
    lookEveryS = 1,
    report,
    onEnd,
    traces = noTraces,
  } = options
  const boss = openBoss(sql, background)
  boss.on('error', (error: unknown) => report?.(error instanceof Error ? error : asError(error)))
  const runner = createRunner({
    sql,
    report,
    onEnd,
    traces,
    nextRun: (cron, from) => boss.previewSchedule(cron, { from, count: 1, tz: 'UTC' })[0],
    send: (job) => sendJob(boss, sql, job),
  })
  let stopPlanning = () => {}
  return {
    send: (on, queue, ...[data, options]) =>
      sendJob(boss, on, { queue, data: causedBy(traces.parent(), data), ...options }),
    async start(handlers, queues) {
      await startBoss({ boss, sql, testClock })
      await makeQueues(boss, queues)
      await knowQueues(boss, Object.keys(queues))
      for (const [queue, handler] of Object.entries(handlers)) runner.handlers.set(queue, handler)
      if (!background) return
      await workOn(boss, queues, { run: runner.run, lookEveryS })
      stopPlanning = every(PLAN_AGAIN_MS, () => void runner.planAll().catch((error) => report?.(error)))
    },
    async schedule(queue, cron) {
      runner.crons.set(queue, cron)
      await dropOldPlans(sql, queue, cronKey(cron))
      await runner.planNext(queue)
    },
    async runDue() {
      const before = runner.count()
      const queues = [...runner.handlers.keys()]
      await runner.planAll()
      do {
        for (const queue of await dueQueues(sql, queues)) await drain(boss, queue, runner.run)
      } while (await isBusy(boss, sql, queues))
      return runner.count() - before
    },
    counts: () => countJobs(sql, [...runner.handlers.keys()]),
    async stop() {
      stopPlanning()
      await boss.stop({ graceful: background, timeout: FINISH_MS, close: false })
    },
  }
}

/**
 * pg-boss looks a queue it has not met up through the pool, even while it sends inside somebody's transaction: twenty
 * at once would wait for each other. So every queue is met before the first job.
 */
async function knowQueues(boss: PgBoss, queues: string[]): Promise<void> {
  for (const queue of queues) await boss.getJobById(queue, '00000000-0000-0000-0000-000000000000')
}

/** Makes or updates pg-boss's own schema without working on anything: for the template of test databases. */
export async function installJobs(sql: Sql, testClock: boolean): Promise<void> {
  const boss = openBoss(sql, false)
  await startBoss({ boss, sql, testClock })
  await boss.stop({ graceful: false, close: false })
}

function openBoss(sql: Sql, background: boolean) {
  return new PgBoss({
    db: bossOnPool(sql),
    schema: 'boss',
    schedule: false,
    supervise: background,
    useListenNotify: background,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: background ? 15 : 1,
    // Jobs that depend on jobs are not used.
    flowIntervalSeconds: 3600,
  })
}

type Start = { boss: PgBoss; sql: Sql; testClock: boolean }

async function startBoss({ boss, sql, testClock }: Start) {
  await boss.start()
  if (testClock) await inTransaction(sql, followAppClock)
}

async function sendJob(boss: PgBoss, on: Queryable, { queue, data, startAfter, singletonKey }: Job) {
  const options = { db: bossOn(on), ...(startAfter && { startAfter }) }
  if (singletonKey === undefined) {
    await boss.send(queue, data, { ...options, singletonKey: randomUUID() })
    return
  }
  // Nothing was sent when another transaction was quicker with this key: then its job is the one that waits.
  while (!(await holdWaiting(on, { queue, singletonKey, startAfter }))) {
    if (await boss.send(queue, data, { ...options, singletonKey })) return
  }
}

/** pg-boss tells of some failures by a plain object. */
function asError(said: unknown): Error {
  const { message = 'pg-boss', ...more } = Object(said) as { message?: string }
  return Object.assign(new Error(message), more)
}

/** How often every server sees to it that each scheduled queue has its next run. */
const PLAN_AGAIN_MS = 30_000

/** So long a server that stops waits for the jobs it works at; what is left is given back, and done by another one. */
const FINISH_MS = 3_000

type Works = { run: Run; lookEveryS: number }

async function workOn(boss: PgBoss, queues: Record<string, QueueOptions>, { run, lookEveryS }: Works) {
  const polling = { pollingIntervalSeconds: lookEveryS / 2, notifyPollingIntervalSeconds: lookEveryS }
  for (const [queue, { concurrency = 2 }] of Object.entries(queues)) {
    for (let n = 0; n < concurrency; n++) {
      const worker: string = await boss.work<object>(queue, polling, async ([job]) => {
        // After a job there is often another one: look at once instead of after the interval.
        boss.notifyWorker(worker)
        if (job) await run(queue, job.data)
      })
    }
  }
}

async function drain(boss: PgBoss, queue: string, run: Run) {
  for (;;) {
    const [job] = await boss.fetch<object>(queue)
    if (!job) return
    try {
      await run(queue, job.data)
      await boss.complete(queue, job)
    } catch (error) {
      await boss.fail(queue, job, error as Error)
    }
  }
}

/** Whether something is due or runs, here or in another process. What a killed process left is given back meanwhile. */
async function isBusy(boss: PgBoss, sql: Sql, queues: string[]) {
  const { due, active } = await countJobs(sql, queues)
  if (due === 0 && active > 0) {
    await boss.supervise()
    await sql`select pg_sleep(0.02)`
  }
  return due + active > 0
}
