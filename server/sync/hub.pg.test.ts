import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SERVER_LIMITS } from '../../sync/limits.ts'
import { createApp } from '../app/app.ts'
import { signedIn } from '../testing/actors.ts'
import { openBrowser } from '../testing/browser.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { type Hub, startHub } from './hub.ts'

let world: World
let person: Person
let hub: Hub | undefined
beforeAll(async () => {
  world = await openWorld()
  person = await world.makePerson({ role: 'basic' })
})
afterEach(() => hub?.stop())
afterAll(() => world.end())

const NEVER_MS = 3_600_000

/** Opens a stream on a hub of its own, and reads it until it ends. */
async function openStream(sessionsEveryMs: number) {
  hub = await startHub(world.context, { sessionsEveryMs })
  const app = createApp(world.context, { hub, site: null })
  const browser = openBrowser((url, init) => app.request(url, init))
  await browser.signIn(person)
  const answer = await browser.request('/sync/stream?protocol=1')
  const heard = { text: '', ended: false }
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) heard.text += decoder.decode(chunk, { stream: true })
    heard.ended = true
  })()
  await expect.poll(() => heard.text, { timeout: 20_000 }).toContain('event: ready')
  return heard
}

/** Ends every session without an announcement, as when no server listens. */
async function endSessionsUnheard(): Promise<void> {
  await world.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from auth.session`
  })
}

async function cutListeners(): Promise<void> {
  const rows = await world.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`
  expect(rows.length).toBeGreaterThan(0)
}

const GOODBYE = { timeout: 20_000 }

test('a session that ended while the server did not hear ends its stream when the server hears again', async () => {
  const heard = await openStream(NEVER_MS)
  await endSessionsUnheard()
  await cutListeners()
  await expect.poll(() => heard, GOODBYE).toMatchObject({ ended: true })
  expect(heard.text).toContain('event: bye\ndata: {"reason":"signed-out"}')
})

test('a session whose end was told to nobody ends its stream with the next look', async () => {
  const heard = await openStream(50)
  await endSessionsUnheard()
  await expect.poll(() => heard, GOODBYE).toMatchObject({ ended: true })
})

test('a session that runs out ends its stream too; one that goes on keeps it', async () => {
  const heard = await openStream(50)
  const other = await signedIn(world, person)
  await world.database.sql`
    update auth.session set "expiresAt" = app_now() where id = (select id from auth.session order by "createdAt" limit 1)`
  await expect.poll(() => heard, GOODBYE).toMatchObject({ ended: true })
  expect((await other.session()).person).not.toBeNull()
})

test('a session that ended on the way to its stream has none', async () => {
  hub = await startHub(world.context, { sessionsEveryMs: NEVER_MS })
  const told: string[] = []
  const closed = Promise.withResolvers<void>()
  hub.add({
    reader: person.id,
    sessionId: crypto.randomUUID(),
    desk: false,
    send: ({ event }) => told.push(event) > 0,
    close: closed.resolve,
  })
  await closed.promise
  expect(told).toContain('bye')
})

test('a session has so many streams: one more ends the oldest, and a HEAD opens none', async () => {
  hub = await startHub(world.context, { sessionsEveryMs: NEVER_MS })
  const opened = hub
  const app = createApp(world.context, { hub, site: null })
  const browser = openBrowser((url, init) => app.request(url, init))
  await browser.signIn(person)
  for (let n = 0; n < 50; n += 1) {
    const { status } = await browser.request('/sync/stream?protocol=1', { method: 'HEAD' })
    expect(status).toBe(200)
  }
  expect(opened.size()).toBe(0)
  const streams = []
  for (let n = 0; n <= SERVER_LIMITS.streamsPerSession; n += 1)
    streams.push(await browser.request('/sync/stream?protocol=1'))
  expect(opened.size()).toBe(SERVER_LIMITS.streamsPerSession)
  let said = ''
  for await (const chunk of streams[0]?.body ?? []) said += new TextDecoder().decode(chunk)
  expect(said).toContain('event: bye\ndata: {"reason":"slow"}')
  // streams of another person, or of this person on another device, are counted separately
  const other = openBrowser((url, init) => app.request(url, init))
  await other.signIn(person)
  await other.request('/sync/stream?protocol=1')
  expect(opened.size()).toBe(SERVER_LIMITS.streamsPerSession + 1)
})
