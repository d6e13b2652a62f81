import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLLECTION_NAMES } from '../../sync/collections.ts'
import { createApp } from '../app.ts'
import { openSql, type Sql } from '../db/sql.ts'
import { assemble } from '../open-context.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { settled } from '../testing/database.ts'
import { Device, freshCopy } from '../testing/rights/device.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { type Hub, startHub } from './hub.ts'

const SEED = Number(process.env.SEED ?? 1)

/** The same numbers for the same seed, one source for each writer and device. */
function randomFrom(seed: number) {
  let state = (SEED * 7_919 + seed * 104_729) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    pick: <T>(all: T[]) => all[Math.floor(next() * all.length)] as T,
  }
}
type Random = ReturnType<typeof randomFrom>

/** A bug that one line would be: planted into the SQL of a server, here and nowhere else. */
type Plant = { from: string; to: string }
const FEED_BOUND: Plant = { from: 'and f.rev < pg_snapshot_xmin(pg_current_snapshot())', to: '' }
const HUB_BOUND: Plant = {
  from: 'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
  to: "select '9223372036854775807' as xmin",
}

let planted = 0

function withPlant(sql: Sql, plant: Plant | undefined): Sql {
  if (!plant) return sql
  return new Proxy(sql, {
    apply(target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
      const words =
        Array.isArray(strings) && strings.raw
          ? strings.map((each) => each.replace(plant.from, plant.to))
          : strings
      if (Array.isArray(words) && words.some((each, index) => each !== strings[index])) planted += 1
      const tag = Array.isArray(words) ? Object.assign(words, { raw: words }) : words
      return Reflect.apply(target, self, [tag, ...values])
    },
  })
}

type Server = { pool: Sql; hub: Hub; browser(): Browser; end(): Promise<void> }

/** A server process of its own, as far as the database can tell. */
async function openServer(world: World, plant?: Plant): Promise<Server> {
  const pool = openSql({ ...world.database.url, max: 8 })
  const { env, log } = world.context
  const context = await assemble({ env, background: false, log }, withPlant(pool, plant))
  const hub = await startHub(context)
  const app = createApp(context, { hub, site: null })
  return {
    pool,
    hub,
    browser: () => openBrowser((url, init) => app.request(url, init)),
    async end() {
      await hub.stop()
      await pool.end({ timeout: 2 })
    },
  }
}

type Cast = {
  fans: string[]
  athletes: string[]
  media: string[]
  drafts: string[]
  questions: string[]
  answers: string[]
}

type Change = (tx: Sql, cast: Cast, random: Random) => Promise<unknown>

/** Everything that makes documents, changes them, and lets them in and out of sight. */
const CHANGES: [weight: number, change: Change][] = [
  [6, askSomething],
  [
    4,
    (tx, { questions }, { pick, next }) =>
      tx`update question set subject = ${`s${next()}`}, revision = revision + 1 where id = ${pick(questions)}`,
  ],
  // in sight of the athlete and out again
  [
    5,
    (tx, { questions }, { pick }) =>
      tx`update question set approved_at = case when approved_at is null then app_now() end where id = ${pick(questions)}`,
  ],
  // from one athlete or fan to another
  [
    2,
    (tx, { questions, athletes }, { pick }) =>
      tx`update question set athlete_id = ${pick(athletes)} where id = ${pick(questions)}`,
  ],
  [
    2,
    (tx, { questions, fans }, { pick }) =>
      tx`update question set fan_id = ${pick(fans)} where id = ${pick(questions)}`,
  ],
  [
    1,
    (tx, { fans }, { pick }) =>
      tx`update question set hold_state = 'held', revision = revision + 1 where fan_id = ${pick(fans)}`,
  ],
  [
    3,
    (tx, { fans }, { pick, next }) =>
      tx`update conversation set updated_at = app_now(), opened_at = case when ${next()} < 0.5 then app_now() end where fan_id = ${pick(fans)}`,
  ],
  [3, answerSomething],
  [
    4,
    (
      tx,
      { answers },
      { pick },
    ) => tx`update answer set updated_at = app_now(), state = ${pick(['waiting', 'stored', 'delivered', 'withdrawn'])}
    where id = ${pick(answers)} and not exists (select from answer b where b.question_id = answer.question_id and b.id <> answer.id)`,
  ],
  [
    3,
    (tx, { fans, athletes, drafts }, random) => {
      const id = random.next() < 0.3 || drafts.length === 0 ? randomUUID() : random.pick(drafts)
      drafts.push(id)
      return tx`insert into draft (id, person_id, athlete_id, body, base, saved_at) values (${id}, ${random.pick(fans)}, ${random.pick(athletes)}, 'b', 0, app_now())
      on conflict (id) do update set body = ${`b${random.next()}`}, revision = draft.revision + 1, discarded = ${random.next() < 0.4}`
    },
  ],
  [
    1,
    (tx, { fans, athletes }, { pick, below }) =>
      tx`update person set price_cents = ${below(9_999)} where id = ${pick([...fans, ...athletes])}`,
  ],
  // what the other side of a conversation sees of somebody
  [
    2,
    (tx, { fans, athletes }, { pick, next }) =>
      tx`update person set first_name = ${`n${next()}`} where id = ${pick([...fans, ...athletes])}`,
  ],
]
const WEIGHTED = CHANGES.flatMap(([weight, change]) => Array.from({ length: weight }, () => change))

