import { HOUR_MS } from '../../../sync/limits.ts'
import type { AskPlan, Card, Script, Step } from '../grounds/ground.ts'
import { drawBanks, withOtherCards } from './banks.ts'
import { clusterAmiss } from './cluster-amiss.ts'
import { withDrafts } from './drafts.ts'
import { drawMishap, jobsAmiss, machinesAmiss } from './fault.ts'
import { drawFreeAnswers } from './free-answers.ts'
import { drawOwed } from './owed.ts'
import { drawPayouts, toPayday } from './payouts.ts'
import { createDraw, type Draw } from './random.ts'
import { drawReturns } from './returns.ts'
import { drawTips } from './tips.ts'
import { atOnce, crowd, interleaved, lull, paired, sends, viaOf } from './weave.ts'

/** The prices of the cast's athletes, in odd cents, so that rounding shows. */
export const PRICES = { paid: 1_501, promo: 1_003, free: 0 } as const

const AMOUNTS = {
  paid: [1_501, 1_501, 1_502, 2_003, 4_999],
  promo: [0, 0, 0, 1_003, 1_003, 501],
  free: [0, 501],
} as const

export type Tier = 1 | 2 | 3

/** The address of the member's account, which every ask of theirs names. */
const MEMBER = 'member@t.test'

/** Draws the schedule of a seed: one to three people ask and are answered, while one to six things go wrong. */
export function drawScript(seed: number, on: Tier = 1): Script {
  const tier = on === 1 ? 1 : 2
  const draw = createDraw(seed)
  const isCrowd = draw.chance(0.2)
  const asks = isCrowd ? drawCrowd(draw) : drawAsks(draw)
  const beginnings = asks.map((plan, ask) => [
    ...preparing(draw, plan, ask),
    ...(isCrowd ? [] : wishing(draw, ask)),
  ])
  const ends = asks.map((plan, ask) => [...screening(draw, ask), ...answering(draw, plan, ask)])
  const story = isCrowd
    ? [...interleaved(draw, beginnings), ...crowd(draw, asks), ...interleaved(draw, ends)]
    : interleaved(
        draw,
        beginnings.map((steps, ask) => [...steps, ...(ends[ask] ?? [])]),
      )
  const line = paired(draw, story)
  for (let left = 1 + draw.int(6); left > 0; left--) {
    const at = draw.int(line.length + 1)
    line.splice(at, 0, ...drawMishap(draw, tier))
  }
  const besides = [
    ...drawBanks(seed, asks, line),
    ...drawTips(seed, asks, tier),
    ...drawReturns(seed, asks, tier),
  ]
  const owed = drawOwed(seed, asks.length)
  const people = owed ? [...asks, owed.plan] : asks
  const others = tier === 2 ? machinesAmiss(seed, jobsAmiss(seed, besides)) : jobsAmiss(seed, besides)
  const told = owed?.isFirst ? [...owed.steps, ...others] : [...others, ...(owed?.steps ?? [])]
  const payouts = drawPayouts(seed, asks, tier)
  // Free answers pay nobody, and waiting for them and a payday takes longer than messages are kept.
  const gifts = payouts
    ? []
    : drawFreeAnswers(seed, { count: people.length, owed: owed && asks.length }, tier)
  const whole = withOtherCards(seed, toPayday([...told, ...gifts], payouts))
  const steps = withDrafts(seed, whole)
  return { seed, asks: people, steps: on === 3 ? clusterAmiss(seed, steps) : steps }
}

/** Draws one to three asks. Now and then the first person asks the same athlete again, in another browser. */
function drawAsks(draw: Draw): AskPlan[] {
  const asks = [drawAsk(draw)]
  for (let more = draw.int(3); more > 0; more--) {
    const [first] = asks
    const next = drawAsk(draw)
    if (!first || !draw.chance(0.3)) asks.push(next)
    else
      asks.push({
        ...next,
        athlete: first.athlete,
        fan: first.fan,
        email: first.email,
        amountCents: first.amountCents,
      })
  }
  return asks
}

/** Draws the asks of one person who asks several athletes. */
function drawCrowd(draw: Draw): AskPlan[] {
  const athletes = draw.pick([
    ['paid', 'promo'],
    ['promo', 'free'],
    ['free', 'paid'],
    ['promo', 'paid', 'free'],
    // Both are the first question to the same athlete, which is free.
    ['promo', 'promo'],
  ] as const)
  const free = athletes.length === 2 && athletes[0] === athletes[1]
  return athletes.map((athlete) => ({
    ...drawAsk(draw, athlete),
    ...(free && { amountCents: 0 }),
    fan: 'member',
    email: MEMBER,
    video: null,
  }))
}

function drawAsk(
  draw: Draw,
  athlete: AskPlan['athlete'] = draw.weigh({ paid: 6, promo: 3, free: 1 }),
): AskPlan {
  const fan = draw.weigh({ guest: 1, member: 1 })
  // The last one is the address of an account, and a guest who types it may be anyone.
  const typed = ['kim@fan.test', 'kim+2@fan.test', 'lee@fan.test', MEMBER]
  return {
    athlete,
    fan,
    email: fan === 'member' ? MEMBER : draw.pick(typed),
    amountCents: draw.pick<number>(AMOUNTS[athlete]),
    video: draw.chance(0.3) ? draw.weigh({ 'question.webm': 8, playlist: 1, torn: 1 }) : null,
    takes: {
      first: draw.weigh({ 'answer.mp4': 10, 'answer.webm': 6, torn: 1, playlist: 1 }),
      second: draw.pick(['answer.mp4', 'answer.webm']),
    },
    comesBack: { fan: draw.chance(0.6), athlete: draw.chance(0.7) },
  }
}

