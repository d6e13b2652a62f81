import { createHmac } from 'node:crypto'
import { receiveWebhook } from '../../payment/webhook.ts'
import { testDatabase } from '../database.ts'
import { type Bench, openBench, quiesce } from '../payments/bench.ts'
import { linesOf } from '../payments/seen.ts'
import { createDraw } from '../workloads/random.ts'
import { inTurns } from './in-turns.ts'
import { type Plot, type Told, tell } from './money-stories.ts'

export type Webhooks = { events: number; seed: number; manner: 'in order' | 'doubled and shuffled' }

/** The server's final state, story by story, without ids and times, so that two runs can be compared. */
export type Ended = { stories: Story[]; delivered: number; unhandled: number; ms: number }
type Story = {
  plot: Plot
  /** The state of the hold or the tip. */
  state: string
  amountCents: number
  /** False for a released card, because a server that hears of the release late never saw its charge. */
  hasCharge: boolean
  /** The rows as texts, sorted; a repeated row is listed as often as it exists. */
  refunds: string[]
  disputes: string[]
  operations: string[]
  mails: string[]
  lines: string[]
}

/** How many events a story has at least: besides its creation, confirming or releasing a card makes two or three. */
const EVENTS_OF_A_STORY = 3
const AT_ONCE = 8
/** How many waves the events come in. Jobs run in between, so that some repeats come after their twin was handled. */
const WAVES = 4

/**
 * M2 D31: delivers events in any order, some twice, at once and after everything is over. The end must be the same
 * as if each had come once, in order, as soon as it happened.
 */
export async function deliverEvents({ events, seed, manner }: Webhooks): Promise<Ended> {
  const database = await testDatabase()
  try {
    const bench = await openBench(database.sql)
    bench.control.deaf = true
    await database.sql`insert into person (id, role, first_name, last_name, email)
      values (${bench.context.random.id()}, 'admin', 'A', 'B', 'admin@example.test')`
    const numbers = Array.from({ length: Math.ceil(events / EVENTS_OF_A_STORY) }, (_, n) => n)
    const { told, delivered, ms } =
      manner === 'in order' ? await hearEach(bench, numbers) : await hearLater(bench, numbers, seed)
    const stories: Story[] = []
    for (const n of numbers) {
      const each = told.get(n)
      if (each) stories.push(await endOf(bench, each))
    }
    const [row] = await database.sql<
      { count: number }[]
    >`select count(*)::int from stripe_event where handled_at is null`
    return { stories, delivered, unhandled: row?.count ?? 0, ms }
  } finally {
    await database.drop()
  }
}

type Heard = { told: Map<number, Told>; delivered: number; ms: number }

/** Plays the stories in turn, and delivers every event before anything else happens. */
async function hearEach(bench: Bench, numbers: number[]): Promise<Heard> {
  const told = new Map<number, Told>()
  let [delivered, after] = [0, 0]
  const started = performance.now()
  const heard = async () => {
    await bench.standIn.settled()
    const fresh = await eventsAfter(bench, after)
    after = fresh.at(-1)?.seq ?? after
    delivered += fresh.length
    for (const { body } of fresh) await handOver(bench, body)
    await bench.jobs.runDue()
  }
  for (const n of numbers) told.set(n, await tell({ bench, heard }, n))
  await quiesce(bench)
  return { told, delivered, ms: Math.round(performance.now() - started) }
}

/** Plays all stories to their end, then delivers the events in a random order, every other event twice. */
async function hearLater(bench: Bench, numbers: number[], seed: number): Promise<Heard> {
  const told = new Map<number, Told>()
  const heard = async () => {}
  await inTurns(numbers, AT_ONCE, async (n) => void told.set(n, await tell({ bench, heard }, n)))
  await bench.standIn.settled()
  const kept = await eventsAfter(bench, 0)
  const line = createDraw(seed).shuffled(kept.flatMap(({ body }, n) => (n % 2 === 0 ? [body, body] : [body])))
  const started = performance.now()
  const wave = Math.ceil(line.length / WAVES)
  for (let from = 0; from < line.length; from += wave) {
    await inTurns(line.slice(from, from + wave), AT_ONCE, (event) => handOver(bench, event))
    await bench.jobs.runDue()
  }
  await quiesce(bench)
  return { told, delivered: line.length, ms: Math.round(performance.now() - started) }
}

function eventsAfter({ sql }: Bench, seq: number) {
  return sql<{ seq: number; body: object }[]>`
    select seq::int, body from stand_in.object where object = 'event' and seq > ${seq} order by seq`
}

/** Delivers an event with a signature, as the provider would. */
async function handOver({ context }: Bench, event: object): Promise<void> {
  const body = JSON.stringify(event)
  const time = Math.floor((await context.clock.now()).getTime() / 1_000)
  const mac = createHmac('sha256', 'whsec_bench').update(`${time}.${body}`).digest('hex')
  const { status } = await receiveWebhook(context, body, `t=${time},v1=${mac}`)
  if (status !== 200) throw new Error(`an event was answered with ${status}`)
}

async function endOf(bench: Bench, { plot, askId, paymentId }: Told): Promise<Story> {
  const { sql } = bench
  const [payment] = await sql<{ state: string; amountCents: number; hasCharge: boolean }[]>`
    select state, amount_cents as "amountCents", charge_id is not null and state <> 'released' as "hasCharge" from (
      select id, state, amount_cents, charge_id from hold union all select id, state, amount_cents, charge_id from tip) payment
    where id = ${paymentId}`
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  // who hears of a dispute late is told of the state that it has by then
  const [rest] = await sql<Pick<Story, 'refunds' | 'disputes' | 'operations' | 'mails'>[]>`
    select array(select state || ' ' || amount_cents || ' ' || reason from refund where question_id = ${askId} order by 1) as refunds,
      array(select state || ' ' || amount_cents || ' and ' || fee_cents from dispute where question_id = ${askId} order by 1) as disputes,
      array(select kind || ' ' || state from money_operation where subject_id = ${paymentId}
        or subject_id in (select id from refund where question_id = ${askId}) order by 1) as operations,
      array(select kind || ' ' || (data - '{disputeId,dueBy,state}'::text[]) from mail where question_id = ${askId} order by 1) as mails`
  if (!rest) throw new Error('a select without a row')
  const lines = (await linesOf(bench, askId)).map(({ account, cents }) => `${account} ${cents}`)
  return { plot, ...payment, ...rest, lines: lines.sort() }
}
