import type { PayAgainAnswer } from '../../../sync/calls.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { linkToken } from '../../notify/private-link.ts'
import type { AskPlan, Card, Ground, Step } from '../grounds/ground.ts'
import type { Ask } from './devices.ts'
import { createDraw, type Draw } from './random.ts'
import { confirmCard } from './tips.ts'
import { atOnce, changed, lull, viaOf } from './weave.ts'

type BankStep = Extract<Step, { do: 'expire' | 'pay again' }>

/**
 * Makes a bank let a hold go before its time, or a fan pay again for an answer that has come. Returns false if there
 * is no such hold or answer.
 */
export function doAtBank(ground: Ground, step: BankStep, ask: Ask): Promise<boolean> {
  return step.do === 'expire' ? expire(ground, ask) : payAgain(ground, step, ask)
}

async function expire(ground: Ground, { questionId }: Ask): Promise<boolean> {
  const [live] = await ground.sql<{ id: string }[]>`
    select o.id from stand_in.object o join hold h on h.id::text = o.body #>> '{metadata,holdId}'
    where o.object = 'payment_intent' and h.ask_id = ${questionId} and o.body ->> 'status' = 'requires_capture'
    order by o.seq desc limit 1`
  if (live) await ground.card('act', { act: 'expire', intentId: live.id })
  return live !== undefined
}

/**
 * Pays again as the answer's page does: it asks for the card form, confirms, and asks once more, unless the fan has
 * left. With `late` it only checks that an expired link offers no card form.
 */
async function payAgain(
  { sql, secrets, card }: Ground,
  step: Extract<BankStep, { do: 'pay again' }>,
  { questionId, fanBrowser: browser }: Ask,
): Promise<boolean> {
  const token = linkToken(secrets.privateLink, questionId, 1)
  const { body } = await browser.post<Partial<PayAgainAnswer>>(CALLS.payAgain, { token })
  if (step.late) {
    const [over] = await sql`
      select from question where id = ${questionId} and pay_again_until <= app_now() and status <> 'completed'`
    return over !== undefined && body.clientSecret === undefined
  }
  if (!body.clientSecret) return false
  await confirmCard({ card }, body.clientSecret, step.card)
  if (step.looks) await browser.post(CALLS.payAgain, { token })
  return true
}

/**
 * Adds to some schedules a bank that lets a hold go at any moment, mostly about when its answer comes. The fan whose
 * hold is lost or whose card fails pays again at the end.
 */
export function drawBanks(seed: number, asks: readonly AskPlan[], steps: readonly Step[]): Step[] {
  const draw = createDraw(seed + 25_000_000)
  const paid = asks.flatMap(({ amountCents }, ask) => (amountCents > 0 && draw.chance(0.4) ? [ask] : []))
  const line = paid.reduce((before, ask) => losing(draw, before, ask), [...steps])
  return [
    ...line,
    ...asks.flatMap((_, ask) => (paid.includes(ask) || hasBadCard(steps, ask) ? payingAgain(draw, ask) : [])),
  ]
}

/**
 * Inserts the loss of an ask's hold: at any moment; unheard just before the answer comes, so that the capture finds
 * nothing held; or while the capture is made.
 */
function losing(draw: Draw, steps: Step[], ask: number): Step[] {
  const expires: Step = { do: 'expire', ask }
  const places = steps.flatMap((step, at) => (isOf(step, ask) ? [at] : []))
  const sending = steps.findIndex(
    (step) => step.do === 'send' && step.ask === ask && step.take !== 'question',
  )
  const way = draw.weigh({ unheard: 6, captured: 3, anytime: 2 })
  const at = way === 'anytime' || sending < 0 ? draw.pick(places) + 1 : sending
  const send = steps[sending]
  const ways: { [name in typeof way]: Step[] } = {
    unheard: [{ do: 'webhooks', duplicates: 0, shuffle: false, delaySeconds: 0, drops: 1_000 }, expires],
    captured: [
      { do: 'stall', at: draw.pick(['capture.after-intended', 'answer.before-complete'] as const), ms: 120 },
      atOnce(draw, [...(send ? [send] : []), { do: 'run', via: viaOf(draw) }, expires]),
    ],
    anytime: [expires],
  }
  return [...steps.slice(0, at), ...ways[way], ...steps.slice(at)]
}

