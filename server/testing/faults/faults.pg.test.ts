import { afterAll, beforeAll, expect, test } from 'vitest'
import { everything, sample } from '../../../.ci/sample.ts'
import { FAULT_POINTS } from '../../fault.ts'
import type { Ground } from '../grounds/ground.ts'
import { openLane } from '../grounds/lane.ts'
import { REGRESSIONS } from '../workloads/regressions.ts'
import { drawScript } from '../workloads/script.ts'
import { runScript, sayFailure } from './run.ts'

/**
 * The seeds of the schedules. How far one comes depends on timing: two admins who decide at once may end it. So every
 * fault point is on the way of several schedules.
 */
const SEEDS = sample('schedules', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 17, 37, 42, 49], 2)
const OF_TIER_1 = sample(
  'regressions of tier 1',
  REGRESSIONS.filter(({ tier }) => tier === 1),
  4,
)

let lane: Ground
const logged: string[] = []
beforeAll(async () => {
  lane = await openLane()
})
afterAll(() => lane.close())

test.for(OF_TIER_1)('$name', { timeout: 60_000 }, async ({ script }) => {
  const ran = await runScript(lane, script)
  expect(ran.violations, sayFailure(ran)).toEqual([])
})

test.for(SEEDS)(
  'every promise holds after crashes, outages, repeats and nine days: schedule %i',
  { timeout: 600_000 },
  async (seed) => {
    const ran = await runScript(lane, drawScript(seed))
    logged.push(lane.logged())
    expect(ran.violations, sayFailure(ran)).toEqual([])
  },
)

test.runIf(everything)('the schedules come by every fault point there is', () => {
  expect(FAULT_POINTS.filter((point) => !lane.reached.has(point))).toEqual([])
})

test('what servers log of it is read, whatever its level', () => {
  expect(logged.join('')).toMatch(/"level":30,.*\n/)
})

test('the same seed draws the same schedule', () => {
  expect(drawScript(4711)).toEqual(drawScript(4711))
  expect(drawScript(4711)).not.toEqual(drawScript(4712))
})