async function askSomething(tx: Sql, { fans, athletes, questions }: Cast, { pick }: Random): Promise<void> {
  const [fan, athlete, id] = [pick(fans), pick(athletes), randomUUID() as string]
  const [conversation] = await tx<{ id: string }[]>`
    insert into conversation (id, fan_id, athlete_id) values (${randomUUID()}, ${fan}, ${athlete})
    on conflict (fan_id, athlete_id) do update set updated_at = app_now() returning id`
  await tx`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, submitted_at, screening_ends_at)
    values (${id}, ${conversation?.id ?? ''}, ${fan}, ${athlete}, '{}', 's', 'text', 't', 100, app_now(), app_now())`
  questions.push(id)
}

async function answerSomething(
  tx: Sql,
  { media, questions, answers }: Cast,
  { pick }: Random,
): Promise<void> {
  const id: string = randomUUID()
  await tx`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, duration_ms, recorded_at, submitted_at)
    select ${id}, q.id, q.conversation_id, q.athlete_id, q.fan_id, ${pick(media)}, 1, app_now(), app_now() from question q
    where q.id = ${pick(questions)} and not exists (select from answer a where a.question_id = q.id and a.state <> 'withdrawn')
    on conflict do nothing`
  answers.push(id)
}

class RolledBack extends Error {}
const tally = { committed: 0, rolledBack: 0, givenUp: 0, disconnects: 0 }

const GIVEN_UP = ['40P01', '40001', '23505', '55P03']

/** One writer: short transactions, some slow, some rolled back, some given up for another one. */
async function write(
  pool: Sql,
  cast: Cast,
  { random, transactions }: { random: Random; transactions: number },
) {
  for (let n = 0; n < transactions; n += 1) {
    const written = pool.begin(async (tx) => {
      for (let k = 1 + random.below(3); k > 0; k -= 1) {
        await random.pick(WEIGHTED)(tx as unknown as Sql, cast, random)
        if (random.next() < 0.6) await sleep(random.next() * 12)
      }
      if (random.next() < 0.06) throw new RolledBack()
    })
    await written.then(countCommit, ignoreGivenUp)
  }
}

/** A transaction that writes at once and commits when many later ones already have. */
async function writeSlowly(pool: Sql, readers: string[]): Promise<void> {
  const written = pool.begin(async (tx) => {
    await tx`update person set price_cents = coalesce(price_cents, 0) + 1 where id = any (${readers}::uuid[])`
    await sleep(250)
  })
  await written.catch(ignoreGivenUp)
}

function countCommit(): void {
  tally.committed += 1
}

function ignoreGivenUp(error: unknown): void {
  if (error instanceof RolledBack) tally.rolledBack += 1
  else if (GIVEN_UP.includes((error as { code?: string }).code ?? '')) tally.givenUp += 1
  else throw error
}

/** Its writes are overtaken by later ones, which a device that comes back just then has already pulled. */
async function beOvertaken(pool: Sql, devices: Device[], cast: Cast): Promise<void> {
  const slow = pool.begin(async (tx) => {
    await saveDrafts(tx as unknown as Sql, cast)
    await sleep(400)
  })
  await sleep(50)
  await saveDrafts(pool, cast)
  for (const device of devices) {
    await device.disconnect()
    await device.connect()
  }
  await slow
}

/**
 * It writes nothing to be seen, but while it is open nothing that was written since can be found: not even by a device
 * that was away when it was written, and came back too early.
 */
async function holdBack(pool: Sql, devices: Device[], cast: Cast): Promise<void> {
  const slow = pool.begin(async (tx) => {
    await tx`insert into guest (id) values (${randomUUID()})`
    await sleep(400)
  })
  for (const device of devices) await device.disconnect()
  await sleep(50)
  await saveDrafts(pool, cast)
  await sleep(50)
  for (const device of devices) await device.connect()
  await slow
}

async function saveDrafts(on: Sql, { fans, athletes }: Cast): Promise<void> {
  await on`insert into draft (id, person_id, athlete_id, body, base, saved_at)
    select gen_random_uuid(), person, ${athletes[0] ?? ''}, 'b', 0, app_now() from unnest(${fans}::uuid[]) as person`
}

let world: World
let people: Person[]
beforeAll(async () => {
  world = await openWorld()
  people = []
  for (const role of ['basic', 'basic', 'basic', 'creator', 'creator', 'basic'] as const)
    people.push(await world.makePerson({ role }))
}, 60_000)
afterAll(() => world.end())

