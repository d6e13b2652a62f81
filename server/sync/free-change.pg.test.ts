import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '../db/sql.ts'
import { signedIn } from '../testing/actors.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { type Hub, startHub } from './hub.ts'

let world: World
let person: Person
let hub: Hub
let said: string[]
let told: string[]

beforeAll(async () => {
  world = await openWorld()
  person = await world.makePerson({ role: 'basic' })
  await world.database.sql.listen('feed', (payload) => void said.push(payload))
  hub = await startHub(world.context)
  await signedIn(world, person)
  const remove = hub.add({
    reader: person.id,
    sessionId: await sessionOf(person),
    desk: false,
    send: ({ event }) => told.push(event) > 0,
    close: () => remove(),
  })
})
beforeEach(() => {
  said = []
  told = []
})
afterAll(async () => {
  await hub.stop()
  await world.end()
})

async function sessionOf({ id }: Person): Promise<string> {
  const [session] = await world.database.sql<{ id: string }[]>`
    select s.id from auth.session s join person p on p.auth_id = s."userId"::text where p.id = ${id}`
  return session?.id ?? ''
}

const PATIENCE = { timeout: 20_000 }

/**
 * Changes a field that the person sees of themselves, and returns the mark of its notification: `free`, or
 * undefined.
 */
async function change(sql: Pick<Sql, 'unsafe'>): Promise<string | undefined> {
  const before = said.length
  await sql.unsafe(`update person set bio = bio || 'x' where id = '${person.id}'`)
  await expect.poll(() => said.length, PATIENCE).toBeGreaterThan(before)
  return said.at(-1)?.split(' ')[3]
}

// this test is first, because otherwise delayed news of an earlier change would arrive in the middle of it
test('beside an older writer no change is free, in whatever order things were read and written', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const older = world.database.sql.begin(async (tx) => {
    await tx`select pg_current_xact_id()`
    begun.resolve()
    await end.promise
  })
  await begun.promise
  expect(await change(world.database.sql)).toBeUndefined()
  expect(told).not.toContain('changed')
  end.resolve()
  await older
  await expect.poll(() => told.filter((event) => event === 'changed'), PATIENCE).toEqual(['changed'])
})

test('a change that no older writer could precede is known to be free, and told at once', async () => {
  // other tests write to other databases of the same cluster meanwhile, and their writers count
  await expect.poll(() => change(world.database.sql), PATIENCE).toBe('free')
  await expect.poll(() => told, PATIENCE).toContain('changed')
})

test('whose session the same transaction ended hears of the end, and asks for nothing', async () => {
  const sessionId = await sessionOf(person)
  // a fresh hub has not heard of earlier changes, some of which still wait for older writers
  const fresh = await startHub(world.context)
  const heard: string[] = []
  const remove = fresh.add({
    reader: person.id,
    sessionId,
    desk: false,
    send: ({ event }) => heard.push(event) > 0,
    close: () => remove(),
  })
  await world.database.sql.begin(async (tx) => {
    await tx`update person set bio = bio || 'x' where id = ${person.id}`
    await tx`delete from auth.session where id = ${sessionId}`
  })
  await expect.poll(() => heard, PATIENCE).toContain('bye')
  // now everything that was to be announced by then has been
  await change(world.database.sql)
  await fresh.stop()
  expect(heard).not.toContain('changed')
})
