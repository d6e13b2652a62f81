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
