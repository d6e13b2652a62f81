import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PullAnswer } from '../../sync/protocol.ts'
import { createApp } from '../app/app.ts'
import { createLog } from '../log.ts'
import { type Member, makeMembers, makeQuestions } from '../testing/bench/people.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { settled } from '../testing/database.ts'
import { openWorld, type World } from '../testing/world.ts'
import { readFeed } from './feed.ts'

/* Tests pages with more documents than one piece of an answer holds. */

const COUNT = 400
/** The key of the lock on which the reading of the last document waits. */
const GATE = 4_711

let world: World
let fan: Member
const lines: string[] = []

beforeAll(async () => {
  world = await openWorld({ log: createLog('info', { to: { write: (line) => void lines.push(line) } }) })
  const to = { sql: world.database.sql, secrets: world.context.secrets }
  const [one] = await makeMembers(to, { role: 'basic', count: 1 })
  if (!one) throw new Error('nobody was made')
  fan = one
  const athletes = await makeMembers(to, { role: 'creator', count: COUNT })
  await makeQuestions(to.sql, { fan, athletes, count: COUNT })
  await settled(to.sql)
})
afterAll(() => world.end())

type Collection = 'questions' | 'conversations' | 'drafts'

const requestOf = (collection: Collection, checkpoint: PullAnswer['checkpoint'] | null) => ({
  protocol: 1,
  collection,
  checkpoint,
  limit: 1_000,
})
const feedOf = (collection: Collection, checkpoint: PullAnswer['checkpoint'] | null = null) =>
  readFeed(world.database.sql, fan.personId, requestOf(collection, checkpoint))
const wholeFeed = async (...wanted: Parameters<typeof feedOf>) =>
  (await json(feedOf(...wanted))) as PullAnswer

/** Pulls a page as the fan's device does. */
async function ask(collection: Collection, browser: Browser = world.browser()): Promise<Response> {
  const headers = { cookie: `session=${fan.session}`, 'x-csrf-token': fan.csrf }
  return browser.request('/sync/pull', { method: 'POST', headers, body: requestOf(collection, null) })
}

async function feedOfDatabase(collection: Collection): Promise<string[]> {
  const rows = await world.database.sql<{ id: string }[]>`
    select id from feed where reader = ${fan.personId} and collection = ${collection} order by rev, id`
  return rows.map(({ id }) => id)
}

test('BR-3 a long page comes in pieces and is the whole page, in the order of the feed', async () => {
  const ids = await feedOfDatabase('questions')
  expect(ids).toHaveLength(COUNT)
  let pieces = 0
  for await (const _ of feedOf('questions')) pieces += 1
  expect(pieces).toBeGreaterThan(2)
  const answer = await ask('questions')
  expect(answer.headers.get('content-length')).toBeNull()
  const page = (await answer.json()) as PullAnswer
  expect(page.documents.map(({ id }) => id)).toEqual(ids)
  expect(page).toMatchObject({ restart: false, checkpoint: { id: ids.at(-1) } })
  expect(await wholeFeed('questions', page.checkpoint)).toEqual({ ...page, documents: [] })
})

test("S5 a long page after another cluster's checkpoint is read from the start, and nothing of the first reading is in it", async () => {
  const whole = await wholeFeed('questions')
  const foreign = { epoch: 'another', rev: '1', id: '' }
  expect(await wholeFeed('questions', foreign)).toEqual({ ...whole, restart: true })
})

test('pages that are read slowly, or no further, hold no connection', async () => {
  const { sql } = world.database
  const unread = Array.from({ length: 40 }, () => feedOf('questions'))
  // more pages than the pool has connections, so this query would hang if each kept one
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  const [left, ...others] = unread
  await left?.cancel()
  const whole = await wholeFeed('questions')
  for (const page of others) expect(await json(page)).toEqual(whole)
})

test('of one collection an account has eight pages open at once, until they are read or given up', async () => {
  const app = createApp({ ...world.context, limitFactor: 1 }, { hub: world.hub, site: null })
  const open = (collection: Collection = 'questions') =>
    ask(
      collection,
      openBrowser((url, init) => app.request(url, init)),
    )
  const unread: Response[] = []
  for (let n = 1; n <= 8; n += 1) unread.push(await open())
  expect(unread.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const refused = await open()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  // a short page is over at once, and another collection has room of its own
  for (let n = 1; n <= 9; n += 1)
    expect(await (await open('conversations')).json()).toMatchObject({ restart: false })
  const [first, second, ...others] = unread
  expect(await first?.json()).toMatchObject({ restart: false })
  await second?.body?.cancel()
  for (let n = 1; n <= 2; n += 1) others.push(await open())
  expect(others.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await open()).status).toBe(429)
  for (const each of others) await each.body?.cancel()
})

