import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type Actors, answered, openCast } from '../testing/actors.ts'

let actors: Actors
beforeAll(async () => {
  actors = await openCast()
})
afterAll(() => actors.world.end())

const told = async () => {
  const { username } = actors.athlete
  return (await actors.world.browser().get<PublicAthlete>(`/api/athletes/${username}`)).body.answerMinutes
}

test('how soon an athlete usually answers is told from the third answer on', async () => {
  await answered(actors)
  await answered(actors)
  expect(await told()).toBeNull()
  await answered(actors)
  expect(await told()).toBe(0)
  // The median of the latest answers counts, so one slow answer does not change it.
  await actors.world.database.sql`
    update question set approved_at = approved_at - interval '5 hours'
    where id = (select question_id from answer order by delivered_at limit 1)`
  await answered(actors)
  expect(await told()).toBe(0)
})
