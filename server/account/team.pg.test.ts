import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskQuestionAnswer, DeskQuestionsAnswer } from '../../sync/desk/requests.ts'
import { type Actors, asked, openCast, screen, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
let admin: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  admin = await signedIn(world, actors.admin)
})
afterAll(() => world.end())

const one = async (id: string, browser: Browser = admin) =>
  browser.post<DeskQuestionAnswer>('/api/desk/question', { id })

describe('S2-6.4 D38 an admin', () => {
  test('reads who asked and who is asked, changes a status and writes a note; nobody else does', async () => {
    const { questionId } = await asked(actors, { subject: 'A start' })
    const list = await admin.post<DeskQuestionsAnswer>('/api/desk/questions', {
      status: 'new',
      creator: null,
      search: null,
      order: 'newest',
      after: null,
    })
    expect(list.body.rows).toMatchObject([
      { id: questionId, receiver: actors.athlete.username, requester: expect.stringMatching(/\w+ \w+/) },
    ])
    expect((await one(questionId)).body).toMatchObject({
      email: expect.stringContaining('@'),
      receiver: actors.athlete.username,
      status: 'new',
    })
    expect((await screen(actors, questionId, 'Not a question about sport.')).state).toBe('settled')
    expect((await one(questionId)).body).toMatchObject({
      status: 'rejected',
      adminNote: 'Not a question about sport.',
    })
    const athlete = await signedIn(world, actors.athlete)
    expect((await one(questionId, athlete)).status).toBe(403)
    expect((await one(questionId, world.browser())).status).toBe(401)
    const refused = await athlete.push('question.approve', { questionId, revision: 1 })
    expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'not-allowed' } })
  })
})

/**
 * The fields of a user in the specification, with the column that stores each; the payment account is in
 * `payout_account`.
 */
const USER_FIELDS = {
  ...{ uuid: 'auth_id', id: 'id', firstName: 'first_name', lastName: 'last_name', username: 'username' },
  ...{ email: 'email', city: 'city', country_code: 'country_code', sport: 'sport', position: 'position' },
  ...{ achievements: 'achievements', bio: 'bio', interests: 'interests', instagram: 'instagram' },
  ...{ tiktok: 'tiktok', x: 'x', no_go_topics: 'no_go_topics', role: 'role', profile_pic: 'picture_url' },
  ...{ cover_pics: 'cover_urls', dob: 'birth_date', paused: 'paused', price: 'price_cents' },
  ...{ rating_total: 'rating_total', rating_count: 'rating_count' },
}

test('S2-3.1 a user is kept whole in one row; the country by its code, earnings in the books alone, the account at the provider and whether it is ready beside it (D25, D79)', async () => {
  const columns = await world.database.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'person'`
  const names = columns.map(({ name }) => name)
  expect(Object.values(USER_FIELDS).filter((column) => !names.includes(column))).toEqual([])
  expect(names.filter((name) => /earning|country_label/.test(name))).toEqual([])
  // the fields stripe_account_id and stripe_onboarded
  await world.database.sql`select person_id, account_id, state = 'ready' from payout_account`
  const [row] = await world.database.sql<{ roles: string }[]>`
    select pg_get_constraintdef(oid) as roles from pg_constraint where conname = 'person_role_check'`
  for (const role of ['admin', 'creator', 'basic', 'test']) expect(row?.roles).toContain(`'${role}'`)
})
