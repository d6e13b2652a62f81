import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everything } from '../../../.ci/sample.ts'
import { pause } from '../../pause.ts'
import { openBrowser } from '../browser.ts'
import type { FaultKind } from '../faults/kind-list.ts'
import { runScript, sayFailure } from '../faults/run.ts'
import { missingForCluster, openCluster } from '../grounds/cluster.ts'
import {
  type AskPlan,
  type ClusterStep,
  type Ground,
  type Step,
  Unreached,
  type Via,
} from '../grounds/ground.ts'
import { longFilm } from '../media/long-film.ts'
import { drawScript } from '../workloads/script.ts'

/*
 * Tests tier 3, a cluster with all its parts. Each part fails once at a chosen step, while something needs it. What
 * was acknowledged before a standby took over is still there, and an upload goes on at another server. Some schedules
 * are drawn.
 */

const PRICE = 1_501
const MEBIBYTE = 1_048_576
/** The store takes an upload in parts of this size. */
const PART = 8 * MEBIBYTE
const TUS = { 'tus-resumable': '1.0.0' }

const ask = (_: unknown, n: number): AskPlan => ({
  athlete: 'paid',
  fan: 'guest',
  email: `kim${n}@fan.test`,
  amountCents: PRICE,
  video: 'question.webm',
  takes: { first: 'answer.mp4', second: 'answer.mp4' },
  comesBack: { fan: true, athlete: true },
})

type GatewayFault = Extract<ClusterStep, { do: 'store amiss' }>['kind']
const amiss = (kind: GatewayFault): Step => ({ do: 'store amiss', kind, times: 3 })
const send = (n: number, take: 'question' | 'first', way: 'whole' | 'slow' = 'whole'): Step => ({
  do: 'send',
  ask: n,
  take,
  way,
  at: 1,
  via: 0,
})
const beside = (work: Step, step: Step): Step => ({
  do: 'together',
  steps: [
    { after: 0, step: work },
    { after: 20, step },
  ],
})
const run = (via: Via): Step => ({ do: 'run', via })

/**
 * Repeats a step, as someone does whose request failed. The steps of `LATER` let the servers do again what the queue
 * gave back.
 */
const triedAgain = (step: Step): Step[] => [step, step, step]
const LATER = [120_000, 600_000, 600_000].flatMap((ms): Step[] => [{ do: 'wait', ms }, run(0), run(1)])

/**
 * Returns the steps of a question with a video and of its answer. The store fails under both, and another part fails
 * each time work is under way.
 */
const story = (
  n: number,
  asked: GatewayFault,
  answered: GatewayFault,
  others: [Step, Step, Step],
): Step[] => [
  ...triedAgain({ do: 'prepare', amountCents: PRICE, ask: n, via: 0 }),
  ...triedAgain({ do: 'pay', ask: n, card: 'good', which: 'last' }),
  amiss(asked),
  beside(send(n, 'question', 'slow'), others[0]),
  ...triedAgain(send(n, 'question')),
  ...triedAgain({ do: 'wish', ask: n, via: 1 }),
  beside(run(1), others[1]),
  ...LATER,
  ...triedAgain({ do: 'screen', decision: 'approve', ask: n, via: 0 }),
  run(0),
  ...triedAgain({ do: 'announce', take: 'first', clockMs: 0, ask: n, via: 1 }),
  amiss(answered),
  send(n, 'first'),
  beside(send(n, 'first'), others[2]),
  ...triedAgain(send(n, 'first')),
  ...LATER,
]

const STEPS = [
  ...story(0, 'busy', 'reset after', [
    { do: 'restart pooler' },
    { do: 'fail over' },
    { do: 'lose broker', ms: 500 },
  ]),
  ...story(1, 'reset', 'full', [
    { do: 'kill', via: 0 },
    { do: 'switch over' },
    { do: 'newer version', via: 1 },
  ]),
  ...story(2, 'silence', 'slow', [{ do: 'fail over' }, { do: 'kill', via: 1 }, { do: 'restart pooler' }]),
]
const KINDS: FaultKind[] = [
  'database: failed over',
  'database: switched over',
  'pooler: restarted',
  'broker: gone',
  'store: busy',
  'store: reset',
  'store: silence',
  'store: slow',
  'store: full',
  'store: reset after',
  'server: kill',
  'server: newer version beside',
]

