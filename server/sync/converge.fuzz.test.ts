import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { converge, openConvergence, type Stage } from '../testing/converge/run.ts'

const SEED = Number(process.env.SEED ?? 1)

let stage: Stage
beforeAll(async () => {
  stage = await openConvergence()
}, 60_000)
afterAll(() => stage.world.end())

describe('BR-3 S1 a dozen devices on two server processes, many writers, disconnects, rollbacks, sight that comes and goes', () => {
  test('no document differs', async () => {
    const result = await converge(stage, { seed: SEED, writers: 8, transactions: 50, patience: 20 })
    process.stdout.write(`converge: ${JSON.stringify({ seed: SEED, ...result })}\n`)
    const { differences, servers, events, gone, committed, rolledBack, disconnects } = result
    expect({ differences, servers }).toEqual({ differences: 0, servers: 2 })
    for (const often of [events, gone, committed, rolledBack, disconnects]) expect(often).toBeGreaterThan(10)
  })

  test.each([
    ['the bound of the pull', 'unbounded-feed', 2],
    ['the bound of the stream', 'unbounded-stream', 3],
  ] as const)('without %s documents are lost', async (_name, bug, nth) => {
    const schedule = { seed: SEED + nth, writers: 4, transactions: 4, patience: 1, bug }
    expect((await converge(stage, schedule)).differences).toBeGreaterThan(0)
  })
})
