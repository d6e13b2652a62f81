import { LIMITS } from '../../../sync/limits.ts'
import { FAULT_POINTS, type FaultPoint } from '../../fault.ts'
import { openCluster } from '../grounds/cluster.ts'
import type { Ground, Script, Step } from '../grounds/ground.ts'
import { openLane } from '../grounds/lane.ts'
import { openServers } from '../grounds/servers.ts'
import { drawScript, type Tier } from '../workloads/script.ts'
import { changed } from '../workloads/weave.ts'
import { addKinds, counted, type Kinds, sayKinds } from './kinds.ts'
import { type Ran, runScript, sayFailure } from './run.ts'

/** Which seeds to run, on which tier, and how many at once. */
export type Seeds = { first: number; count: number; tier: Tier; lanes: number; isRich?: boolean }

export type Say = (line: string) => void

const SHORTENED_AT_MOST = 3
const SAY_EVERY = 50

const GROUNDS: { [tier in Tier]: () => Promise<Ground> } = { 1: openLane, 2: openServers, 3: openCluster }
export const openGround = (tier: Tier): Promise<Ground> => GROUNDS[tier]()

/**
 * Runs the schedule of every seed, or of as many as come before Ctrl-C. It says which promises were broken, by how
 * short a schedule, which fault points were passed and at which something struck, and which kinds of faults were
 * drawn and struck. Returns true if every promise held and every fault point was passed.
 */
export async function runSeeds(
  { first, count, tier, lanes, isRich = false }: Seeds,
  say: Say,
): Promise<boolean> {
  const started = performance.now()
  const points = { passed: new Map<FaultPoint, number>(), struck: new Map<FaultPoint, number>() }
  const kinds: Kinds = new Map()
  let done = 0
  let faults = 0
  let capturedCents = 0
  let violations = 0
  let next = first
  let end = first + count
  process.once('SIGINT', () => {
    end = next
  })
  const runAll = async (ground: Ground) => {
    while (next < end) {
      const script = drawScript(next++, tier)
      const ran = await runScript(ground, isRich ? enriched(script) : script)
      faults += ran.faults
      addKinds(kinds, ran.kinds)
      capturedCents += ran.capturedCents
      done += 1
      if (done % SAY_EVERY === 0) say(`${done} of ${count} schedules, ${violations} violations so far`)
      if (ran.violations.length === 0) continue
      violations += 1
      say(sayFailure(ran))
      if (violations <= SHORTENED_AT_MOST)
        say(`to be kept: ${JSON.stringify({ tier, script: await shortened(ground, ran) })}`)
    }
  }
  const work = async () => {
    const ground = await openGround(tier)
    // What a ground started outlives this process unless the ground is closed.
    await runAll(ground).finally(() => ground.close())
    addTimes(points.passed, ground.reached)
    addTimes(points.struck, ground.nemesis.at)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, work))
  const missed = FAULT_POINTS.filter((point) => !points.passed.has(point))
  for (const point of FAULT_POINTS)
    say(
      `${counted(points.passed.get(point) ?? 0, 'passed')}${counted(points.struck.get(point) ?? 0, 'struck')} ${point}`,
    )
  if (missed.length > 0) say(`never passed: ${missed.join(', ')}`)
  for (const line of sayKinds(kinds, tier)) say(line)
  const all = FAULT_POINTS.length
  const byPoints = `${all - missed.length}/${all} fault points passed, ${points.struck.size} struck`
  const seconds = Math.round((performance.now() - started) / 1_000)
  const volume = `$${(capturedCents / 100).toFixed(2)} captured`
  say(
    `seeds ${first} to ${next - 1}: ${done} schedules, ${faults} faults, ${byPoints}, ${volume}, ${violations} violations, ${seconds} s`,
  )
  return violations === 0 && missed.length === 0
}

function addTimes(to: Map<FaultPoint, number>, more: ReadonlyMap<FaultPoint, number>): void {
  for (const [point, times] of more) to.set(point, (to.get(point) ?? 0) + times)
}

const TIMES = 400

/**
 * Returns the schedule with the largest amounts there can be, odd cents kept, so that its volume is worth counting.
 */
function enriched(script: Script): Script {
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

const RUNS_AT_MOST = 60

/**
 * Returns a shorter schedule that breaks one of the same promises. It leaves out each step in turn, and keeps it out
 * if the promise is still broken.
 */
async function shortened(ground: Ground, ran: Ran): Promise<Script> {
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
