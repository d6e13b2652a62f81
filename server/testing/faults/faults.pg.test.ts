import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULT_POINTS } from '../../fault.ts'
import type { Ground } from '../grounds/ground.ts'
import { openLane } from '../grounds/lane.ts'
import { REGRESSIONS } from '../schedules/regressions.ts'
import { drawScript } from '../schedules/script.ts'
import { runScript, sayFailure } from './run.ts'

const PER_TEST = 8
const FIRST_SEEDS = [1, 9]

let lane: Ground
beforeAll(async () => {
  lane = await openLane()
})
afterAll(() => lane.close())

test.for(REGRESSIONS)('$name', { timeout: 60_000 }, async ({ script }) => {
  const ran = await runScript(lane, script)
  expect(ran.violations, sayFailure(ran)).toEqual([])
})

test.for(FIRST_SEEDS)(
  'every promise holds after crashes, outages, repeats and nine days: eight schedules from seed %i',
  {
    timeout: 600_000,
  },
  async (first) => {
    for (let seed = first; seed < first + PER_TEST; seed += 1) {
      const ran = await runScript(lane, drawScript(seed))
      expect(ran.violations, sayFailure(ran)).toEqual([])
    }
  },
)

test('the schedules come by every fault point there is', () => {
  expect(FAULT_POINTS.filter((point) => !lane.reached.has(point))).toEqual([])
})

test('the same seed draws the same schedule', () => {
  expect(drawScript(4711)).toEqual(drawScript(4711))
  expect(drawScript(4711)).not.toEqual(drawScript(4712))
})
