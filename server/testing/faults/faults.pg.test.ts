import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawScript } from '../schedules/script.ts'
import type { Ground } from './ground.ts'
import { openLane } from './lane.ts'
import { runScript, sayFailure } from './run.ts'

const SEEDS = Array.from({ length: 30 }, (_, n) => 1 + n)

let lane: Ground
beforeAll(async () => {
  lane = await openLane()
})
afterAll(() => lane.close())

test('D31 D33 S2-1.7 every promise holds after crashes, outages, repeats and eight days', {
  timeout: 240_000,
}, async () => {
  for (const seed of SEEDS) {
    const ran = await runScript(lane, drawScript(seed))
    expect(ran.violations, sayFailure(ran)).toEqual([])
  }
})
