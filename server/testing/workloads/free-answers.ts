import type { Step } from '../grounds/ground.ts'
import { drawMishap } from './fault.ts'
import { createDraw, type Draw } from './random.ts'
import { atOnce, lull, sends, viaOf } from './weave.ts'

/** How many asks a schedule has, and which of them is the one of `drawOwed`, if any. */
type Told = { count: number; owed: number | null }

/**
 * Draws what follows in some schedules: athletes send what they recorded as free answers to questions that ended
 * without one, because time ran out, they declined, or nobody paid, while more goes wrong (D5). `owed` is the number
 * of the ask of `drawOwed`, whose answer may never be paid for.
 */
export function drawFreeAnswers(seed: number, { count, owed }: Told, tier: 1 | 2): Step[] {
  const draw = createDraw(seed + 61_000_000)
  if (!draw.chance(0.6)) return []
  const steps = Array.from({ length: count }, (_, ask) =>
    draw.chance(0.7) ? giving(draw, ask, ask === owed) : [],
  ).flat()
  if (steps.length === 0) return []
  for (let mishaps = draw.int(3); mishaps > 0; mishaps--)
    steps.splice(draw.int(steps.length + 1), 0, ...drawMishap(draw, tier))
  return steps
}

/**
 * Returns the steps that end a question, by a decline or the end of its time, and then give a free answer. Now and
 * then the free answer comes just as the question ends, or before it does.
 */
function giving(draw: Draw, ask: number, isOwed: boolean): Step[] {
  const on = () => ({ ask, via: viaOf(draw) })
  const give = (take: 'first' | 'second'): Step => ({ do: 'give', take, ...on() })
  const take = draw.weigh({ first: 2, second: 1 })
  const run = (): Step => ({ do: 'run', via: viaOf(draw) })
  const until = (edge: 'due' | 'grace' | 'again'): Step => ({ do: 'wait until', ask, edge, ms: 100 })
  const edges = isOwed ? [until('again')] : [until('due'), until('grace')]
  const way = draw.weigh({ ended: 5, declined: 4, 'at once': 3, twins: 2, anyway: 1 })
  const ways: { [name in typeof way]: () => Step[] } = {
    ended: () => [...edges, run(), give(take)],
    declined: () => [{ do: 'decline', ...on() }, give(take)],
    'at once': () => [...edges, atOnce(draw, [run(), give(take)]), give(take)],
    // Two devices each give a take of their own.
    twins: () => [...edges, run(), atOnce(draw, [give('first'), give('second')])],
    anyway: () => [give(take)],
  }
  const takes = way === 'twins' ? (['first', 'second'] as const) : [take]
  return [...ways[way](), ...lull(draw), ...takes.flatMap((each) => sends(draw, ask, each)), run()]
}
