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
  type JobCounts,
  lockWaiting,
} from './boss-rows.ts'
import { causedBy, createRunner, cronKey, type Job, type Run } from './run-jobs.ts'

export type SendOptions = {
  /** The earliest start, by `app_now()`. */
  startAfter?: Date
  /** At most one job with this key waits; see `send`. */
  singletonKey?: string
  /** A person wants it tried now, so a failed job that waits for its retry under the key is moved forward as well. */
  tryNow?: true
}

/** The data of each queue's jobs, by the queue's name. */
type QueueTable = Record<string, object>

export type Jobs = {
  /**
   * Makes the queues and starts working on them; every process may start the same ones. A handler may run twice,
   * late, or on two servers at once.
   */
  start<Q extends QueueTable>(
    handlers: { [Name in keyof Q]: (data: Q[Name]) => Promise<void> },
    queues: { [Name in keyof NoInfer<Q>]: QueueOptions },
  ): Promise<void>
  /**
   * Writes a job in the given transaction: the job exists if and only if the transaction commits, and workers are
   * notified right after.
   * With a `singletonKey`, a job that already waits under it is enough: it is kept from starting before this
   * transaction ends, so that it sees what was written here, and moved forward if this one is due earlier. A job
   * that has already begun does not count. A failed job that waits for its retry does, and keeps its time unless
   * `tryNow` is set.
   */
  send(on: Tx | Sql, queue: string, data: object, options?: SendOptions): Promise<void>
  /** Runs a started queue by a cron expression in UTC, on the app's clock; missed runs are made up for once. */
  schedule(queue: string, cron: string): Promise<void>
  /**
   * For tests: runs what is due by `app_now()` until nothing is due or running, and returns how many jobs this
   * process ran.
   */
  runDue(): Promise<number>
  counts(): Promise<JobCounts>
  stop(): Promise<void>
}

export type JobsOptions = {
  sql: Sql
  /** Makes due times follow `app_now()` with its offset; otherwise they follow the database's clock. */
  testClock?: boolean
  /** False: jobs run only in `runDue`. */
  background?: boolean
  /** How often a worker looks for jobs without being notified, in seconds. */
  lookEveryS?: number
  /** Called for every failed try and every internal error. */
  report?: (error: unknown, queue?: string) => void
  /** Called for every try that ended, with its duration and whether the job is done. */
  onEnd?: (queue: string, ms: number, done: boolean) => void
  traces?: Traces
}

/** Makes the app's job system: pg-boss in the schema `boss`, on our own pool. */
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
 * Makes pg-boss look up every queue before the first job. Otherwise it would look up an unknown queue through the
 * pool even inside a transaction, and twenty such transactions would wait for each other.
 */
async function knowQueues(boss: PgBoss, queues: string[]): Promise<void> {
  for (const queue of queues) await boss.getJobById(queue, '00000000-0000-0000-0000-000000000000')
}

/**
 * Makes or updates pg-boss's own schema without starting any work, for migrations and the template of test
 * databases.
 */
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
    // We use no jobs that depend on other jobs.
    flowIntervalSeconds: 3600,
  })
}

type Start = { boss: PgBoss; sql: Sql; testClock: boolean }

async function startBoss({ boss, sql, testClock }: Start) {
  await boss.start()
  if (testClock) await inTransaction(sql, followAppClock)
}

async function sendJob(boss: PgBoss, on: Queryable, { queue, data, startAfter, singletonKey, tryNow }: Job) {
  const options = { db: bossOn(on), ...(startAfter && { startAfter }) }
  if (singletonKey === undefined) {
    await boss.send(queue, data, { ...options, singletonKey: randomUUID() })
    return
  }
  // Nothing is sent if another transaction was faster with this key; then its job is the one that waits.
  while (!(await lockWaiting(on, { queue, singletonKey, startAfter, tryNow }))) {
    if (await boss.send(queue, data, { ...options, singletonKey })) return
  }
}

/** Makes an error of the plain objects by which pg-boss reports some failures. */
function asError(said: unknown): Error {
  const { message = 'pg-boss', ...more } = Object(said) as { message?: string }
  return Object.assign(new Error(message), more)
}

/** How often every server makes sure that each scheduled queue has its next run planned. */
const PLAN_AGAIN_MS = 30_000

/** How long a stopping server waits for its running jobs; unfinished ones are given back for another server. */
const FINISH_MS = 3_000

type Works = { run: Run; lookEveryS: number }

async function workOn(boss: PgBoss, queues: Record<string, QueueOptions>, { run, lookEveryS }: Works) {
  const polling = { pollingIntervalSeconds: lookEveryS / 2, notifyPollingIntervalSeconds: lookEveryS }
  for (const [queue, { concurrency = 2 }] of Object.entries(queues)) {
    for (let n = 0; n < concurrency; n++) {
      const worker: string = await boss.work<object>(queue, polling, async ([job]) => {
        // Look again at once, because after a job there is often another one.
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

/**
 * Checks whether a job is due or running, here or in another process; meanwhile, jobs of a killed process are
 * given back.
 */
async function isBusy(boss: PgBoss, sql: Sql, queues: string[]) {
  const { due, active } = await countJobs(sql, queues)
  if (due === 0 && active > 0) {
    await boss.supervise()
    await sql`select pg_sleep(0.02)`
  }
  return due + active > 0
}
