import { databaseClock } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Sql } from '../db/sql.ts'
import type { FaultPoint } from '../fault.ts'
import { createJobs } from '../jobs/boss.ts'
import type { QueueData } from '../jobs/queue-names.ts'
import { systemRandom } from '../random.ts'
import { work } from '../work.ts'
import { ensureIntent, openHold, refreshHold } from './hold.ts'
import { runOperation } from './operation/run.ts'
import { createStandIn, type StandIn, standInHttpClient } from './stand-in/stand-in.ts'
import { ensureSchema } from './stand-in/store.ts'
import { createPayments } from './stripe.ts'
import { sweepPayments } from './sweep.ts'
import { handleStripeEvent, receiveWebhook } from './webhook.ts'

/** A process stopped where a test told it to. */
export class Crash extends Error {}

/** The money parts of one server process on a test's database: real jobs, the real SDK, the stand-in behind it. */
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
    secrets,
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
      'money.run': ({ operationId }: QueueData['money.run']) => runOperation(context, operationId),
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

/** Webhooks are still on their way when a test ends: what the next one empties is held by nobody after this. */
export async function settleBenches(): Promise<void> {
  await Promise.all(standIns.map((standIn) => standIn.settled()))
}

/** Opens a hold for a new ask; nothing has happened at Stripe yet. */
export async function opened({ context }: Bench, amountCents = 2500) {
  const askId = systemRandom.id()
  const holdId = await work(context, (inside) =>
    openHold(inside, { askId, principal: 'guest:1', amountCents }),
  )
  return { askId, holdId }
}

/** What the browser's card form does. */
export async function confirmCard(
  { standIn }: Bench,
  clientSecret: string,
  number = '4242424242424242',
): Promise<{ status: string }> {
  const body = JSON.stringify({ clientSecret, card: { number, exp: '12/40', cvc: '123' } })
  const headers = { 'content-type': 'application/json' }
  const response = await standIn.browser.request('/confirm', { method: 'POST', headers, body })
  return (await response.json()) as { status: string }
}

/** A hold whose card was confirmed. */
export async function held(bench: Bench, { amountCents = 2500, card = '4242424242424242' } = {}) {
  const hold = await opened(bench, amountCents)
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  await confirmCard(bench, intent.value.clientSecret, card)
  await bench.standIn.settled()
  await refreshHold(bench.context, hold.holdId)
  return { ...hold, ...intent.value }
}

/** Whatever is left to do gets done: sweeps, jobs and webhooks, until nothing moves. */
export async function quiesce({ context, jobs, standIn }: Bench): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await standIn.settled()
    await sweepPayments(context)
    await jobs.runDue()
  }
}

/** The question of an ask, approved; with `answered`, its answer is stored and verified. */
export async function asked(
  { sql }: Bench,
  { askId }: { askId: string },
  { answered = true, amountCents = 2500 } = {},
): Promise<{ athleteId: string }> {
  const fanId = systemRandom.id()
  const athleteId = systemRandom.id()
  const conversationId = systemRandom.id()
  const mediaId = systemRandom.id()
  for (const [id, role] of [
    [fanId, 'basic'],
    [athleteId, 'creator'],
  ] as const) {
    await sql`insert into person (id, role, first_name, last_name, email)
      values (${id}, ${role}, 'A', 'B', ${`${id}@example.test`})`
  }
  await sql`insert into conversation (id, fan_id, athlete_id) values (${conversationId}, ${fanId}, ${athleteId})`
  await sql`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, hold_state,
      status, submitted_at, screening_ends_at, approved_at, due_at)
    values (${askId}, ${conversationId}, ${fanId}, ${athleteId}, '{}', 'S', 'text', 'T', ${amountCents}, 'held',
      'approved', app_now(), app_now() + interval '2 days', app_now(), app_now() + interval '3 days')`
  if (!answered) return { athleteId }
  await sql`
    insert into media (id, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256,
      declared_duration_ms)
    values (${mediaId}, 'person:1', 'answer', 'recorded', 'stored', 'video/mp4', 1, 'x', 1)`
  await sql`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, state, duration_ms,
      recorded_at, submitted_at)
    values (${systemRandom.id()}, ${askId}, ${conversationId}, ${athleteId}, ${fanId}, ${mediaId}, 'stored', 1, app_now(),
      app_now())`
  return { athleteId }
}

/** What Stripe would say at the end: the oracle every test is measured by. */
export async function atStripe({ sql }: Bench, { holdId }: { holdId: string }) {
  const intents = await sql<{ id: string; status: string }[]>`
    select id, body ->> 'status' as status from stand_in.object
    where object = 'payment_intent' and body #>> '{metadata,holdId}' = ${holdId} order by seq`
  const ids = intents.map(({ id }) => id)
  const [charges] = await sql<{ captures: number; captured: number; heldCards: number }[]>`
    select count(*) filter (where body ->> 'captured' = 'true')::int as captures,
      coalesce(sum((body ->> 'amount_captured')::int), 0)::int as captured,
      count(*) filter (where body ->> 'captured' = 'false' and body ->> 'refunded' = 'false'
        and body ->> 'status' = 'succeeded')::int as "heldCards"
    from stand_in.object where object = 'charge' and body ->> 'payment_intent' = any(${ids})`
  return { intents: intents.map(({ status }) => status), ...charges }
}

/** The ledger of one question, line by line in cents. */
export function linesOf({ sql }: Bench, askId: string) {
  return sql<{ account: string; cents: number }[]>`
    select e.account, e.amount_cents as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.question_id = ${askId} order by e.id`
}
