import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawn, everything, sample, seed } from '../.ci/sample.ts'
import { PROTOCOL, type PushAnswer } from '../sync/protocol.ts'
import { z } from '../sync/shape.ts'
import { createPasswordHasher } from './account/password-hasher.ts'
import { createApp } from './app/app.ts'
import { startServer } from './app/server.ts'
import {
  BAD_BODIES,
  BAD_ENDPOINTS,
  BAD_HEADERS,
  BAD_RANGES,
  BAD_TEXTS,
  BAD_UPLOADS,
  mark,
} from './testing/corpus.ts'
import { databaseHash, filesIn, watchedTables } from './testing/rights/hash.ts'
import { mutationsOf } from './testing/rights/mutations.ts'
import { liveSession } from './testing/rights/people.ts'
import type { Sent } from './testing/rights/requests.ts'
import { openStage, type Stage } from './testing/rights/stage.ts'
import { openTaps, type Taps } from './testing/rights/taps.ts'
import { goodRequest, INTENT_TARGETS, ROUTE_TARGETS, SHAPES, type Target } from './testing/rights/targets.ts'
import { MUST_BE_REFUSED, speak, WIRE_INPUTS } from './testing/rights/wire.ts'

/**
 * How many password hashes, one after the other, an answer may take at most. A slower request is sent again by
 * itself and compared with such a hash, because a busy or slow machine slows down both.
 */
const AT_MOST_HASHES = 16
/** How many mutations of each target are sent, chosen by the seed. `MUTATIONS=1000` sends nearly all. */
const MUTATIONS = Number(process.env.MUTATIONS ?? (everything ? 35 : 12))
const HEADERS = 8

const BODIED = sample(
  'bad bodies',
  ROUTE_TARGETS.filter(({ verb }) => verb.startsWith('POST ') && !verb.startsWith('POST /files')),
  12,
)
const INTENTS = sample('bad intents', INTENT_TARGETS, 6)
const ADDRESSED = sample('bad headers', ROUTE_TARGETS, 10)

let taps: Taps
let stage: Stage
const tally = { sent: 0, refused: 0, accepted: 0, again: 0, slowestMs: 0, hashMs: 0 }

beforeAll(async () => {
  taps = openTaps()
  stage = await openStage(taps)
  for (const { of } of [...BODIED, ...INTENTS, ...ADDRESSED]) await stage.thing(of)
  await stage.world.quiesce()
  await watchEveryTable()
  tally.hashMs = await hashMs()
}, 300_000)
afterAll(async () => {
  process.stdout.write(`bad inputs: ${JSON.stringify({ seed, ...tally })}\n`)
  await stage.end()
})

/** Returns how long hashing a password takes now. */
async function hashMs(): Promise<number> {
  const began = performance.now()
  await createPasswordHasher({ passwordHasher: 'strong' }).hash('a password to be hashed')
  return performance.now() - began
}

/** Returns how many hashes a slow answer takes; `again` measures it alone. */
async function inHashes(ms: number, again: () => Promise<number>): Promise<number> {
  if (ms <= AT_MOST_HASHES * tally.hashMs) return 0
  tally.again += 1
  const before = await hashMs()
  const alone = await again()
  return alone / Math.max(before, await hashMs())
}

/** Adds triggers that put a row into `touched` for every committed write. */
async function watchEveryTable(): Promise<void> {
  const { sql } = stage.world.database
  const watched = await watchedTables(sql)
  await sql`create table touched (by text)`
  await sql`create function touch() returns trigger language plpgsql as
    $$ begin insert into public.touched values (tg_table_name); return null; end $$`
  for (const name of watched) {
    await sql.unsafe(
      `create trigger zz_touch after insert or delete on ${name} for each row execute function touch()`,
    )
    await sql.unsafe(
      `create trigger zz_changed after update on ${name} for each row when (old is distinct from new) execute function touch()`,
    )
  }
}

async function touchedTables(): Promise<string[]> {
  const rows = await stage.world.database.sql<{ by: string }[]>`select distinct by from touched`
  return rows.map(({ by }) => by)
}

type Struck = { status: number; says: string; ms: number }

