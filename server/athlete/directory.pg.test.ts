import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type DirectorySearch, directoryFilterOf } from '../../sync/athlete/directory.ts'
import {
  compareInOrder,
  directoryText,
  isInDirectory,
  nearestFirst,
} from '../../sync/athlete/directory-rule.ts'
import { TAG_IDS } from '../../sync/athlete/tags.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import { createApp } from '../app/app.ts'
import { inTransaction } from '../db/transaction.ts'
import { openWorld, type World } from '../testing/world.ts'
import { mayBeMeant } from './store.ts'

let world: World
let everybody: PublicAthlete[]
beforeAll(async () => {
  world = await openWorld()
  await fill(1_400)
  everybody = await askAll({})
})
afterAll(() => world.end())

const NAMES = [
  'Nóra',
  'Łukasz',
  'JOSÉ',
  'Ana|Maria',
  'Per%cent',
  'Under_score',
  'Back\\slash',
  'Iñaki',
  'Zoë',
  'Ève',
]
const SPORTS = ['Track & Field', 'Basketball', 'Rowing', 'Football', 'Судомо', 'Ångström Ski']

/**
 * Inserts invented athletes of every kind: with tags of the catalogue, others or none; paused, unlisted, and
 * people who are not athletes.
 */
async function fill(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    role: n % 41 === 0 ? 'basic' : 'creator',
    username: `a${((n * 7_919) % 100_003).toString(36)}x${n.toString(36)}`,
    first_name: NAMES[n % NAMES.length],
    last_name: `Quist ${n % 17}`,
    email: `p${n}@t.test`,
    sport: n % 23 === 0 ? null : SPORTS[n % SPORTS.length],
    position: n % 3 === 0 ? `${n % 9}00 m` : null,
    bio: n % 5 === 0 ? 'Shin splints, twice — and “back”.' : '',
    price_cents: n % 7 === 0 ? null : (n % 12) * 500,
    interests: n % 4 === 0 ? [] : ['Race  tactics', `Topic\u00a0${n % 29}`],
    tags: tagsOf(n),
    paused: n % 31 === 0,
    listed: n % 37 !== 0,
  }))
  await world.database.sql`insert into person ${world.database.sql(rows)}`
  await world.database.sql`
    insert into typical_answer (athlete_id, minutes)
    select id, length(username) * 97 % 3000 from person where role = 'creator' and length(last_name) = 7`
}

/** Sorts names without case and accents: "Ève" comes before "Iñaki", and "JOSÉ" after it. */
function sortedByFolding(names: string[]): string[] {
  const fold = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return names.toSorted((a, b) => (fold(a) === fold(b) ? 0 : fold(a) < fold(b) ? -1 : 1))
}

function tagsOf(n: number): string[] {
  if (n % 13 === 0) return []
  const own = n % 11 === 0 ? ['Trail RUNNING', 'ncaa division 1', 'a|b'] : []
  return [...TAG_IDS.filter((_, place) => (n * 31 + place * 7) % 5 === 0), ...own]
}

async function ask(search: DirectorySearch & { after?: string }) {
  const answer = await world.browser().get<AthletesAnswer>(`/api/athletes?${new URLSearchParams(search)}`)
  return answer
}

/** Returns all pages of a search. */
async function askAll(search: DirectorySearch): Promise<PublicAthlete[]> {
  const found: PublicAthlete[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { status, body }: Awaited<ReturnType<typeof ask>> = await ask({ ...search, after })
    expect(status).toBe(200)
    found.push(...body.athletes)
    after = body.after
  }
  return found
}

