import { createHmac } from 'node:crypto'
import { asked, type Bench, confirmCard, linesOf, openBench, opened, quiesce } from '../../payment/bench.ts'
import { captureHold } from '../../payment/capture.ts'
import { ensureIntent, refreshHold } from '../../payment/hold.ts'
import { releaseHold } from '../../payment/release.ts'
import { receiveWebhook } from '../../payment/webhook.ts'
import { work } from '../../work.ts'
import { testDatabase } from '../database.ts'
import { createDraw } from '../schedules/draw.ts'
import { inTurns } from './in-turns.ts'

export type Webhooks = { events: number; seed: number; manner: 'in order' | 'doubled and shuffled' }

/** What our side came to, story by story; ids and times are left out, so that two runs can be held against each other. */
export type Ended = { stories: Story[]; delivered: number; unhandled: number; ms: number }
type Story = { plot: Plot; state: string; amountCents: number; hasCharge: boolean; lines: string[] }

const PLOTS = ['held', 'declined', 'left', 'taken back', 'captured', 'released'] as const
type Plot = (typeof PLOTS)[number]

/** At least: the one of its making apart, a card that is confirmed or let go makes two or three. */
const EVENTS_OF_A_STORY = 3
const AT_ONCE = 8

/** M2 D31: events in any order, some of them twice and at once, come to the same end as in order and once. */
export async function deliverEvents({ events, seed, manner }: Webhooks): Promise<Ended> {
  const database = await testDatabase()
  try {
    const bench = await openBench(database.sql)
    const told: Told[] = []
    bench.control.deaf = true
    await inTurns(
      Array.from({ length: Math.ceil(events / EVENTS_OF_A_STORY) }, (_, n) => n),
      AT_ONCE,
      async (n) => void told.push({ n, ...(await tell(bench, n)) }),
    )
    await bench.standIn.settled()
    const started = performance.now()
    const delivered = await deliver(bench, { seed, manner })
    await quiesce(bench)
    const ms = Math.round(performance.now() - started)
    const stories: Story[] = []
    for (const each of told.sort((a, b) => a.n - b.n)) stories.push(await endOf(bench, each))
    const [row] = await database.sql<
      { count: number }[]
    >`select count(*)::int from stripe_event where handled_at is null`
    return { stories, delivered, unhandled: row?.count ?? 0, ms }
  } finally {
    await database.drop()
  }
}

type Told = { n: number; plot: Plot; askId: string; holdId: string }

/** One hold and what became of it at the provider, while nobody here listens. */
async function tell(bench: Bench, n: number): Promise<Omit<Told, 'n'>> {
  const plot = PLOTS[n % PLOTS.length] ?? 'held'
  const amountCents = 1_000 + n
  const hold = await opened(bench, amountCents)
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  const { clientSecret, paymentIntentId } = intent.value
  if (plot !== 'left')
    await confirmCard(bench, clientSecret, plot === 'declined' ? '4000000000000002' : undefined)
  if (plot === 'taken back') await bench.payments.cancel(paymentIntentId, 'abandoned', `taken back ${n}`)
  if (plot === 'captured' || plot === 'released') await refreshHold(bench.context, hold.holdId)
  if (plot === 'captured') {
    await asked(bench, hold, { amountCents })
    await work(bench.context, (inside) => captureHold(inside, hold.holdId))
  }
  if (plot === 'released') await work(bench.context, (inside) => releaseHold(inside, hold.holdId, 'rejected'))
  return { plot, askId: hold.askId, holdId: hold.holdId }
}

/** Hands the events over as the provider would, signed; says how many times one was handed over. */
async function deliver(bench: Bench, { seed, manner }: Omit<Webhooks, 'events'>): Promise<number> {
  const kept = await bench.sql<{ body: object }[]>`
    select body from stand_in.object where object = 'event' order by seq`
  const draw = createDraw(seed)
  const isWild = manner === 'doubled and shuffled'
  const line = kept.flatMap(({ body }, n) => (isWild && n % 2 === 0 ? [body, body] : [body]))
  if (isWild) line.sort(() => draw.int(3) - 1)
  const time = Math.floor((await bench.context.clock.now()).getTime() / 1_000)
  await inTurns(line, isWild ? AT_ONCE : 1, async (event) => {
    const body = JSON.stringify(event)
    const mac = createHmac('sha256', 'whsec_bench').update(`${time}.${body}`).digest('hex')
    const { status } = await receiveWebhook(bench.context, body, `t=${time},v1=${mac}`)
    if (status !== 200) throw new Error(`an event was answered with ${status}`)
  })
  return line.length
}

async function endOf(bench: Bench, { plot, askId, holdId }: Told): Promise<Story> {
  const [hold] = await bench.sql<{ state: string; amountCents: number; hasCharge: boolean }[]>`
    select state, amount_cents as "amountCents", charge_id is not null as "hasCharge" from hold where id = ${holdId}`
  if (!hold) throw new Error(`hold ${holdId} is gone`)
  const lines = (await linesOf(bench, askId)).map(({ account, cents }) => `${account} ${cents}`)
  return { plot, ...hold, lines: lines.sort() }
}
