import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import type { DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import type { Browser } from '../browser.ts'
import type { AskPlan, Cast, Step } from '../grounds/ground.ts'
import { createDraw } from './random.ts'
import { viaOf } from './weave.ts'

type ControlStep = Extract<Step, { do: 'control payouts' }>

/**
 * Holds, resumes or cancels payouts at the desk, as an admin does. Returns false if there was nothing to do it to.
 */
export async function doControl(step: ControlStep, desk: Browser, cast: Cast): Promise<unknown> {
  if (step.act === 'hold') {
    const personId = step.of === 'all' ? null : cast[step.of].id
    return desk.push('payouts.hold', { holdId: crypto.randomUUID(), personId, reason: 'looked into' })
  }
  const { body } = await desk.post<DeskPayoutsAnswer>(DESK_CALLS.deskPayouts, {})
  if (step.act === 'resume') {
    for (const { id: holdId } of body.holds ?? [])
      await desk.push('payouts.resume', { holdId, reason: 'all well' })
    return (body.holds ?? []).length > 0
  }
  const [payout] = [...(body.open ?? []), ...(body.waiting ?? [])].filter(({ state }) => state === 'ordered')
  return payout ? desk.push('payout.cancel', { payoutId: payout.id, reason: 'ordered by mistake' }) : false
}

/** The steps that stop money around a payday; each list may be empty. */
export type Control = {
  /**
   * True if no athlete sets an account up. Then all is paid by hand, so that there is something to cancel, or to
   * reduce.
   */
  isByHand: boolean
  disputed: Step[]
  held: Step[]
  after: Step[]
  decided: Step[]
}

/** Draws these steps apart from everything else, so that all other draws stay as they were. */
export function drawControl(seed: number, asks: readonly AskPlan[], run: Step): Control {
  const draw = createDraw(seed + 23_000_000)
  const paid = asks.flatMap(({ amountCents }, ask) => (amountCents > 0 ? [ask] : []))
  const ask = paid[draw.int(Math.max(1, paid.length))]
  const isDisputed = ask !== undefined && draw.chance(0.35)
  const of = draw.pick([asks[0]?.athlete ?? 'paid', 'all'] as const)
  const isHeld = draw.chance(0.4)
  const isCancelled = draw.chance(0.5)
  const stop = (act: ControlStep['act']): Step => ({ do: 'control payouts', act, of, via: viaOf(draw) })
  const resume: Step[] = [run, { do: 'wait', ms: HOUR_MS }, { do: 'pay by hand', via: viaOf(draw) }, run]
  const control = {
    disputed: isDisputed ? [{ do: 'dispute', ask, percent: 100 } satisfies Step] : [],
    held: isHeld ? [stop('hold'), ...hourly(run)] : [],
    after: [
      ...(isHeld ? [...resume, stop('resume'), ...hourly(run)] : []),
      ...(isCancelled ? [stop('cancel')] : []),
    ],
    decided: isDisputed
      ? [{ do: draw.pick(['win', 'lose'] as const), ask, percent: 0 } satisfies Step, run]
      : [],
  }
  const isByHand = !isHeld && (isCancelled || draw.chance(0.2))
  return isByHand && !isCancelled ? { ...control, isByHand, after: tipsBack(asks) } : { ...control, isByHand }
}

/** Returns refunds of a part of each answer's tip, for the time while the tip waits to be paid by hand. */
const tipsBack = (asks: readonly AskPlan[]): Step[] =>
  asks.map((_, ask) => ({ do: 'refund', ask, nth: 31, of: 'tip', percent: 60, via: 0 }))

/** Returns the steps that let an hour go by and then run the servers, which look once an hour for what is due. */
const hourly = (run: Step): Step[] => [{ do: 'wait', ms: HOUR_MS }, run]
