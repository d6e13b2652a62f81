import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INTENTS } from '../../sync/intents.ts'
import type { PushAnswer } from '../../sync/protocol.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import { isUniqueViolation } from '../db/transaction.ts'
import { saveDraftAlone } from '../question/draft.ts'
import { signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { keepSettled } from './outcomes.ts'
import { settleTogether } from './settle-together.ts'

let world: World
let fan: Person
let athlete: Person
let browser: Browser

beforeAll(async () => {
  world = await openWorld()
  fan = await world.makePerson({ role: 'basic' })
  athlete = await world.makePerson({ role: 'creator', priceCents: 1_000 })
  browser = await signedIn(world, fan)
})
afterAll(() => world.end())

type Save = { draftId?: string; base?: number; athleteId?: string; body?: string }

const save = ({ draftId = randomUUID(), base = 0, athleteId = athlete.id, body = 'words' }: Save = {}) => ({
  id: randomUUID() as string,
  name: 'draft.save',
  version: 1,
  args: { draftId, athleteId, base, savedAt: 1_700_000_000_000, body },
})

async function push(intents: object[]) {
  const request = { device: browser.device, account: fan.id, intents }
  return (await browser.post<PushAnswer>('/sync/push', request)).body.outcomes
}

/** Returns how many transactions wrote the drafts with these words. */
async function transactionsOf(body: string): Promise<number> {
  const [row] = await world.context.sql<{ count: number }[]>`
    select count(distinct f.rev::text)::int as count from draft d join feed f on f.id = d.id where d.body = ${body}`
  return row?.count ?? 0
}

test('entries that all settle are settled in order, in one transaction', async () => {
  const intents = Array.from({ length: 5 }, () => save({ body: 'all settle' }))
  const outcomes = await push(intents)

  expect(outcomes).toEqual(
    intents.map(({ id, args }) => ({ id, state: 'settled', value: { draftId: args.draftId, revision: 1 } })),
  )
  expect(await transactionsOf('all settle')).toBe(1)
  expect(await push(intents)).toEqual(outcomes)
})

test('an entry that comes alone is settled once, however often it comes', async () => {
  const first = save({ body: 'alone' })
  const settled = { id: first.id, state: 'settled', value: { draftId: first.args.draftId, revision: 1 } }
  expect(await push([first])).toEqual([settled])
  expect(await push([first])).toEqual([settled])
  expect(await push([first, save({ body: 'with another' })])).toEqual([settled, expect.anything()])
  const drafts = await world.context.sql`select revision, body from draft where id = ${first.args.draftId}`
  expect([...drafts]).toEqual([{ revision: 1, body: 'alone' }])
})

test('an entry that comes alone needs one statement, and a second one with its id changes nothing', async () => {
  const { id, name, args } = save({ body: 'one statement' })
  const caller: Caller = { personId: fan.id, role: 'basic', guestId: null, sessionId: null }
  const by = { principal: fan.id, device: browser.device }
  const keepOutcome = (sql: Queryable) => keepSettled(sql, { id, name }, by)
  const run = () => saveDraftAlone({ context: world.context, keepOutcome }, caller, args)
  const value = { draftId: args.draftId, revision: 1 }
  expect(await run()).toEqual(value)
  const [kept] = await world.context.sql`select outcome from intent_outcome where id = ${id}`
  expect(kept).toEqual({ outcome: { id, state: 'settled', value } })
  args.base = 1
  await expect(run()).rejects.toSatisfy((error) => isUniqueViolation(error))
  const drafts = await world.context.sql`select revision from draft where id = ${args.draftId}`
  expect([...drafts]).toEqual([{ revision: 1 }])
})

test('an entry that comes alone and against which something stands is settled as any: kept beside, or refused', async () => {
  const { args } = save({ body: 'stands' })
  await push([save(args)])
  const [late] = await push([save({ ...args, body: 'came late' })])
  expect(late).toMatchObject({
    state: 'settled',
    value: { draftId: expect.not.stringContaining(args.draftId) },
  })
  const [nowhere] = await push([save({ athleteId: randomUUID() })])
  expect(nowhere).toMatchObject({ state: 'refused', refusal: { code: 'athlete-unavailable' } })
  const drafts = await world.context
    .sql`select body from draft where body in ('stands', 'came late') order by body`
  expect([...drafts]).toEqual([{ body: 'came late' }, { body: 'stands' }])
})

test('a refused entry keeps none of the others back, and each is its own transaction then', async () => {
  const intents = [
    save({ body: 'beside a no' }),
    save({ body: 'beside a no', athleteId: randomUUID() }),
    save({ body: 'beside a no' }),
  ]
  const outcomes = await push(intents)

  expect(outcomes.map(({ state }) => state)).toEqual(['settled', 'refused', 'settled'])
  expect(await transactionsOf('beside a no')).toBe(2)
  expect(await push(intents)).toEqual(outcomes)
})

test('saves of one draft after another each find the one before them', async () => {
  const draftId: string = randomUUID()
  const outcomes = await push([
    save({ draftId, body: 'first' }),
    save({ draftId, base: 1, body: 'second' }),
    save({ body: 'another' }),
    { id: randomUUID(), name: 'draft.discard', version: 1, args: { draftId } },
  ])

  expect(outcomes.map(({ state }) => state)).toEqual(['settled', 'settled', 'settled', 'settled'])
  expect(outcomes[1]).toMatchObject({ value: { draftId, revision: 2 } })
  const [kept] = await world.context.sql`select body, discarded from draft where id = ${draftId}`
  expect(kept).toEqual({ body: 'second', discarded: true })
})

test('S2 what follows an entry that failed waits with it, and whatever is about something else does not', async () => {
  const draftId: string = randomUUID()
  const failed = { ...save({ draftId, body: 'of a newer app' }), version: 999 }
  const after = save({ draftId, base: 1, body: 'after it' })
  const outcomes = await push([failed, after, save({ body: 'beside it' })])

  expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'failed', 'settled'])
  expect(await world.context.sql`select from draft where body = 'after it'`).toHaveLength(0)
  const again = await push([{ ...failed, version: 1 }, after])
  expect(again[1]).toMatchObject({ state: 'settled', value: { draftId, revision: 2 } })
})

