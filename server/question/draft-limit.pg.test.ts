import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVER_LIMITS } from '../../sync/limits.ts'
import { type Actors, openCast, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const save = (browser: Browser, more: object = {}) =>
  browser.push('draft.save', {
    draftId: randomUUID(),
    athleteId: actors.athlete.id,
    base: 0,
    savedAt: 5,
    body: 'words',
    ...more,
  })

/** Makes an account with as many drafts as it may have, and returns their ids. */
async function fullAccount(): Promise<{ fan: Browser; ids: string[] }> {
  const person = await world.makePerson({ role: 'basic' })
  const rows = await world.database.sql<{ id: string }[]>`
    insert into draft (id, person_id, athlete_id, body, base, saved_at)
    select gen_random_uuid(), ${person.id}, ${actors.athlete.id}, 'words', 0, app_now()
    from generate_series(1, ${SERVER_LIMITS.draftsPerPerson}) returning id`
  return { fan: await signedIn(world, person), ids: rows.map(({ id }) => id) }
}

test('an account keeps so many unfinished questions: one more is refused, and what is kept is written on', async () => {
  const {
    fan,
    ids: [draftId = ''],
  } = await fullAccount()
  const full = { state: 'refused', refusal: { code: 'drafts-enough' } }
  expect(await save(fan)).toMatchObject(full)
  expect(await save(fan, { draftId, base: 1, body: 'more words' })).toMatchObject({
    state: 'settled',
    value: { draftId, revision: 2 },
  })
  // saved beside a newer one, it would be one too many
  expect(await save(fan, { draftId, base: 1, body: 'others' })).toMatchObject(full)
  expect(await save(fan, { athleteId: randomUUID() })).toMatchObject({ state: 'refused' })
  const other = await signedIn(world, await world.makePerson({ role: 'basic' }))
  expect(await save(other)).toMatchObject({ state: 'settled' })
})

test('one that was thrown away makes room once its words are gone, and does not come back beyond the limit', async () => {
  const {
    fan,
    ids: [draftId = ''],
  } = await fullAccount()
  const full = { state: 'refused', refusal: { code: 'drafts-enough' } }
  await fan.push('draft.discard', { draftId })
  expect(await save(fan)).toMatchObject(full)
  await world.database.sql`update draft set body = '' where id = ${draftId}`
  expect(await save(fan)).toMatchObject({ state: 'settled' })
  expect(await save(fan, { draftId, base: 2, body: 'again' })).toMatchObject(full)
})