async function strike(
  { verb, role }: Target,
  { path, ...init }: Sent & { method?: string },
): Promise<Struck> {
  const method = init.method ?? (verb.includes(' ') ? verb.split(' ')[0] : 'POST')
  const began = performance.now()
  const answer = await stage.send(role)(path, { ...init, method })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await answer.body?.cancel()
  const says = isStream ? '' : await answer.text()
  return { status: answer.status, says, ms: performance.now() - began }
}

/** Returns an intent's outcome as a status: refused, settled, or a server error. */
function statusOfOutcome({ status, says }: Struck): number {
  if (status !== 200) return status
  const [outcome] = (JSON.parse(says) as PushAnswer).outcomes
  return outcome?.state === 'refused' ? 400 : outcome?.state === 'failed' ? 503 : 200
}

type Input = Sent & { method?: string; body?: unknown /** Checked against its shape. */; args?: unknown }

/**
 * Measures an answer alone: what the slow one caused has ended, and each intent has a new id, so that it is not
 * settled yet.
 */
async function timeAlone(target: Target, input: Input): Promise<number> {
  await stage.world.quiesce()
  const { intents } = (input.body ?? {}) as { intents?: unknown }
  const anew = Array.isArray(intents) && {
    body: { ...(input.body as object), intents: intents.map((each) => ({ ...each, id: randomUUID() })) },
  }
  return (await strike(target, { ...input, ...anew } as Sent)).ms
}

/** Sends a request with the session's new token, because the first such request writes to the database. */
async function noteToken({ role }: Target): Promise<void> {
  await stage.send(role)('/api/session', { method: 'GET' })
}

/** Whether a pull comes from an app newer than this server, which is asked to come again later. */
function isNewerApp({ verb }: Target, { body }: Input): boolean {
  return verb === 'POST /sync/pull' && Number((body as { protocol?: unknown })?.protocol) > PROTOCOL
}

/** Sends bad inputs one by one and returns what was wrong with the answers. */
async function assault(target: Target, inputs: Iterable<Input>): Promise<string[]> {
  const wrong: string[] = []
  await stage.world.quiesce()
  await noteToken(target)
  await stage.world.database.sql`truncate touched`
  const bringsFiles = /files|userMedia/.test(target.verb)
  let files = bringsFiles ? await filesIn(stage.world.dir) : []
  for (const { args, ...input } of inputs) {
    const struck = await strike(target, input as Sent)
    const status = target.verb.includes(' ') ? struck.status : statusOfOutcome(struck)
    const what = `${target.verb} ${JSON.stringify(input.body ?? input.headers ?? input.path).slice(0, 300)}`
    tally.sent += 1
    tally[status < 400 ? 'accepted' : 'refused'] += 1
    tally.slowestMs = Math.max(tally.slowestMs, Math.round(struck.ms))
    if (status >= 500 && !(status === 503 && isNewerApp(target, input))) wrong.push(`${status}: ${what}`)
    const hashes = await inHashes(struck.ms, () => timeAlone(target, input))
    if (hashes > AT_MOST_HASHES) wrong.push(`as long as ${Math.round(hashes)} hashes: ${what}`)
    if (status >= 400 && struck.says.includes(mark) && !target.verb.includes(' /dev/'))
      wrong.push(`echoed: ${what}`)
    if (bringsFiles) {
      const left = await filesIn(stage.world.dir)
      const mayLeave = status < 400 && !/^(GET|HEAD|OPTIONS)/.test(target.verb)
      if (!mayLeave && !isDeepStrictEqual(left, files))
        wrong.push(`${status} but left ${left.filter((each) => !files.includes(each))}: ${what}`)
      files = left
    }
    const touched = await touchedTables()
    if (touched.length === 0) continue
    // An accepted call's effects at the payment provider come slightly later.
    if (status < 400) await stage.world.quiesce()
    if (status < 400) await noteToken(target)
    await stage.world.database.sql`truncate touched`
    if (status >= 400 || /^(GET|HEAD|OPTIONS)/.test(target.verb))
      wrong.push(`${status} but wrote ${touched}: ${what}`)
    const shape = SHAPES[target.verb]
    if (shape && !z.safeParse(shape, args ?? input.body).success) wrong.push(`accepted: ${what}`)
  }
  return wrong
}

const json = { 'content-type': 'application/json' }