test('of drafts saved over an older revision each is kept beside the stored one (D98)', async () => {
  const drafts: string[] = [randomUUID(), randomUUID()]
  await push(drafts.map((draftId) => save({ draftId, body: 'stored' })))
  const outcomes = await push(drafts.map((draftId) => save({ draftId, body: 'beside the stored one' })))

  expect(outcomes.map(({ state }) => state)).toEqual(['settled', 'settled'])
  const rows = await world.context.sql`select id from draft where body = 'beside the stored one'`
  expect(rows).toHaveLength(2)
  expect(rows.some(({ id }) => drafts.includes(id as string))).toBe(false)
})

test('the same entry twice in one push happens once', async () => {
  const intent = save({ body: 'twice' })
  const [first, second] = await push([intent, save(), intent]).then(([a, _, c]) => [a, c])

  expect(first).toMatchObject({ state: 'settled' })
  expect(second).toEqual(first)
  expect(await world.context.sql`select id from draft where body = 'twice'`).toHaveLength(1)
})

test('an entry pushed by two requests at once has one outcome', async () => {
  const intents = Array.from({ length: 4 }, () => save({ body: 'at once' }))
  const [one, other] = await Promise.all([push(intents), push(intents)])

  expect(one).toEqual(other)
  expect(await world.context.sql`select id from draft where body = 'at once'`).toHaveLength(4)
})

test('what only a newer server knows waits for it: nothing is decided, and there the same entry settles', async () => {
  const [intent, newer] = [save({ body: 'newer' }), { ...save(), version: 2, args: { said: 'otherwise' } }]
  const known = INTENTS['draft.save']
  // simulates a server of the previous build
  Reflect.deleteProperty(INTENTS, 'draft.save')
  try {
    expect(await push([intent])).toEqual([{ id: intent.id, state: 'failed' }])
  } finally {
    Object.assign(INTENTS, { 'draft.save': known })
  }
  expect(await push([newer])).toEqual([{ id: newer.id, state: 'failed' }])
  const ids = [intent.id, newer.id]
  expect(await world.context.sql`select from intent_outcome where id = any(${ids}::uuid[])`).toEqual([])
  expect(await push([intent])).toMatchObject([{ state: 'settled' }])
})

test("of what was settled its owner is told which is still known, and nothing of anybody else's", async () => {
  const intent = save({ body: 'known' })
  await push([intent])
  const ids = [intent.id, randomUUID()]
  const [here] = await world.context.sql`select app_epoch() as epoch`
  const ask = (by: Browser, account: string) => by.post('/sync/known', { account, ids })
  expect((await ask(browser, fan.id)).body).toEqual({ ...here, known: [intent.id] })
  const stranger = await signedIn(world, athlete)
  expect((await ask(stranger, athlete.id)).body).toEqual({ ...here, known: [] })
  expect(await ask(stranger, fan.id)).toMatchObject({ status: 401 })
  expect(await ask(world.browser(), 'guest')).toMatchObject({ status: 401 })
})

test('a fault of the quick way alone is told to whoever runs the server, and the entry is settled all the same', async () => {
  const warned: unknown[] = []
  const log = { ...world.context.log, warn: (fields: object) => void warned.push(fields) }
  const runAlone = () => Promise.reject(new Error('a fault of ours'))
  const settler = {
    context: { ...world.context, log } as typeof world.context,
    handlerOf: () => ({ run: () => Promise.reject(new Error('not asked')), runAlone }),
  }
  const caller: Caller = { personId: fan.id, role: 'basic', guestId: null, sessionId: null }
  const request = { device: browser.device, account: fan.id, intents: [save()] }
  expect(await settleTogether(settler, caller, request)).toBe(null)
  expect(warned).toEqual([{ err: expect.objectContaining({ message: 'a fault of ours' }) }])
})