describe.runIf(everything && missingForCluster().length === 0)('a cluster', { timeout: 300_000 }, () => {
  let ground: Ground
  beforeAll(async () => {
    ground = await openCluster()
  }, 120_000)
  afterAll(() => ground?.close(), 60_000)

  test('every part of it goes wrong, and each question is paid once', async () => {
    const script = { seed: 1, asks: [1, 2, 3].map(ask), steps: STEPS }
    const ran = await runScript(ground, script)
    expect(ran.violations, sayFailure(ran)).toEqual([])
    const ended = await ground.sql`select status, reason from question`
    expect(ran.capturedCents, JSON.stringify(ended)).toBe(3 * PRICE)
    expect(KINDS.filter((kind) => !ran.kinds.get(kind)?.struck)).toEqual([])
  })

  test('nothing that was acknowledged is lost when a standby takes over', async () => {
    const { sql } = ground
    await sql`create table written (n int primary key)`
    const acknowledged: number[] = []
    let isOver = false
    const write = async (first: number) => {
      for (let n = first; !isOver; n += 3)
        await sql`insert into written values (${n})`.then(
          () => acknowledged.push(n),
          () => pause(10),
        )
    }
    const writers = [0, 1, 2].map(write)
    for (const what of ['fail over', 'switch over', 'fail over'] as const) await ground.mishap({ do: what })
    isOver = true
    await Promise.all(writers)
    const there = new Set((await sql<{ n: number }[]>`select n from written`).map(({ n }) => n))
    await sql`drop table written`
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.filter((n) => !there.has(n))).toEqual([])
  })

  test('D2 an upload whose servers are killed goes on at another one, at the byte', async () => {
    await ground.reset(2)
    const film = await longFilm()
    const browser = openBrowser((url, init) => ground.request(0, url, init))
    await browser.signIn(ground.cast.member)
    const { path, id } = await begin(browser, film)
    const patch = (from: number, raw: Uint8Array<ArrayBuffer> | ReadableStream) => {
      const headers = {
        ...TUS,
        'upload-offset': `${from}`,
        'content-type': 'application/offset+octet-stream',
      }
      return browser.request(path, { method: 'PATCH', headers, raw })
    }
    const begun = patch(0, withoutEnd(film.slice(0, PART + MEBIBYTE))).catch((error: unknown) => error)
    const arrived = async () => (await ground.blobs.stat('uploads', id))?.bytes ?? 0
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThanOrEqual(PART)
    for (const via of [0, 1] as const) await ground.mishap({ do: 'kill', via })
    expect(await begun).toBeInstanceOf(Unreached)
    const offset = async () => {
      const head = await browser.request(path, { method: 'HEAD', headers: TUS }).catch(() => null)
      return Number(head?.headers.get('upload-offset') ?? 0)
    }
    await expect.poll(offset, { timeout: 60_000 }).toBe(PART)
    expect((await patch(PART, film.slice(PART))).status).toBe(204)
    const [media] = await ground.sql`select state from media where id = ${id}`
    expect(media?.state).not.toBe('expected')
  })

  test.for([1, 2, 3])('every promise holds on a cluster: schedule %i', async (seed) => {
    const ran = await runScript(ground, drawScript(seed, 3))
    expect(ran.violations, sayFailure(ran)).toEqual([])
  })
})

async function begin(browser: ReturnType<typeof openBrowser>, film: Uint8Array) {
  const id = randomUUID()
  const facts = {
    mediaId: id,
    purpose: 'question',
    sha256: createHash('sha256').update(film).digest('hex'),
    filetype: 'video/mp4',
    durationMs: '3000',
    source: 'recorded',
  }
  const metadata = Object.entries(facts).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const headers = { ...TUS, 'upload-length': `${film.length}`, 'upload-metadata': metadata.join(',') }
  const made = await browser.request('/files', { method: 'POST', headers })
  expect(made.status).toBe(201)
  return { path: `/files/${id}`, id }
}

/** Returns a stream that sends these bytes and never ends. */
function withoutEnd(bytes: Uint8Array): ReadableStream {
  let isSent = false
  return new ReadableStream({
    async pull(controller) {
      if (isSent) return new Promise(() => {})
      isSent = true
      controller.enqueue(bytes)
    },
  })
}