const SEARCHES: DirectorySearch[] = [
  {},
  ...TAG_IDS.map((tags) => ({ tags })),
  { tags: 'running,ncaa_d1' },
  { tags: 'running,football,certified_pt' },
  { tags: TAG_IDS.join() },
  ...[
    'nora',
    'NÓRA',
    'łukasz',
    'jose',
    'ana maria',
    'ana|maria',
    '%',
    '_',
    '\\',
    'per%',
    'r_s',
    'k\\s',
    "'",
    '----',
    '----- quistt',
    'zoe',
  ].map((q) => ({ q })),
  ...[
    'track & field',
    'tactics',
    'topic 7',
    'quist 1',
    'м',
    'судомо',
    'ångström',
    'physio',
    'shin splnts',
    'basketbal rwoing',
    'angstrm',
    'division',
    'd1',
  ].map((q) => ({ q })),
  ...['a', 'qu', 'ui', '1', '300', 'ball', 'nobodyhasthis', 'trail', 'a b', '|', '&'].map((q) => ({ q })),
  { q: 'nora', tags: 'running' },
  { q: 'shin splints' },
  { sort: 'price' },
  { sort: 'speed', tags: 'running' },
  { price: 'free' },
  { price: 'under10', q: 'rowing', sort: 'price' },
  { within: '24h' },
  { within: '12h', sort: 'speed', price: 'under25' },
  { q: 'ball', tags: 'football,basketball' },
]

describe('the directory on the server', () => {
  test.each(SEARCHES)('S1-3.5 S1-4.30 %o finds exactly whom the rule finds, in pages', async (search) => {
    const found = await askAll(search)
    const filter = directoryFilterOf(search)
    const wanted = everybody
      .filter((athlete) => isInDirectory(athlete, filter))
      .sort((a, b) => compareInOrder(a, b, filter))
    const isNobody = wanted.length === 0 && filter.q !== ''
    if (isNobody) wanted.push(...nearestFirst(everybody, filter).slice(0, 48))
    expect(found.map(({ username }) => username)).toEqual(wanted.map(({ username }) => username))
  })
  test('S1-2.78 S1-6.1 S1-6.6 S1-7.3 S2-4.17 D71 a visitor is shown only listed athletes who are not paused, each once, in the order of their names', async () => {
    const [count] = await world.database.sql<{ n: number }[]>`
      select count(*)::int as n from person where role = 'creator' and listed and not paused`
    const usernames = everybody.map(({ username }) => username)
    expect(usernames).toHaveLength(count?.n ?? -1)
    expect(usernames.length).toBeGreaterThan(1_100)
    expect(new Set(usernames).size).toBe(usernames.length)
    // The order follows the shown names, whatever the usernames are.
    const names = everybody.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    expect(sortedByFolding(names)).toEqual(names)
    expect([names[0], names.at(-1)]).toEqual(['Ana|Maria Quist 0', 'Łukasz Quist 9'])
  })
  test('the database keeps an athlete’s text letter for letter as the devices make it, also after a change', async () => {
    const { sql } = world.database
    await sql`update person set interests = '{Ünïcode — DASH}', tags = '{New Tag}' where username like 'a1%'`
    const kept = await sql<{ username: string; text: string }[]>`
      select username, directory_text as text from person where role = 'creator' and listed and not paused`
    const texts = new Map(kept.map(({ username, text }) => [username, text]))
    for (const athlete of await askAll({})) expect(texts.get(athlete.username)).toBe(directoryText(athlete))
    expect(await sql`select 1 from person where role = 'basic' and directory_text is not null`).toHaveLength(
      0,
    )
  })
})

