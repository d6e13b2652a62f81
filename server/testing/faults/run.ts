import { HOUR_MS } from '../../../sync/limits.ts'
import { type Ground, type Script, type Step, sayStep, type Via } from '../grounds/ground.ts'
import { checkAlways, checkEnd, checkReplicas, checkSoon } from '../invariants/check.ts'
import type { Violation } from '../invariants/history.ts'
import { recovers } from '../invariants/overload.ts'
import { openActors } from '../workloads/acts.ts'
import { addKinds, countKinds, type Kinds, kindsInBooks } from './kinds.ts'

const MINUTE_MS = 60_000
/** The time after healing: about an hour in small steps, then nine days in larger ones. */
const SOON_MS = [31_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 12 * MINUTE_MS, 45 * MINUTE_MS]
const LATER_MS = [2, 10, 24, 36, 48, 48, 49].map((hours) => hours * HOUR_MS)

/** The result of one schedule. */
export type Ran = {
  script: Script
  /** How many faults struck. */
  faults: number
  kinds: Kinds
  /** How much cards paid at the provider. */
  capturedCents: number
  violations: Violation[]
  stepsDone: number
  complaints: string[]
}

/** Plays a script, heals everything, lets nine days go by, and checks every promise. */
export async function runScript(ground: Ground, script: Script): Promise<Ran> {
  await ground.reset(script.seed)
  const { history, ...actors } = await openActors(ground, script)
  let stepsDone = 0
  const ran = async (violations: Violation[]): Promise<Ran> => {
    // The logs are read first, because only they tell that a full disk struck.
    const complaints = [...new Set(ground.complaints())]
    const struck = ground.nemesis.steps
    const capturedCents = await capturedBy(ground)
    const kinds = countKinds(history.done, struck)
    addKinds(kinds, await kindsInBooks(ground.sql))
    return {
      script,
      faults: struck.length + history.struck,
      kinds,
      capturedCents,
      stepsDone,
      violations,
      complaints,
    }
  }
  for (const step of script.steps) {
    await actors.act(step)
    await ground.settled()
    stepsDone += 1
    const seen = looks(step) ? await checkReplicas(ground, history, () => actors.pullAll('known')) : []
    const broken = [...seen, ...ended(ground), ...history.violations, ...(await checkAlways(ground, history))]
    if (broken.length > 0) return ran(broken)
  }
  await ground.heal()
  const slow = await recovers(ground)
  if (slow.length > 0) return ran(slow)
  await actors.resume()
  await pass(ground, SOON_MS)
  const soon = await checkSoon(ground, history)
  if (soon.length > 0) return ran([...ended(ground), ...soon])
  // All devices pull everything now, so that later changes, birthdays too, come to devices that have seen all the
  // rest.
  await actors.pullAll()
  await pass(ground, LATER_MS)
  const seen = await checkReplicas(ground, history, actors.pullAll)
  return ran([...seen, ...ended(ground), ...history.violations, ...(await checkEnd(ground, history))])
}

async function capturedBy({ sql }: Ground): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(sum((body ->> 'amount')::bigint), 0)::bigint as cents from stand_in.object
    where object = 'balance_transaction' and body ->> 'type' = 'charge'`
  return Number(row?.cents ?? 0)
}

/** Returns a violation if a server ended by itself, without being stopped. */
function ended(ground: Ground): Violation[] {
  const rows = ground.died()
  return rows.length === 0 ? [] : [{ invariant: 'A', says: 'a server ended by itself', rows }]
}

const looks = (step: Step): boolean =>
  step.do === 'pull' || (step.do === 'together' && step.steps.some((each) => looks(each.step)))

/** Lets time go by in steps. After each step a server does what is due. */
async function pass(ground: Ground, steps: readonly number[]): Promise<void> {
  for (const [turn, ms] of steps.entries()) {
    await ground.advance(ms)
    await ground.run((turn % 2) as Via)
    await ground.settled()
  }
}

/** Returns a failure as text that a person can read and repeat. */
export function sayFailure({ script, violations, stepsDone, complaints }: Ran): string {
  const steps = script.steps.map(
    (step, n) => `${n < stepsDone ? ' ' : n === stepsDone ? '>' : '.'} ${sayStep(step)}`,
  )
  const asks = script.asks.map((ask, n) => `  ask ${n}: ${JSON.stringify(ask)}`)
  const broken = violations.map(
    ({ invariant, says, rows }) => `${invariant}: ${says}\n${JSON.stringify(rows, null, 1)}`,
  )
  return [
    `seed ${script.seed}`,
    ...asks,
    ...steps,
    ...complaints.map((each) => `log: ${each}`),
    ...broken,
  ].join('\n')
}
