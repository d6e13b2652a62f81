import { databaseClock } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import { createJobs } from '../../jobs/boss.ts'
import type { QueueData } from '../../jobs/queue-names.ts'
import { runOperation } from '../../payment/operation/run.ts'
import { createStandIn, type StandIn, standInHttpClient } from '../../payment/stand-in/stand-in.ts'
import { ensureSchema } from '../../payment/stand-in/store.ts'
import { createPayments } from '../../payment/stripe.ts'
import { sweepPayments } from '../../payment/sweep.ts'
import { handleStripeEvent, receiveWebhook } from '../../payment/webhook.ts'
import { systemRandom } from '../../random.ts'

/** Thrown where a test stops a process. */
export class Crash extends Error {}

/**
 * The money parts of one server process on a test's database: real jobs, the real SDK, and the stand-in behind it.
 */
export type Bench = Awaited<ReturnType<typeof openBench>>

export async function openBench(sql: Sql) {
  await ensureSchema(sql)
  const control = { crashAt: null as FaultPoint | null, waitAt: async (_: FaultPoint) => {}, deaf: false }
  const settled: string[] = []
  const logged: string[] = []
  const secrets = { webhook: 'whsec_bench', mailedLink: 'mailed links of a bench' }
  const note = (_: object, message: string) => void logged.push(message)
  const standIn: StandIn = createStandIn({
    sql,
    now: () => databaseClock(sql).now(),
    random: systemRandom,
    mode: 'test',
    webhook: {
      secret: secrets.webhook,
      deliver: async (body, signature) =>
        !control.deaf && (await receiveWebhook(context, body, signature)).status === 200,
    },
  })
  const payments = createPayments({
    env: { stripe: null },
    standIn: { ...standIn, httpClient: standInHttpClient(standIn.app) },
  })
  const jobs = createJobs({ sql, testClock: true, background: false })
  const context = {
    sql,
    secrets,
    payments,
    jobs,
    clock: databaseClock(sql),
    random: systemRandom,
    log: { info: note, warn: note, error: note },
    env: { seller: null },
    limitFactor: 1_000,
    fault: async (point: FaultPoint) => {
      await control.waitAt(point)
      if (control.crashAt === point) throw new Crash(point)
    },
  } as unknown as Context
  const once = { retryLimit: 3, retryDelay: 1 }
  await jobs.start(
    {
      'money.run': async ({ operationId }: QueueData['money.run']) =>
        void (await runOperation(context, operationId)),
      'stripe.event': ({ eventId }: QueueData['stripe.event']) => handleStripeEvent(context, eventId),
      'hold.settled': async ({ holdId }: QueueData['hold.settled']) => void settled.push(holdId),
      'mail.send': async (_: QueueData['mail.send']) => {},
    },
    { 'money.run': once, 'stripe.event': once, 'hold.settled': once, 'mail.send': once },
  )
  standIns.push(standIn)
  return { sql, context, standIn, jobs, control, settled, logged, payments }
}

const standIns: StandIn[] = []

/** Waits for webhooks in flight when a test ends; otherwise they would hold rows that the next test empties. */
export async function settleBenches(): Promise<void> {
  await Promise.all(standIns.map((standIn) => standIn.settled()))
}

/** Runs sweeps, jobs and webhooks until nothing is left to do. */
export async function quiesce({ context, jobs, standIn }: Bench): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await standIn.settled()
    await sweepPayments(context)
    await jobs.runDue()
  }
}