test('whom a search may have meant is found by the search index, where every word has four letters', async () => {
  const undone = new Error('undone')
  let plan = ''
  const explain = inTransaction(world.database.sql, async (tx) => {
    // of so few athletes it is quicker to read all, in whatever way
    for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
      await tx`select set_config(${`enable_${way}`}, 'off', true)`
    const others = await tx<{ name: string }[]>`
      select indexrelid::regclass::text as name from pg_index
      where indrelid = 'person'::regclass and not indisunique and indexrelid <> 'person_search'::regclass`
    for (const { name } of others) await tx`drop index ${tx(name)}`
    const wanted = directoryFilterOf({ q: 'nobodyhasthis splnts' })
    const rows = await tx`explain select from person p where ${mayBeMeant(tx, wanted)}`
    plan = rows.map((row) => String(row['QUERY PLAN'])).join(' ')
    throw undone
  })
  await expect(explain).rejects.toBe(undone)
  expect(plan).toMatch(/person_search.*Index Cond: \(\(directory_text %> .*AND \(directory_text %> /)
})

describe('a word without a three-letter group reads no whole index', () => {
  const sql = () => world.database.sql
  const planOf = async (q: string) => {
    const rows =
      await sql()`explain select from person p where ${mayBeMeant(sql(), directoryFilterOf({ q }))}`
    return rows.map((row) => String(row['QUERY PLAN'])).join(' ')
  }
  test('one of marks alone is looked for as it is typed', async () => {
    const plan = await planOf('---- splnts')
    expect(plan).toContain("~~ '%----%'")
    expect(plan.match(/<% |%> /g)).toHaveLength(1)
  })
  test('one of letters that the locale does not know is near nobody', async () => {
    const [row] = await sql()<{ isUnknown: boolean }[]>`select show_trgm('жжжж') = '{}' as "isUnknown"`
    expect((await planOf('жжжж')).includes('One-Time Filter: false')).toBe(row?.isUnknown)
    expect(await planOf('splnts')).not.toContain('One-Time Filter')
  })
})

test('a network makes so many searches that nobody matches as typed, and any number of others', async () => {
  const { context, hub } = world
  const env = { ...context.env, clientAddressHeader: 'x-told' }
  const app = createApp({ ...context, env, limitFactor: 1 }, { hub, site: null })
  const statusOf = async (address: string, q: string) =>
    (await app.request(`/api/athletes?q=${q}`, { headers: { 'x-told': address } })).status
  expect(await statusOf('203.0.113.7', 'splnts')).toBe(200)
  const { sql } = world.database
  await sql`update rate_limit set hits = 60 where bucket = 'directory near of 203.0.113.7'`
  const found = [
    await statusOf('203.0.113.7', 'splnts'),
    await statusOf('203.0.113.7', 'splints'),
    await statusOf('203.0.113.8', 'splnts'),
  ]
  expect(found).toEqual([429, 200, 200])
  await sql`update rate_limit set hits = 480 where bucket = 'directory near of 203.0.113.0/24'`
  expect(await statusOf('203.0.113.9', 'splnts')).toBe(429)
})

test('S1-3.1 S1-3.6 S1-7.4 D39 a profile has every field that is shown, lists where there is nothing, and nothing private', async () => {
  const { sql } = world.database
  const shown = {
    username: 'shownathlete',
    sport: 'Rowing',
    tags: [],
    instagram: 'nora.q',
    tiktok: null,
    x: null,
    city: 'Oslo',
    promo: true,
  }
  const person = {
    id: randomUUID(),
    role: 'creator',
    first_name: 'Nora',
    last_name: 'Quist',
    email: 'shown@t.test',
  }
  await sql`insert into person ${sql({ ...shown, ...person, country_code: 'NO', no_go_topics: 'My knee' })}`
  await sql`update person set tiktok_embeds = '{https://www.tiktok.com/t/7106594312292453675}', cover_urls = '{/a.jpg}'
    where id = ${person.id}`
  const { body } = await world.browser().get<PublicAthlete>('/api/athletes/shownathlete')
  expect(body).toMatchObject({ ...shown, id: person.id, countryCode: 'NO', paused: false, achievements: [] })
  expect(body).toMatchObject({ coverUrls: ['/a.jpg'], ratingTotal: 0, ratingCount: 0, priceCents: null })
  expect(body.tiktokEmbeds).toEqual(['https://www.tiktok.com/t/7106594312292453675'])
  expect(JSON.stringify(body)).not.toMatch(/shown@t|My knee/)
})

describe('what nobody may ask for', () => {
  test.each([
    ['a search that is too long', { q: 'x'.repeat(61) }],
    ['a control character', { q: 'a\u0000b' }],
    ['a line end', { q: 'a\nb' }],
    ['an unknown tag', { tags: 'rowing' }],
    ['a tag beside known ones', { tags: 'running,__proto__' }],
    ['a tag of another case', { tags: 'RUNNING' }],
  ])('%s is refused', async (_, search) => {
    const { status, body } = await ask(search)
    expect(status).toBe(400)
    expect(body).toMatchObject({ refusal: { code: 'bad-shape' } })
  })
  test('hostile texts are only texts', async () => {
    for (const q of [
      `'; drop table person;--`,
      `\\'); select pg_sleep(5);--`,
      '%%%%%%',
      '___',
      '$1',
      '{"a":1}',
      '.*(a+)+$',
    ])
      expect((await ask({ q })).status, q).toBe(200)
    expect((await ask({ after: "'; drop table person;--" })).status).toBe(200)
  })
})
