import { drawScript } from '../workloads/script.ts'
import type { Caught, Hunt } from './hunt.ts'
import { runScript } from './run.ts'
import { openGround } from './seeds.ts'
import { stormWebhooks } from './storm.ts'

/*
 * Looks for broken promises in a process that was started with one mistake. Node loads a module once, so each mistake
 * has a process of its own. The process takes the hunt as JSON, and reports what it caught over its channel.
 */

const EVENTS = 200

/** Runs each seed in turn until one breaks the promise, or any promise if the hunt names none. */
async function bySchedules(hunt: Extract<Hunt, { by: 'schedules' }>): Promise<Caught> {
  const { seeds, tier, lanes, promise } = hunt
  const broken = new Set<string>()
  let says: string | null = null
  let next = 0
  const look = async () => {
    const ground = await openGround(tier)
    while (says === null && next < seeds.length) {
      const seed = seeds[next++] as number
      const { violations } = await runScript(ground, drawScript(seed, tier))
      for (const { invariant } of violations) broken.add(invariant)
      const isCaught = promise === undefined ? violations.length > 0 : broken.has(promise)
      if (isCaught) says ??= `seed ${seed}, ${sentence(violations)}`
    }
    await ground.close()
  }
  await Promise.all(Array.from({ length: lanes }, look))
  return { says, broken: [...broken] }
}

const sentence = (violations: { invariant: string; says: string }[]) =>
  [...new Set(violations.map(({ invariant, says }) => `${invariant} ${says}`))].join('; ')

async function byStorm(): Promise<Caught> {
  const said: string[] = []
  const isWell = await stormWebhooks(EVENTS, (line) => said.push(line))
  return { says: isWell ? null : `webhook storm, ${said.at(-1)}`, broken: [] }
}

process.once('disconnect', () => process.exit())
const hunt = JSON.parse(process.argv[2] ?? '') as Hunt
const caught = hunt.by === 'storm' ? await byStorm() : await bySchedules(hunt)
process.send?.(caught, () => process.exit())