describe('a page of 200 drafts of 64 KiB, in letters that JSON writes with six', () => {
  const LONGEST = 65_536
  const COUNTED = 200
  let ids: string[]
  beforeAll(async () => {
    const { sql } = world.database
    await sql`
      insert into draft (id, person_id, athlete_id, body, base, saved_at)
      select gen_random_uuid(), ${fan.personId}, (select athlete_id from conversation limit 1),
        repeat(chr(1), 10700), 0, app_now() from generate_series(1, ${COUNTED})`
    await settled(sql)
    ids = await feedOfDatabase('drafts')
    expect(ids).toHaveLength(COUNTED)
  })

  test('has not more than 2 MiB in memory while nobody reads it on', async () => {
    const written = vi.spyOn(ReadableStreamDefaultController.prototype, 'enqueue')
    const reader = feedOf('drafts').getReader()
    let taken = 0
    let most = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      taken += piece.value.length
      // a reader that is slower than the database
      await world.database.sql`select 1 as one`
      const all = written.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0)
      most = Math.max(most, all - taken)
    }
    written.mockRestore()
    expect(taken).toBeGreaterThan(COUNTED * (LONGEST - 2_000))
    expect(most).toBeGreaterThan(LONGEST)
    expect(most).toBeLessThanOrEqual(2 * 1_024 * 1_024)
  })

  test('BR-3 is whole and in the order of the feed, and a change made meanwhile comes once, with the next page', async () => {
    const { sql } = world.database
    expect((await wholeFeed('drafts')).documents.map(({ id }) => id)).toEqual(ids)
    const page = feedOf('drafts').getReader()
    const pieces = [(await page.read()).value]
    const [changed = ''] = ids.splice(-1)
    await sql`update draft set body = 'changed meanwhile', revision = revision + 1 where id = ${changed}`
    await settled(sql)
    for (let piece = await page.read(); !piece.done; piece = await page.read()) pieces.push(piece.value)
    const { documents, checkpoint } = JSON.parse(pieces.join('')) as PullAnswer
    expect(documents.map(({ id }) => id)).toEqual(ids)
    const next = await wholeFeed('drafts', checkpoint)
    expect(next.documents).toMatchObject([{ id: changed, body: 'changed meanwhile' }])
  })
})

test('a failure before the answer has begun is an answer; a later one breaks it off, and tells only the log', async () => {
  await failAt('first')
  const refused = await ask('conversations')
  expect([refused.status, await refused.json()]).toEqual([500, expect.objectContaining({ error: 'server' })])
  await failAt('last')
  // the last document is read only after the answer has begun, because an earlier failure would still be an
  // ordinary answer
  const gate = await world.database.sql.reserve()
  await gate`select pg_advisory_lock(${GATE})`
  const begun = await ask('conversations')
  await gate`select pg_advisory_unlock(${GATE})`
  gate.release()
  expect(begun.status).toBe(200)
  const said: string[] = []
  const readOn = async () => {
    for await (const piece of begun.body as AsyncIterable<Uint8Array>)
      said.push(new TextDecoder().decode(piece))
  }
  await expect(readOn()).rejects.toThrow('broken off')
  expect(said.join('')).toContain('{"documents":[{"id":"')
  expect(said.join('')).not.toContain('words that')
  const told = lines.filter((line) => line.includes('an answer broke off'))
  expect(told).toHaveLength(1)
  expect(told[0]).not.toContain('words that')
  await failAt('none')
  const again = (await (await ask('conversations')).json()) as PullAnswer
  expect(again.documents).toHaveLength(COUNT)
})

/** Makes the database fail at the first conversation it reads, only at the last one, or at none. */
async function failAt(which: 'first' | 'last' | 'none'): Promise<void> {
  const { sql } = world.database
  const when = { first: 'true', last: "city = 'Nowhere'", none: 'false' }[which]
  await sql.unsafe(`
    create or replace function read_on(city text) returns text language plpgsql stable as $$
    begin
      if ${when} then
        perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(${GATE});
        raise exception 'words that are nobody''s';
      end if;
      return city;
    end $$`)
  const [kept] = await sql`select from pg_class where relname = 'kept_person'`
  if (kept) return
  // this update announces the conversation again, so that it is the last of the feed
  await sql`
    update person set city = 'Nowhere' where id = (select athlete_id from conversation order by id limit 1)`
  await settled(sql)
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'person' order by ordinal_position`
  await sql`alter table person rename to kept_person`
  const shown = columns.map(({ name }) => (name === 'city' ? 'read_on(city) as city' : name))
  await sql.unsafe(`create view person as select ${shown.join(', ')} from kept_person`)
}
