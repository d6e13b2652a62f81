import { HOUR_MS } from '../../../sync/limits.ts'
import type { AskPlan, Step, Take, Via, Way } from '../grounds/ground.ts'
import type { Draw } from './random.ts'

/** Draws a pause in which nobody acts, while time may go by and a server may work. */
export function lull(draw: Draw): Step[] {
  const way = draw.weigh({ run: 5, wait: 2, both: 3, nothing: 3 })
  const run: Step = { do: 'run', via: viaOf(draw) }
  const wait: Step = { do: 'wait', ms: draw.pick([5_000, 60_000, 600_000, HOUR_MS, 3 * HOUR_MS]) }
  const ways = { run: [run], wait: [wait], both: [wait, run], nothing: [] }
  return ways[way]
}

export function atOnce(draw: Draw, steps: Step[]): Step {
  return { do: 'together', steps: steps.map((step) => ({ after: draw.pick([0, 0, 0, 10, 30]), step })) }
}

/** Puts the stories of several people into one line, each in its own order. */
export function interleaved(draw: Draw, stories: Step[][]): Step[] {
  const left = stories.map((steps) => [...steps])
  const line: Step[] = []
  for (let open = left.filter(({ length }) => length > 0); open.length > 0; ) {
    const step = draw.pick(open).shift()
    if (step) line.push(step)
    open = open.filter(({ length }) => length > 0)
  }
  return line
}

/** Makes some neighbouring steps happen at once, and some steps twice at once (a double click, two tabs). */
export function paired(draw: Draw, line: Step[]): Step[] {
  const steps: Step[] = []
  for (let n = 0; n < line.length; n++) {
    const [step, next] = [line[n], line[n + 1]]
    if (!step) continue
    const free = step.do !== 'together' && step.do !== 'wait' && step.do !== 'wait until'
    if (free && draw.chance(0.08))
      steps.push(atOnce(draw, [step, { ...step, ...('via' in step && { via: viaOf(draw) }) }]))
    else if (free && next && next.do !== 'together' && draw.chance(0.1)) {
      steps.push(atOnce(draw, [step, next]))
      n++
    } else steps.push(step)
  }
  return steps
}

/** Applies `change` to a step, or to each step within a `together`. */
export function changed(step: Step, change: (step: Step) => Step): Step {
  if (step.do !== 'together') return change(step)
  return {
    ...step,
    steps: step.steps.map(({ after, step: each }) => ({ after, step: changed(each, change) })),
  }
}

/** Draws one of the two servers. */
export const viaOf = (draw: Draw) => draw.int(2) as Via

/**
 * Returns the steps in which one person asks everyone at the same moment, the first slowly, while their other devices
 * look.
 */
export function crowd(draw: Draw, asks: AskPlan[]): Step[] {
  const slow: Step = { do: 'stall', at: 'ask.before-commit', ms: 200 + draw.int(100) }
  const wishes = asks.map((_, ask) => ({
    after: ask * 40,
    step: { do: 'wish', ask, via: (ask % 2) as Via } as const,
  }))
  const looks = [110, 150].map((after) => ({
    after,
    step: { do: 'pull', reader: 'member', via: 0 } as const,
  }))
  return [slow, { do: 'together', steps: [...wishes, ...looks] }]
}

/**
 * Draws how a video is sent: whole, in pieces, cut and resumed, by two senders at once, as wrong bytes, given up, or
 * never.
 */
export function sends(draw: Draw, ask: number, take: Take): Step[] {
  const send = (way: Way, via = viaOf(draw)): Step => ({
    do: 'send',
    ask,
    take,
    way,
    at: draw.int(100) / 100,
    via,
  })
  const manner = draw.weigh({ whole: 10, pieces: 3, cut: 5, twins: 3, wrong: 1, 'given up': 1, never: 1 })
  if (manner === 'never') return []
  if (manner === 'twins') {
    const after = draw.int(20)
    const twins = [
      { after: 0, step: send('slow', 0) },
      { after, step: send(draw.pick(['slow', 'slow', 'whole', 'wrong']), 1) },
    ]
    return [{ do: 'together', steps: twins }, send('whole')]
  }
  return manner === 'whole' || manner === 'wrong' ? [send(manner)] : [send(manner), send('whole')]
}
