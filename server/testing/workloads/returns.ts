import type { Browser } from '../browser.ts'
import type { AskPlan, Ground, Step } from '../grounds/ground.ts'
import type { Ask } from './devices.ts'
import { drawMishap } from './fault.ts'
import { createDraw, type Draw } from './random.ts'
import { lull, paired, viaOf } from './weave.ts'

export type ReturnStep = Extract<Step, { do: 'refund' | 'refund there' | 'dispute' | 'win' | 'lose' }>

/**
 * Does what admins, banks and people at the provider do with money that was paid. Returns false if there is none, or
 * no dispute to decide.
 */
export async function doReturn(
  ground: Ground,
  step: ReturnStep,
  { ask, desk }: { ask: Ask; desk: Browser },
): Promise<boolean> {
  const { sql } = ground
  const [paid] = await sql<{ id: string; charge: string; cents: number }[]>`
    select id, charge_id as charge, amount_cents as cents from (
      select id, ask_id as question_id, charge_id, amount_cents, 'answer' as of from hold where state = 'captured'
      union all select id, question_id, charge_id, amount_cents, 'tip' from tip where state = 'paid') payment
    where question_id = ${ask.questionId} and of = ${step.do === 'refund' ? step.of : 'answer'} order by id limit 1`
  if (!paid) return false
  const amountCents = Math.max(1, Math.floor((paid.cents * step.percent) / 100))
  if (step.do === 'refund') {
    const seed = ask.number * 10 + step.nth + Number.parseInt(ask.questionId.slice(0, 6), 16) + 31_000_000
    const draw = createDraw(seed)
    const args = { refundId: draw.id(), paymentId: paid.id, amountCents, reason: 'goodwill' }
    const intents = [{ id: draw.id(), name: 'payment.refund', version: 1, args }]
    await desk.post('/sync/push', { device: desk.device, account: ground.cast.admin.id, intents })
    return true
  }
  const [open] = await sql<{ id: string }[]>`
    select id from stand_in.object where object = 'dispute' and body ->> 'charge' = ${paid.charge} order by seq desc limit 1`
  const act = {
    'refund there': { act: 'refund', chargeId: paid.charge, amountCents },
    dispute: { act: 'dispute', chargeId: paid.charge, amountCents },
    win: { act: 'decide', disputeId: open?.id, status: 'won' },
    lose: { act: 'decide', disputeId: open?.id, status: 'lost' },
  }[step.do]
  // The provider refuses here what it would refuse anywhere.
  await ground.card('act', act)
  return open !== undefined || step.do === 'refund there' || step.do === 'dispute'
}

/**
 * Draws what follows in some schedules: money goes back, by an admin's hand, at the provider or by a bank, while more
 * goes wrong.
 */
export function drawReturns(seed: number, asks: readonly AskPlan[], tier: 1 | 2): Step[] {
  const draw = createDraw(seed + 21_000_000)
  const given = asks.flatMap(({ amountCents }, ask) =>
    amountCents > 0 && draw.chance(0.5) ? returning(draw, ask) : [],
  )
  if (given.length === 0) return []
  const steps = paired(draw, given)
  for (let mishaps = 1 + draw.int(3); mishaps > 0; mishaps--)
    steps.splice(draw.int(steps.length + 1), 0, ...goesWrong(draw, tier))
  return [{ do: 'run', via: 0 }, { do: 'run', via: 1 }, ...steps]
}

const POINTS = [
  'refund.after-intended',
  'refund.after-stripe',
  'refund.after-done',
  'webhook.after-stored',
] as const

function goesWrong(draw: Draw, tier: 1 | 2): Step[] {
  const way = draw.weigh({ crash: 4, outage: 4, other: 2 })
  if (way === 'other') return drawMishap(draw, tier)
  if (way === 'crash') return [{ do: 'crash', at: draw.pick(POINTS), nth: 1 + draw.int(2) }]
  const kind = draw.pick(['refuse', 'error-before', 'error-after', 'cut-after', 'hang-after'] as const)
  return [{ do: 'outage', call: 'refund', kind, times: 2 }]
}

function returning(draw: Draw, ask: number): Step[] {
  const percent = draw.pick([100, 100, 50, 33, 7])
  const refund = (nth: number, of: 'answer' | 'tip' = 'answer'): Step => ({
    do: 'refund',
    ask,
    nth,
    of,
    percent: draw.pick([percent, 10]),
    via: viaOf(draw),
  })
  const there: Step = { do: 'refund there', ask, percent }
  const dispute: Step = { do: 'dispute', ask, percent: draw.pick([100, 60]) }
  const end = (): Step => ({ do: draw.pick(['win', 'lose'] as const), ask, percent: 0 })
  const way = draw.weigh({ refund: 3, unheard: 4, twice: 3, tip: 2, there: 2, dispute: 3, both: 2 })
  const steps: { [name in typeof way]: () => Step[] } = {
    refund: () => [refund(0)],
    // The refund is made, but no server hears of it: one that asked again without looking would make it twice.
    unheard: () => [
      { do: 'outage', call: 'refund', kind: 'error-after', times: 1 },
      { ...refund(0), percent: 10 },
    ],
    twice: () => [refund(0), refund(1), ...(draw.chance(0.5) ? [refund(0)] : [])],
    tip: () => [refund(2, 'tip'), refund(0)],
    there: () => [there, ...(draw.chance(0.5) ? [refund(0)] : [])],
    dispute: () => [dispute, ...lull(draw), end(), ...(draw.chance(0.3) ? [end()] : [])],
    both: () => [refund(0), dispute, end()],
  }
  return [...steps[way](), ...lull(draw)]
}
