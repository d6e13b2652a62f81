import { afterAll, beforeAll, expect, test } from 'vitest'
import { everything, sample } from '../../../.ci/sample.ts'
import { pause } from '../../pause.ts'
import type { FaultKind } from '../faults/kind-list.ts'
import { runScript, sayFailure } from '../faults/run.ts'
import type { AskPlan, Ground, Script, Step, Via } from '../grounds/ground.ts'
import { openServers } from '../grounds/servers.ts'
import { isSimulated } from '../simulations.ts'
import { REGRESSIONS } from '../workloads/regressions.ts'
import { drawScript } from '../workloads/script.ts'
import { canFill } from './disk.ts'

/*
 * Tests tier 2, real processes on a real database. Each strike hits a server that has taken on a capture and not yet
 * called the provider, when the capture might be lost, or made twice. The line to a server is cut while it receives a
 * video. A short run takes one of the strikes, and the full run also plays some schedules.
 */

const POINT = 'capture.after-intended'
const PRICE = 1_501
/** How long a server waits at the point, unless something strikes it there. */
const STANDS_MS = 2_000
const PATIENCE_MS = 10_000

type Strike = Extract<
  Step,
  {
    do: 'kill' | 'kill database' | 'tell to stop' | 'newer version' | 'block' | 'exhaust memory' | 'fill disk'
  }
>

/**
 * The strikes, and how often servers pass the point for each capture: at least twice if another server has to start
 * the capture again, and exactly once if the struck one finishes it.
 */
const STRIKES: { strike: Strike; kind: FaultKind; least: number; most?: number }[] = [
  { strike: { do: 'tell to stop', via: 0 }, kind: 'server: told to stop', least: 1, most: 1 },
  { strike: { do: 'newer version', via: 0 }, kind: 'server: newer version beside', least: 1, most: 1 },
  { strike: { do: 'kill', via: 0 }, kind: 'server: kill', least: 2 },
  { strike: { do: 'block', via: 0, ms: 500 }, kind: 'server: loop blocked', least: 2 },
  { strike: { do: 'exhaust memory', via: 0 }, kind: 'server: out of memory', least: 2 },
  // The server lives, and may finish the capture once the database is there again.
  { strike: { do: 'kill database' }, kind: 'database: kill', least: 1 },
]
if (canFill)
  STRIKES.push({
    strike: { do: 'fill disk', of: 'database', via: 0 },
    kind: 'disk: full for the database',
    least: 1,
  })

const STRUCK = sample('strikes', STRIKES, 1)

/** A short schedule in which servers are killed, stopped at points, cut off and left without room on the disk. */
const DRAWN = { name: 'the schedule of seed 76', script: drawScript(76, 2) }
const OF_TIER_2 = REGRESSIONS.filter(({ tier }) => tier === 2)

let servers: Awaited<ReturnType<typeof openServers>>
beforeAll(async () => {
  if (isSimulated('machines')) servers = await openServers()
})
afterAll(() => servers?.close())

const ask = (_: unknown, n: number): AskPlan => ({
  athlete: 'paid',
  fan: 'guest',
  email: `kim${n}@fan.test`,
  amountCents: PRICE,
  video: null,
  takes: { first: 'answer.mp4', second: 'answer.mp4' },
  comesBack: { fan: true, athlete: true },
})

/** Returns the steps in which a question is asked, paid and approved, and its answer is announced. */
const answered = (n: number): Step[] => [
  { do: 'prepare', amountCents: PRICE, ask: n, via: 0 },
  { do: 'pay', ask: n, card: 'good', which: 'last' },
  { do: 'wish', ask: n, via: 1 },
  { do: 'screen', decision: 'approve', ask: n, via: 0 },
  { do: 'run', via: 1 },
  { do: 'announce', take: 'first', clockMs: 0, ask: n, via: 0 },
]
const send = (n: number, via: Via = 0): Step => ({
  do: 'send',
  ask: n,
  take: 'first',
  way: 'whole',
  at: 1,
  via,
})
/** Returns the steps in which the answer's bytes come, and something strikes while the capture waits at the point. */
const struck = ({ strike }: { strike: Strike }, n: number): Step[] => [
  ...answered(n),
  { do: 'stall', at: POINT, ms: STANDS_MS },
  // Both steps run together, so that no check comes between them while the server waits at the point.
  {
    do: 'together',
    steps: [
      { after: 0, step: send(n, 1) },
      { after: 0, step: strike },
    ],
  },
  // The queue tries again a moment later what it was given back.
  { do: 'wait', ms: 60_000 },
  { do: 'run', via: 0 },
]
/** The number of the ask whose answer's line is cut in the middle. The upload goes on from there. */
const ON_CUT_LINE = STRUCK.length
const CUT_LINE: Step[] = [
  ...answered(ON_CUT_LINE),
  { do: 'cut line', via: 0, bytes: 10_000 },
  send(ON_CUT_LINE),
  send(ON_CUT_LINE),
  { do: 'run', via: 0 },
]
/** The number of the last ask. Its answer finds the disk full, and comes again when there is room. */
const LAST = STRUCK.length + 1
const FULL_DISK: Step[] = [
  ...answered(LAST),
  { do: 'fill disk', of: 'videos', via: 0 },
  send(LAST),
  { do: 'run', via: 0 },
]

test.runIf(isSimulated('machines'))(
  `A10–A12 A14 A15 B1 a capture is made once, whatever becomes of machines under it: ${STRUCK.map(({ kind }) => kind).join(', ')}`,
  {
    timeout: 300_000,
  },
  async () => {
    const passed = () => servers.reached.get(POINT) ?? 0
    const begun: number[] = []
    const ground: Ground = {
      ...servers,
      async mishap(step) {
        if (step.do === 'stall') begun.push(passed())
        if (!STRUCK.some(({ strike }) => strike === step)) return servers.mishap(step)
        for (const until = Date.now() + PATIENCE_MS; passed() === begun.at(-1); await pause(5))
          if (Date.now() > until) throw new Error('no capture was begun')
        return servers.mishap('via' in step ? { ...step, via: servers.at(POINT) } : step)
      },
    }
    const script: Script = {
      seed: 1,
      asks: [...STRUCK, ON_CUT_LINE, LAST].map(ask),
      steps: [...STRUCK.flatMap(struck), ...CUT_LINE, ...FULL_DISK],
    }
    const ran = await runScript(ground, script)
    expect(ran.violations, sayFailure(ran)).toEqual([])
    expect(ran.capturedCents).toBe(PRICE * (STRUCK.length + 2))
    const kinds = STRUCK.map(({ kind }) => kind)
    kinds.push('server: line cut', ...(canFill ? (['disk: full for videos'] as const) : []))
    expect(kinds.filter((kind) => !ran.kinds.get(kind)?.struck)).toEqual([])
    begun.push(passed() - 2)
    for (const [n, { kind, least, most = Number.POSITIVE_INFINITY }] of STRUCK.entries()) {
      const times = (begun[n + 1] ?? 0) - (begun[n] ?? 0)
      expect(times, kind).toBeGreaterThanOrEqual(least)
      expect(times, kind).toBeLessThanOrEqual(most)
    }
  },
)

test.runIf(everything).for([...OF_TIER_2, DRAWN])('$name', { timeout: 300_000 }, async ({ script }) => {
  const ran = await runScript(servers, script)
  expect(ran.violations, sayFailure(ran)).toEqual([])
})
