import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { patchFlags, patchVariables } from '../../../.ci/patches/patch.ts'
import { converge, openConvergence } from '../converge/run.ts'
import { MISTAKE_NAMES, type Mistake, patchesOf } from '../mistakes/mistakes.ts'
import type { Tier } from '../workloads/script.ts'
import type { Say, Seeds } from './seeds.ts'

/**
 * The mistakes that a storm of webhooks finds. In a schedule, servers hear of most events in order; a storm always
 * shuffles them.
 */
export const OF_STORMS = ['event-order'] as const satisfies readonly Mistake[]

/**
 * The mistakes that converging devices find. Schedules follow no stream and rarely pull while others write; devices
 * that do nothing else lose documents at once.
 */
export const OF_STREAMS = ['unbounded-feed', 'unbounded-stream'] as const satisfies readonly Mistake[]
const FEW = { writers: 4, transactions: 4, patience: 10 }

/** How to look for a mistake. `promise` is the promise that must be broken; without it, any is enough. */
export type Hunt =
  | { by: 'schedules'; seeds: number[]; tier: Tier; lanes: number; promise?: string }
  | { by: 'storm' }
/** The sign that gave a mistake away, or null if nothing did, and the promises that were broken on the way. */
export type Caught = { says: string | null; broken: string[] }

/**
 * Plants each mistake in turn, or only one, and says which seed found it by which promise. Returns true if all were
 * found.
 */
export async function findMistakes(seeds: Seeds, say: Say, only?: string): Promise<boolean> {
  const mistakes = MISTAKE_NAMES.filter((name) => only === undefined || name === only)
  if (mistakes.length === 0) throw new Error(`no planted mistake is called ${only}`)
  let found = 0
  for (const mistake of mistakes) {
    const started = performance.now()
    const by = await findMistake(mistake, seeds)
    if (by) found += 1
    const seconds = Math.round((performance.now() - started) / 1_000)
    say(`${mistake}: ${by ?? 'not found'} (${seconds} s)`)
  }
  say(`${found} of ${mistakes.length} planted mistakes found`)
  return found === mistakes.length
}

/**
 * Looks for a mistake in a process of its own, in which the mistake is planted. Throws if that process ends without
 * an answer.
 */
export async function huntFor(mistake: Mistake, hunt: Hunt): Promise<Caught> {
  const env = { ...process.env, NODE_ENV: 'test', ...patchVariables(patchesOf(mistake)) }
  const worker = fork(fileURLToPath(new URL('./hunt-worker.ts', import.meta.url)), [JSON.stringify(hunt)], {
    env,
    execArgv: patchFlags(env),
  })
  return new Promise((resolve, reject) => {
    worker.once('message', (caught) => resolve(caught as Caught))
    worker.once('error', reject)
    worker.once('exit', (code, signal) =>
      reject(new Error(`the process with ${mistake} ended without an answer: ${signal ?? code}`)),
    )
  })
}

async function findMistake(mistake: Mistake, { first, count, tier, lanes }: Seeds): Promise<string | null> {
  if (OF_STREAMS.some((name) => name === mistake)) return diverged(mistake, first)
  const seeds = Array.from({ length: count }, (_, n) => first + n)
  const isOfStorms = OF_STORMS.some((name) => name === mistake)
  const hunt: Hunt = isOfStorms ? { by: 'storm' } : { by: 'schedules', seeds, tier, lanes }
  return (await huntFor(mistake, hunt)).says
}

/**
 * Says how many documents of devices on two servers with this mistake differ from those of a new device; null if none
 * do.
 */
async function diverged(mistake: Mistake, seed: number): Promise<string | null> {
  const stage = await openConvergence()
  const { differences } = await converge(stage, { ...FEW, seed, mistake })
  await stage.world.end()
  return differences === 0 ? null : `convergence, S1 ${differences} documents differ`
}
