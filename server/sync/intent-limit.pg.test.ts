import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS, SERVER_LIMITS } from '../../sync/limits.ts'
import { type Actors, asked, openCast, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast({ parts: { limitFactor: 1 } })
  world = actors.world
})
afterAll(() => world.end())

/**
 * Pushes as many refused intents as a push may hold, again and again, until it is turned away; returns how many
 * were decided.
 */
async function flood(browser: Browser, most: number): Promise<number> {
  const { person } = await browser.session()
  for (let decided = 0; decided < most; decided += LIMITS.pushIntents) {
    const intents = Array.from({ length: LIMITS.pushIntents }, () => ({
      id: randomUUID(),
      name: 'question.cancel',
      version: 1,
      args: { questionId: randomUUID() },
    }))
    const push = { device: browser.device, account: person?.id ?? 'guest', intents }
    const { status } = await browser.post('/sync/push', push)
    if (status === 429) return decided
    expect(status).toBe(200)
  }
  return most
}

const keptOf = async (principal: string) => {
  const [row] = await world.database.sql<{ kept: number }[]>`
    select count(*)::int as kept from intent_outcome where principal = ${principal}`
  return row?.kept ?? 0
}

test('what a guest sends is counted by the intents in it: their outcomes fill no table', async () => {
  const { fan, questionId } = await asked(actors)
  const [row] = await world.database.sql<{ guestId: string }[]>`
    select guest_id as "guestId" from question where id = ${questionId}`
  const most = SERVER_LIMITS.guestIntentsPerHour
  // one push more than the limit may be decided, because its size is known only after it is read
  expect(await flood(fan, 3 * most)).toBeLessThanOrEqual(most + LIMITS.pushIntents)
  expect(await keptOf(`guest:${row?.guestId}`)).toBeLessThanOrEqual(most + 2 * LIMITS.pushIntents)
})

test('an account has more room, and an end as well', async () => {
  const person = await world.makePerson({ role: 'basic' })
  const fan = await signedIn(world, person)
  expect(await flood(fan, 2 * SERVER_LIMITS.guestIntentsPerHour)).toBe(2 * SERVER_LIMITS.guestIntentsPerHour)
  await world.database.sql`
    update rate_limit set hits = ${SERVER_LIMITS.intentsPerHour} where bucket = ${`push person:${person.id}`}`
  expect(await flood(fan, SERVER_LIMITS.intentsPerHour)).toBeLessThanOrEqual(4 * LIMITS.pushIntents)
  await world.advance(3_600_000)
  expect(await flood(fan, 100)).toBe(100)
})
