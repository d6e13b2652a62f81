import type { Ground, Script } from '../grounds/ground.ts'
import type { Ran } from './run.ts'
import { runScript } from './run.ts'

const RUNS_AT_MOST = 60

/** The same promise broken by as few steps as possible: each is left out, and stays out when it was not needed. */
export async function shortened(ground: Ground, ran: Ran): Promise<Script> {
  const broken = new Set(ran.violations.map(({ invariant }) => invariant))
  let { script } = ran
  let runs = 0
  for (let at = script.steps.length - 1; at >= 0 && runs < RUNS_AT_MOST; at--, runs++) {
    const without = { ...script, steps: script.steps.filter((_, n) => n !== at) }
    const { violations } = await runScript(ground, without)
    if (violations.some(({ invariant }) => broken.has(invariant))) script = without
  }
  return script
}
