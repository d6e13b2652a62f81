import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everything, sample, seed } from '../../.ci/sample.ts'
import { converge, openConvergence, type Stage } from '../testing/converge/run.ts'
import { isSimulated } from '../testing/simulations.ts'

/** Enough looks for a late document to arrive; a lost one never does. */
const FEW = { seed: seed + 2, writers: 4, transactions: 4, patience: 10 }
const TRIES = 10

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
      transactions: everything ? 50 : 6,
      patience: 20,
    })
    process.stdout.write(`converge: ${JSON.stringify({ seed, ...result })}\n`)
    const { differences, servers, unheard, events, gone, committed, disconnects } = result
    // the database may abort a writer before it can roll back
    const undone = result.rolledBack + result.givenUp
    expect({ differences, servers }).toEqual({ differences: 0, servers: 2 })
    // two devices of four fans also see what is missing everywhere
    expect(unheard).toBe(8)
    for (const often of [events, gone, committed, undone, disconnects])
      expect(often).toBeGreaterThan(everything ? 10 : 0)
  })

  test.runIf(everything)('of few writers no document is late for long', async () => {
    expect((await converge(stage, FEW)).differences).toBe(0)
  })

  const bounds = [
    ['the bound of the pull', 'unbounded-feed'],
    ['the bound of the stream', 'unbounded-stream'],
  ] as const

  test.runIf(isSimulated('bounds')).each(sample('bounds', bounds, 1))(
    'without %s documents of theirs are lost',
    async (_name, mistake) => {
      // whether a document is lost is a race, so other seeds are tried if the first one loses none
      for (let more = 0; more < TRIES; more += 1)
        if ((await converge(stage, { ...FEW, seed: FEW.seed + more, mistake })).differences > 0) return
      expect.unreachable(`${TRIES} runs lost no document`)
    },
  )
})
