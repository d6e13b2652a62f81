import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULT_POINTS } from '../../fault.ts'
import type { Ground } from '../grounds/ground.ts'
import { openLane } from '../grounds/lane.ts'
import { REGRESSIONS } from '../schedules/regressions.ts'
import { drawScript } from '../schedules/script.ts'
import { runScript, sayFailure } from './run.ts'

/**
 * In parts, so that a failure names fewer. How far a schedule comes is a matter of moments: two admins who decide at once
 * may end it. So every fault point lies on the way of several.
 */
const SEEDS = [
  [1, 2, 3, 4, 5, 6],
  [7, 8, 9, 10, 11, 37],
  [15, 17, 42, 49],
]

let lane: Ground
const logged: string[] = []
beforeAll(async () => {
  lane = await openLane()
})
afterAll(() => lane.close())

test.for(REGRESSIONS.filter(({ tier }) => tier === 1))('$name', { timeout: 60_000 }, async ({ script }) => {
  const ran = await runScript(lane, script)
  expect(ran.violations, sayFailure(ran)).toEqual([])
})

test.for(SEEDS.map((seeds) => ({ seeds })))(
  'every promise holds after crashes, outages, repeats and nine days: schedules $seeds',
  { timeout: 600_000 },
  async ({ seeds }) => {
    for (const seed of seeds) {
      const ran = await runScript(lane, drawScript(seed))
      logged.push(lane.logged())
      expect(ran.violations, sayFailure(ran)).toEqual([])
    }
  },
)

test('the schedules come by every fault point there is', () => {
  expect(FAULT_POINTS.filter((point) => !lane.reached.has(point))).toEqual([])
})

test('what servers log of it is read, whatever its level', () => {
  expect(logged.join('')).toMatch(/"level":30,.*\n/)
})

test('the same seed draws the same schedule', () => {
  expect(drawScript(4711)).toEqual(drawScript(4711))
  expect(drawScript(4711)).not.toEqual(drawScript(4712))
})