async function makeCast(): Promise<Cast> {
  const media = [randomUUID() as string, randomUUID() as string]
  for (const id of media)
    await world.database.sql`
      insert into media (id, principal, purpose, source, state, declared_type, declared_bytes, declared_sha256, declared_duration_ms)
      values (${id}, 'person:x', 'answer', 'file', 'stored', 'video/webm', 1, 'x', 1)`
  const ids = people.map(({ id }) => id)
  const cast = {
    fans: ids.filter((_, n) => n < 3 || n === 5),
    athletes: ids.slice(3, 5),
    media,
    drafts: [],
    questions: [],
    answers: [],
  }
  for (let n = 0; n < 5; n += 1)
    for (const change of [askSomething, answerSomething])
      await world.database.sql.begin((tx) => change(tx as unknown as Sql, cast, randomFrom(n)))
  return cast
}

async function openDevices(servers: Server[]): Promise<Device[]> {
  const devices: Device[] = []
  for (const server of servers) {
    for (const person of people) {
      const browser = server.browser()
      await browser.signIn(person)
      const random = randomFrom(1_000 + devices.length)
      const pageLimit = () => 1 + random.below(30)
      const device = new Device(browser, person.id, pageLimit)
      await device.connect()
      devices.push(device)
    }
  }
  return devices
}

/** How many documents of how many devices are not what a new device would have, or what the audience says. */
async function countDifferences(devices: Device[]): Promise<number> {
  let differences = 0
  for (const { id: reader } of people) {
    const theirs = devices.filter((device) => device.reader === reader)
    for (const name of COLLECTION_NAMES) {
      const fresh = await freshCopy((theirs[0] as Device).browser, name)
      const rows = await world.database.sql<{ id: string }[]>`
        select distinct id from audience where collection = ${name} and reader = ${reader}`
      const audience = new Set(rows.map(({ id }) => id))
      for (const { held } of theirs) {
        const mine = held[name].documents
        for (const id of new Set([...fresh.keys(), ...mine.keys(), ...audience]))
          if (!audience.has(id) || !isDeepStrictEqual(fresh.get(id), mine.get(id))) differences += 1
      }
    }
  }
  return differences
}

type Schedule = { writers: number; transactions: number; patience: number; plant?: Plant }

async function run({ writers, transactions, patience, plant }: Schedule) {
  const cast = await makeCast()
  const servers = [await openServer(world, plant), await openServer(world, plant)]
  const devices = await openDevices(servers)
  const [pool, readers] = [servers[0]?.pool as Sql, people.map(({ id }) => id)]
  let writing = true
  const flaky = (async () => {
    for (const random = randomFrom(500); writing; await sleep(40)) {
      const device = random.pick(devices)
      await device.disconnect()
      tally.disconnects += 1
      await sleep(random.next() * 80)
      await device.connect()
    }
  })()
  const late = (async () => {
    while (writing) await writeSlowly(pool, readers)
  })()
  const all = Array.from({ length: writers }, (_, n) =>
    write(servers[n % 2]?.pool as Sql, cast, { random: randomFrom(n), transactions }),
  )
  await Promise.all(all)
  writing = false
  await Promise.all([flaky, late])
  await beOvertaken(pool, devices, cast)
  await holdBack(pool, devices, cast)
  const differences = await untilSettled(devices, patience)
  for (const device of devices) await device.disconnect()
  for (const server of servers) await server.end()
  const sum = (count: (device: Device) => number) => devices.reduce((all, device) => all + count(device), 0)
  return {
    differences,
    events: sum(({ events }) => events),
    gone: sum(({ gone }) => gone),
    documents: sum(({ held }) => COLLECTION_NAMES.reduce((all, name) => all + held[name].documents.size, 0)),
  }
}

/** Waits for the head, never for a fixed time; gives up once nothing has changed for a while. */
async function untilSettled(devices: Device[], patience: number): Promise<number> {
  await settled(world.database.sql)
  let differences = await countDifferences(devices)
  for (let looks = patience; differences > 0 && looks > 0; looks -= 1) {
    await sleep(150)
    differences = await countDifferences(devices)
  }
  return differences
}

describe('BR-3 S1 a dozen devices on two servers, many writers, disconnects, rollbacks, sight that comes and goes', () => {
  test('no document differs', async () => {
    const result = await run({ writers: 8, transactions: 50, patience: 20 })
    process.stdout.write(`converge: ${JSON.stringify({ seed: SEED, ...tally, ...result })}\n`)
    expect(result.differences).toBe(0)
    for (const often of [result.events, result.gone, tally.committed, tally.rolledBack, tally.disconnects])
      expect(often).toBeGreaterThan(10)
  })

  test.each([
    ['the bound of the pull', FEED_BOUND],
    ['the bound of the stream', HUB_BOUND],
  ])('without %s documents are lost', async (_name, plant) => {
    planted = 0
    const result = await run({ writers: 4, transactions: 4, patience: 2, plant })
    expect(planted).toBeGreaterThan(0)
    expect(result.differences).toBeGreaterThan(0)
  })
})
