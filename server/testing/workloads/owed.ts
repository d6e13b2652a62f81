import type { AskPlan, Card, Step } from '../grounds/ground.ts'
import { payingAgain } from './banks.ts'
import { createDraw, type Draw } from './random.ts'
import { lull, viaOf } from './weave.ts'

/** One more person in a schedule, with all that happens to them. */
type Told = { plan: AskPlan; steps: Step[]; isFirst: boolean }

/**
 * Draws, for a third of the schedules, one more person whose payment is lost just when the answer is here, and who
 * pays again (D33). Their steps stay in one piece: in the others' stories, a hold that is lost is mostly one that
 * nobody needs now, and a link that is opened at their end is mostly over. They come before everything else, or
 * after it with whatever of it is still wrong.
 */
export function drawOwed(seed: number, ask: number): Told | null {
  const draw = createDraw(seed + 33_000_000)
  if (!draw.chance(0.35)) return null
  const fan = draw.weigh({ guest: 1, member: 2 })
  const plan: AskPlan = {
    athlete: draw.pick(['paid', 'paid', 'promo']),
    fan,
    email: fan === 'member' ? 'member@t.test' : 'sam@fan.test',
    amountCents: draw.pick([1_501, 1_502, 2_003, 4_999]),
    video: null,
    takes: { first: draw.pick(['answer.mp4', 'answer.webm']), second: 'answer.mp4' },
    comesBack: { fan: draw.chance(0.5), athlete: true },
  }
  return { plan, steps: owing(draw, plan, ask), isFirst: draw.chance(0.6) }
}

/**
 * Returns the steps in which a question is asked, approved and answered without a fault, until the bank lets the hold
 * go unheard or the card fails when it is captured.
 */
function owing(draw: Draw, { amountCents }: AskPlan, ask: number): Step[] {
  const on = () => ({ ask, via: viaOf(draw) })
  const run = (): Step => ({ do: 'run', via: viaOf(draw) })
  const webhooks = (drops: number): Step => ({
    do: 'webhooks',
    duplicates: 0,
    shuffle: false,
    delaySeconds: 0,
    drops,
  })
  const isUnheard = draw.chance(0.75)
  const card: Card = isUnheard ? 'good' : 'fails later'
  return [
    { do: 'prepare', amountCents, ...on() },
    { do: 'pay', ask, card, which: 'last' },
    { do: 'wish', ...on() },
    run(),
    { do: 'screen', decision: 'approve', ...on() },
    { do: 'announce', take: 'first', clockMs: 0, ...on() },
    ...(isUnheard ? [webhooks(1_000), { do: 'expire', ask } satisfies Step] : []),
    { do: 'send', take: 'first', way: 'whole', at: 1, ...on() },
    ...payingAgain(draw, ask),
    ...(isUnheard && draw.chance(0.7) ? [webhooks(0)] : []),
    ...(draw.chance(0.4) ? afterwards(draw, ask) : []),
    ...lull(draw),
  ]
}

/** Returns the steps in which the second payment goes back as any payment does. */
function afterwards(draw: Draw, ask: number): Step[] {
  const refund: Step = {
    do: 'refund',
    ask,
    nth: 0,
    of: 'answer',
    percent: draw.pick([100, 33]),
    via: viaOf(draw),
  }
  const ways: { [name in 'refund' | 'dispute']: Step[] } = {
    refund: [refund],
    dispute: [
      { do: 'dispute', ask, percent: 100 },
      { do: draw.pick(['win', 'lose'] as const), ask, percent: 0 },
    ],
  }
  return [{ do: 'run', via: 0 }, { do: 'run', via: 1 }, ...ways[draw.weigh({ refund: 2, dispute: 1 })]]
}