/** Parses bytes as JSON, because an empty object after a byte order mark is valid for a call without fields. */
function readAsJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

describe('bad bodies', () => {
  test.each(BODIED)('to $verb', async (target) => {
    const good = await goodRequest(stage, target)
    const isSlow = /sign-in|change-password|join-fan|join-athlete|begin-second-factor/.test(target.verb)
    const bodies = drawn(target.verb, [...mutationsOf(good.body)], isSlow ? MUTATIONS / 3 : MUTATIONS)
    const wrong = await assault(
      target,
      bodies.map((body) => ({ ...good, body }) as Input),
    )
    const raw = BAD_BODIES.map((bytes) => ({
      path: good.path,
      raw: bytes,
      headers: { ...good.headers, ...json },
      args: readAsJson(bytes),
    }))
    expect([...wrong, ...(await assault(target, raw))]).toEqual([])
    stage.spend(target.of)
  })

  test.each(INTENTS)('of the intent $verb', async (target) => {
    const good = (await goodRequest(stage, target)) as { path: string; body: { intents: { args: object }[] } }
    const [intent] = good.body.intents
    const all = drawn(target.verb, [...mutationsOf(intent?.args)], MUTATIONS)
    const pushed = all.map((args) => ({
      path: good.path,
      body: { ...good.body, intents: [{ ...intent, id: randomUUID(), args }] },
      args,
    }))
    expect(await assault(target, pushed)).toEqual([])
    stage.spend(target.of)
  })

  test('of intents there are none of', async () => {
    const target: Target = { verb: 'draft.discard', of: 'draft of fan', role: 'fan' }
    const good = (await goodRequest(stage, target)) as { path: string; body: { intents: { id: string }[] } }
    const [intent] = good.body.intents
    const pushed = [...BAD_TEXTS, 'draft.save.', 'DRAFT.DISCARD', 'hasOwnProperty'].map((name) => ({
      path: good.path,
      body: { ...good.body, intents: [{ ...intent, id: randomUUID(), name }] },
      args: name,
    }))
    const many = Array.from({ length: 51 }, () => ({ ...intent, id: randomUUID() }))
    const crowds = [[], many, [intent, intent].map((each) => ({ ...each, name: 'x' }))]
    const crowded = crowds.map((intents) => ({
      path: good.path,
      body: { ...good.body, intents },
      args: null,
    }))
    expect(await assault(target, [...pushed, ...crowded])).toEqual([])
  })
})