function preparing(draw: Draw, { amountCents, video }: AskPlan, ask: number): Step[] {
  const on = () => ({ ask, via: viaOf(draw) })
  const steps: Step[] = []
  if (draw.chance(0.08)) steps.push({ do: 'prepare', amountCents: Math.max(0, amountCents - 400), ...on() })
  steps.push({ do: 'prepare', amountCents, ...on() })
  if (draw.chance(0.15)) {
    const changed = amountCents === 0 ? 0 : amountCents + draw.pick([0, 0, 500])
    steps.push({ do: 'prepare', amountCents: changed, ...on() })
  }
  const paying: Step[] = amountCents === 0 ? [] : pays(draw, ask)
  const sending = video ? sends(draw, ask, 'question') : []
  steps.push(...(draw.chance(0.5) ? [...sending, ...paying] : [...paying, ...sending]))
  if (draw.chance(0.06)) steps.push({ do: 'go back', ...on() })
  return steps
}

function wishing(draw: Draw, ask: number): Step[] {
  const on = () => ({ ask, via: viaOf(draw) })
  const steps: Step[] = draw.chance(0.85) ? [{ do: 'wish', ...on() }] : []
  if (draw.chance(0.2)) steps.push({ do: 'say again', nth: draw.int(4), ...on() })
  return [...steps, ...lull(draw)]
}

function pays(draw: Draw, ask: number): Step[] {
  const cards: { [name in Exclude<Card, 'foreign' | 'in part'> | 'none']: number } = {
    good: 76,
    declined: 5,
    asks: 6,
    'asks, fails': 3,
    'asks, left': 2,
    'fails later': 4,
    none: 4,
  }
  const card = draw.weigh(cards)
  if (card === 'none') return []
  const first: Step = { do: 'pay', ask, card, which: 'last' }
  if (card === 'declined' || card === 'asks, fails')
    return [first, { do: 'pay', ask, card: 'good', which: 'last' }]
  return draw.chance(0.1)
    ? [first, { do: 'pay', ask, card: 'good', which: draw.pick(['first', 'last']) }]
    : [first]
}

function screening(draw: Draw, ask: number): Step[] {
  const on = () => ({ ask, via: viaOf(draw) })
  const approve = (): Step => ({ do: 'screen', decision: 'approve', ...on() })
  const reject = (): Step => ({ do: 'screen', decision: 'reject', ...on() })
  const cancel = (): Step => ({ do: 'cancel', ...on() })
  const late: Step = { do: 'wait until', ask, edge: 'screening', ms: draw.int(400) - 200 }
  const way = draw.weigh({ approve: 66, reject: 7, cancel: 7, nobody: 6, quarrel: 6, withdrawn: 5, late: 5 })
  const steps: { [name in typeof way]: () => Step[] } = {
    approve: () => [approve()],
    reject: () => [reject()],
    cancel: () => [cancel()],
    nobody: () => [late],
    quarrel: () => [atOnce(draw, [approve(), reject()])],
    withdrawn: () => [atOnce(draw, [approve(), cancel()])],
    late: () => [late, atOnce(draw, [approve(), { do: 'run', via: viaOf(draw) }])],
  }
  return [...steps[way](), ...lull(draw)]
}

function answering(draw: Draw, plan: AskPlan, ask: number): Step[] {
  const on = () => ({ ask, via: viaOf(draw) })
  const announce = (take: 'first' | 'second' = 'first'): Step => ({
    do: 'announce',
    take,
    clockMs: draw.pick([0, 0, HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, 3e11, -3e11]),
    ...on(),
  })
  const decline = (): Step => ({ do: 'decline', ...on() })
  const edge = (which: 'due' | 'grace'): Step => ({
    do: 'wait until',
    ask,
    edge: which,
    ms: 60 - draw.int(200),
  })
  const run = (): Step => ({ do: 'run', via: viaOf(draw) })
  const again = (): Step[] => [announce('second'), ...sends(draw, ask, 'second')]
  const weights = {
    whole: 56,
    'bytes first': 8,
    decline: 6,
    never: 5,
    race: 9,
    devices: 7,
    late: 4,
    grace: 5,
    torn: 3,
  }
  const way = draw.weigh(weights)
  const before = 50 + draw.int(100)
  const race = (): Step[] => [
    { do: 'wait until', ask, edge: 'due', ms: -before },
    { do: 'stall', at: 'answer.after-accepted', ms: before + 150 },
    {
      do: 'together',
      steps: [
        { after: 0, step: announce() },
        { after: before + 60, step: run() },
      ],
    },
  ]
  const steps: { [name in typeof way]: () => Step[] } = {
    whole: () => [announce(), ...lull(draw), ...sends(draw, ask, 'first')],
    'bytes first': () => [...sends(draw, ask, 'first'), announce()],
    decline: () => [decline()],
    never: () => [edge('due')],
    race: () => [...race(), ...sends(draw, ask, 'first')],
    devices: () => [
      atOnce(draw, [announce(), announce('second')]),
      ...sends(draw, ask, 'second'),
      ...sends(draw, ask, 'first'),
    ],
    late: () => [edge('due'), { do: 'wait', ms: HOUR_MS }, announce(), atOnce(draw, [decline(), run()])],
    grace: () => [announce(), edge('grace'), atOnce(draw, [...sends(draw, ask, 'first').slice(0, 1), run()])],
    torn: () => [atOnce(draw, [announce(), decline()]), ...sends(draw, ask, 'first')],
  }
  const unreadable = plan.takes.first === 'torn' || plan.takes.first === 'playlist'
  return [...steps[way](), ...lull(draw), ...(unreadable ? again() : []), ...lull(draw)]
}
