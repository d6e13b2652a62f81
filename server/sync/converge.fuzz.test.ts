import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everything, seed } from '../../.ci/sample.ts'
import { converge, openConvergence, type Stage } from '../testing/converge/run.ts'

/** Looks enough for a document that is late to come; one that is lost never does. */
const FEW = { seed: seed + 2, writers: 4, transactions: 4, patience: 10 }

let stage: Stage
beforeAll(async () => {
  stage = await openConvergence()
}, 60_000)
afterAll(() => stage.world.end())

describe('BR-3 S1 a dozen devices on two server processes, many writers, disconnects, rollbacks, sight that comes and goes', () => {
  test('no document differs', async () => {
    const result = await converge(stage, {
      seed,
      writers: 8,
      transactions: everything ? 50 : 15,
      patience: 20,
    })
    process.stdout.write(`converge: ${JSON.stringify({ seed, ...result })}\n`)
    const { differences, servers, unheard, events, gone, committed, rolledBack, disconnects } = result
    expect({ differences, servers }).toEqual({ differences: 0, servers: 2 })
    // two devices of four fans: what is missing everywhere is seen as well
    expect(unheard).toBe(8)
    for (const often of [events, gone, committed, rolledBack, disconnects]) expect(often).toBeGreaterThan(10)
  })

  test('of few writers no document is late for long', async () => {
    expect((await converge(stage, FEW)).differences).toBe(0)
  })

  test.each([
    ['the bound of the pull', 'unbounded-feed'],
    ['the bound of the stream', 'unbounded-stream'],
  ] as const)('without %s documents of theirs are lost', async (_name, mistake) => {
    expect((await converge(stage, { ...FEW, mistake })).differences).toBeGreaterThan(0)
  })
})
