import { LIMITS } from '../../../sync/limits.ts'
import type { Script, Step } from '../grounds/ground.ts'
import { changed } from '../schedules/weave.ts'

const TIMES = 400

/** The same schedule with the largest amounts there can be, odd cents kept: a volume worth counting. */
export function enriched(script: Script): Script {
  return {
    ...script,
    asks: script.asks.map((ask) => ({ ...ask, amountCents: rich(ask.amountCents) })),
    steps: script.steps.map((step) => changed(step, enrichedStep)),
  }
}

function enrichedStep(step: Step): Step {
  if (step.do === 'prepare' || step.do === 'tip') return { ...step, amountCents: rich(step.amountCents) }
  return step.do === 'top up' ? { ...step, amountCents: 99_000_000 } : step
}

function rich(cents: number): number {
  return Math.min(cents * TIMES + (cents % 100), LIMITS.highestAmountCents - (cents % 100))
}