/** Tells whether an ask's card is good for a hold and fails when it is captured. Its fan pays again, too. */
const hasBadCard = (steps: readonly Step[], ask: number) =>
  steps.some((step) => step.do === 'pay' && step.ask === ask && step.card === 'fails later')

const isOf = (step: Step, ask: number): boolean =>
  step.do === 'together' ? step.steps.some((each) => isOf(each.step, ask)) : 'ask' in step && step.ask === ask

const POINTS = [
  'hold.after-intended',
  'hold.after-stripe',
  'hold.after-done',
  'capture.after-intended',
  'capture.after-stripe',
  'capture.after-done',
  'release.after-stripe',
  'webhook.after-stored',
] as const

/**
 * Returns the steps of paying again. It goes wrong as the first payment does: crashed, twice, at once, with another
 * bad card, too late.
 */
export function payingAgain(draw: Draw, ask: number): Step[] {
  const pay = (card: Card = drawCard(draw)): Step => ({
    do: 'pay again',
    ask,
    card,
    looks: draw.chance(0.7),
    via: viaOf(draw),
  })
  const crash = (): Step => ({ do: 'crash', at: draw.pick(POINTS), nth: 1 })
  const way = draw.weigh({
    crashed: 4,
    declined: 2,
    twice: 2,
    'at once': 3,
    lost: 3,
    late: 1,
    last: 2,
    never: 1,
  })
  const ways: { [name in typeof way]: () => Step[] } = {
    crashed: () => [crash(), pay(), pay('good')],
    declined: () => [pay(draw.pick(['declined', 'asks, fails', 'in part'] as const)), pay('good')],
    twice: () => [crash(), pay(), ...lull(draw), crash(), pay('good')],
    'at once': () => [atOnce(draw, [pay('good'), pay('good'), ...(draw.chance(0.4) ? [crash()] : [])])],
    // The bank lets the second hold go, too, so there is a third.
    lost: () => [pay('good'), { do: 'expire', ask }, ...lull(draw), pay('good')],
    late: () => [{ do: 'wait', ms: 73 * HOUR_MS }, { ...pay('good'), late: true } as Step],
    last: () => [
      { do: 'wait until', ask, edge: 'again', ms: 60 - draw.int(400) },
      atOnce(draw, [pay('good'), pay('good')]),
    ],
    never: () => [],
  }
  const run = (): Step => ({ do: 'run', via: viaOf(draw) })
  return [run(), { do: 'wait', ms: 61_000 }, run(), ...ways[way](), ...lull(draw)]
}

/**
 * Replaces some good cards by cards of a bank abroad, which cost more than the usual fee, and by cards for which the
 * bank approves only a part. A card whose hold is to be lost is never approved in part.
 */
export function withOtherCards(seed: number, steps: readonly Step[]): Step[] {
  const draw = createDraw(seed + 35_000_000)
  const other = (step: Step): Step => {
    if (step.do !== 'pay' && step.do !== 'pay tip' && step.do !== 'pay again') return step
    const card = draw.weigh({ good: 64, foreign: 22, 'in part': 14 })
    const isKept = step.card !== 'good' || (card === 'in part' && isToBeLost(steps, step.ask))
    return isKept ? step : { ...step, card }
  }
  return steps.map((step) => changed(step, other))
}

const isToBeLost = (steps: readonly Step[], ask: number): boolean =>
  steps.some((step) => step.do === 'expire' && step.ask === ask)

const drawCard = (draw: Draw): Card =>
  draw.weigh({ good: 8, declined: 1, asks: 2, 'asks, fails': 1, 'asks, left': 1, 'fails later': 2 })