describe('bad headers, paths and ranges', () => {
  test.each(ADDRESSED)('to $verb', async (target) => {
    const good = await goodRequest(stage, target)
    const headers = drawn(`headers ${target.verb}`, [...BAD_HEADERS], HEADERS)
    const inputs = headers.map((bad) => ({ ...good, headers: { ...good.headers, ...bad } }))
    expect(await assault({ ...target, role: 'visitor' }, inputs)).toEqual([])
    const texts = drawn(`paths ${target.verb}`, [...BAD_TEXTS], HEADERS).map((each) =>
      encodeURIComponent(each.toWellFormed()).slice(0, 8_000),
    )
    const paths = texts.flatMap((each) => [
      `${good.path.split('?')[0]}/${each}`,
      `${good.path.split('?')[0]}?after=${each}&t=${each}&protocol=${each}&after=${each}&q=${each}&tags=${each}`,
    ])
    const broken = [
      '%',
      '%ff',
      '%c0%ae',
      '%00',
      '?%',
      '?after=%00',
      '?after=%ff',
      '?q=%00',
      '?q=%ff&tags=%ff',
      '?t=%00',
      '?protocol=%00',
    ].map((end) => `${good.path.split('?')[0]}${end}`)
    const asked = [...paths, ...broken].map((path) => ({ ...good, path }))
    const known = { ...target, verb: target.verb }
    expect(await assault(known, asked)).toEqual([])
  })

  test('names in a path', async () => {
    for (const [verb, where] of [
      ['GET /api/athletes/:username', '/api/athletes/'],
      ['GET /ask/:username', '/ask/'],
      ['GET /:part{sitemap-[0-9]+\\.xml}', '/sitemap-'],
      ['GET /athletes/:username', '/athletes/'],
      ['GET /media/:id', '/media/'],
      ['GET /userMedia/:username/:folder/:file', '/userMedia/athlete/profilePicture/'],
      ['GET /player/:id', '/player/'],
      ['PATCH /files/*', '/files/'],
      ['GET /view/:token', '/view/'],
    ] as const) {
      const inputs = BAD_TEXTS.map((each) => ({
        path: where + encodeURIComponent(each.toWellFormed()).slice(0, 8_000),
      }))
      expect(await assault({ verb, of: 'nothing', role: 'fan' }, inputs), verb).toEqual([])
    }
  })

  test('to a file that is played', async () => {
    const target: Target = { verb: 'GET /media/:id', of: 'delivered of fan', role: 'visitor' }
    const { path } = await goodRequest(stage, target)
    const before = tally.refused
    expect(
      await assault(
        target,
        BAD_RANGES.map((range) => ({ path, headers: { range } })),
      ),
    ).toEqual([])
    expect(tally.refused - before).toBe(BAD_RANGES.length)
  })

  test('D93 to an upload', async () => {
    for (const verb of ['POST /files', 'PATCH /files/*', 'HEAD /files/*', 'DELETE /files/*']) {
      const target: Target = {
        verb,
        of: verb === 'POST /files' ? 'a new upload' : 'upload of fan',
        role: 'fan',
      }
      // an upload without any bytes yet
      stage.spend(target.of)
      const good = await goodRequest(stage, target)
      const inputs = BAD_UPLOADS.filter((bad) => verb !== 'DELETE /files/*' || 'tus-resumable' in bad).map(
        (bad) => ({
          ...good,
          headers: { ...good.headers, ...bad },
        }),
      )
      expect(await assault(target, inputs), verb).toEqual([])
    }
  })

  test('where a push is never sent', async () => {
    const { context } = stage.world
    const app = createApp({ ...context, env: { ...context.env, mode: 'production' } }, stage.parts)
    const { cookie, csrf } = await liveSession(stage.world, stage.people.fan)
    const headers = { cookie, 'x-csrf-token': csrf, origin: 'http://localhost:3000', ...json }
    const good = await goodRequest(stage, { verb: 'POST /api/push-subscription', of: 'nothing', role: 'fan' })
    const subscribe = async (more: object) => {
      const body = JSON.stringify({ ...good.body, ...more })
      return (await app.request(`http://localhost:3000${good.path}`, { method: 'POST', headers, body }))
        .status
    }
    expect(await subscribe({})).toBe(200)
    for (const endpoint of BAD_ENDPOINTS) expect(await subscribe({ endpoint }), endpoint).toBe(400)
  })
})

describe('on the wire', () => {
  test('what is no HTTP, or two requests in one, is answered or cut off, and never with a 5xx', async () => {
    const { context } = stage.world
    const running = await startServer({ ...context, env: { ...context.env, port: 0 } }, { withSite: false })
    const wrong: string[] = []
    for (const input of WIRE_INPUTS) {
      const spoken = async () => {
        const began = performance.now()
        return { answer: await speak(running.port, input), ms: performance.now() - began }
      }
      const { answer, ms } = await spoken()
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
      const hashes = await inHashes(ms, async () => (await spoken()).ms)
      const isHeard = MUST_BE_REFUSED.includes(input) && status !== 0 && (status < 400 || status >= 500)
      if (isHeard || status >= 500 || hashes > AT_MOST_HASHES)
        wrong.push(`${status} after ${Math.round(ms)} ms: ${input.slice(0, 80)}`)
      tally.sent += 1
    }
    expect(wrong).toEqual([])
    expect(
      await speak(running.port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    ).toContain('200 OK')
    await running.stop()
  })
})

test('afterwards the server lives, and its log has no error and none of what was sent', async () => {
  const { sql } = stage.world.database
  const before = await databaseHash(sql)
  for (const path of ['/healthz', '/readyz', '/api/athletes'])
    expect((await stage.app.request(`http://localhost:3000${path}`)).status).toBe(200)
  expect(await databaseHash(sql)).toEqual(before)
  const log = taps.exits.filter(({ ear }) => ear === 'log').map(({ text }) => text)
  expect(log.filter((line) => line.includes('"level":50') || line.includes(mark))).toEqual([])
  expect(tally.refused).toBeGreaterThan(everything ? 3_000 : 300)
})
