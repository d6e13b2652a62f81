import { PLANTED, type Planted } from '../../planted.ts'
import { converge, openConvergence } from '../converge/run.ts'
import type { Ground, Script } from '../grounds/ground.ts'
import { drawScript } from '../schedules/script.ts'
import { runScript } from './run.ts'
import { openGround, type Say, type Seeds } from './seeds.ts'
import { stormWebhooks } from './storm.ts'

/** Schedules hear of most things in the order in which they happened; a storm of webhooks turns it every time. */
export const OF_STORMS = ['event-order'] as const satisfies readonly Planted[]
const EVENTS = 200

/** Schedules follow no stream and rarely pull while others write; devices that do nothing else lose documents at once. */
export const OF_STREAMS = ['unbounded-feed', 'unbounded-stream'] as const satisfies readonly Planted[]
const FEW = { writers: 4, transactions: 4, patience: 10 }

/** Plants each mistake (or one) in turn, and says which seed found it by which promise. True when all were found. */
export async function findMistakes(seeds: Seeds, say: Say, only?: string): Promise<boolean> {
  const mistakes = PLANTED.filter((name) => only === undefined || name === only)
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

/** How the webhook storm ended, when it should not have ended so; null when nothing is wrong with it. */
export async function stormed(): Promise<string | null> {
  const said: string[] = []
  const isWell = await stormWebhooks(EVENTS, (line) => said.push(line))
  return isWell ? null : `webhook storm, ${said.at(-1)}`
}

/** How many documents devices on two servers with this mistake have otherwise than a new one; null when none. */
async function diverged(bug: Planted, seed: number): Promise<string | null> {
  const stage = await openConvergence()
  const { differences } = await converge(stage, { ...FEW, seed, bug })
  await stage.world.end()
  return differences === 0 ? null : `convergence, S1 ${differences} documents differ`
}

async function findMistake(mistake: Planted, { first, count, tier, lanes }: Seeds): Promise<string | null> {
  let next = first
  let by: string | null = null
  const look = async () => {
    const ground = await openGround(tier)
    while (by === null && next < first + count) {
      const seed = next++
      by = (await brokenBy(ground, drawScript(seed, tier))) ?? by
    }
    await ground.close()
  }
  process.env.BUG = mistake
  try {
    if (OF_STORMS.some((name) => name === mistake)) return await stormed()
    if (OF_STREAMS.some((name) => name === mistake)) return await diverged(mistake, first)
    await Promise.all(Array.from({ length: lanes }, look))
    return by
  } finally {
    delete process.env.BUG
  }
}

/** Which promises a schedule breaks, as a sentence; null when it breaks none. */
async function brokenBy(ground: Ground, script: Script): Promise<string | null> {
  const { violations } = await runScript(ground, script)
  const broken = new Set(violations.map(({ invariant, says }) => `${invariant} ${says}`))
  return broken.size === 0 ? null : `seed ${script.seed}, ${[...broken].join('; ')}`
}
