import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawn, everything } from '../.ci/sample.ts'
import { ONE_OF_A_KIND, type RaceCase, RIVAL_CALLS, SAME_CALLS } from './testing/races/cases.ts'
import { type Interleaving, interleaving, type Stop } from './testing/races/interleave.ts'
import { outcomeOf } from './testing/races/play.ts'
import { openStage, type Stage } from './testing/rights/stage.ts'

/* Two simultaneous calls must have the same result as one after the other, in either order. */

const STOPS: readonly Stop[] = ['commit', 2, 3, 5, 9]

let stage: Stage
let weave: Interleaving
beforeAll(async () => {
  stage = await openStage()
  // The desk is mailed about the first question that waits, so ask it before any race.
  await stage.thing('new of guest')
  weave = interleaving(stage.world.database.sql)
})
afterAll(() => stage.end())

/** Returns the acceptable outcomes: the first call before the second, and the reverse. */
async function bothOrders({ make }: RaceCase): Promise<string[]> {
  const [one, other] = await make(stage)
  const forth = await outcomeOf(stage, async () => [await one(), await other()])
  const [again, before] = await make(stage)
  const back = await outcomeOf(stage, async () => {
    const told = await before()
    return [await again(), told]
  })
  return [forth, back]
}

async function atOnce({ make }: RaceCase, stop: Stop): Promise<{ outcome: string; met: string[] }> {
  const [one, other] = await make(stage)
  let met: string[] = []
  const outcome = await outcomeOf(stage, async () => {
    const raced = await weave.race(stop, one, other)
    met = raced.met
    return [raced.first, raced.second]
  })
  return { outcome, met }
}

async function judge(each: RaceCase): Promise<void> {
  const orders = await bothOrders(each)
  for (const order of orders) {
    expect(order, 'nobody is let in').toMatch(/\b20\d\b/)
    expect(order).not.toMatch(/\b5\d\d\b/)
  }
  for (const stop of everything ? STOPS : ['commit' as const, ...drawn(each.name, STOPS.slice(1), 1)]) {
    const { outcome, met } = await atOnce(each, stop)
    const [told = '', inTurn = ''] = each.alsoFine ?? []
    if (!orders.includes(outcome) && !orders.includes(outcome.replace(told, inTurn)))
      expect.fail(`stopped before ${stop}: ${outcome}\nin turn: ${orders.join('\nor: ')}`)
    expect(met, `transactions in each other's way, stopped before ${stop}`).toEqual([])
  }
}

const taken = (cases: RaceCase[], most: number) => (everything ? cases : drawn('races', cases, most))
const named = (cases: RaceCase[]) => cases.map((each) => [each.name, each] as const)

describe('two at once', () => {
  test.each(named(taken(SAME_CALLS, 5)))('%s', (_, each) => judge(each))
  test.each(named(taken(RIVAL_CALLS, 2)))('%s', (_, each) => judge(each))
  test.each(named(ONE_OF_A_KIND))('%s', (_, each) => judge(each))
})
