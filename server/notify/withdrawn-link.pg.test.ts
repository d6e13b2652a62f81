import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { DAY_MS } from '../../sync/limits.ts'
import type { QuestionStatus } from '../../sync/question/status.ts'
import { endWhatIsOpen } from '../erasure/end-open.ts'
import { type Actors, asked, openCast, pull, screen, signedIn } from '../testing/actors.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

/** Gives a question another status, as an admin at the desk. */
async function setStatus(questionId: string, status: QuestionStatus): Promise<void> {
  const desk = await signedIn(world, actors.admin)
  const { body } = await desk.post<DeskQuestionAnswer>('/api/desk/question', { id: questionId })
  const args = { questionId, revision: body.revision, status, note: status === 'new' ? '' : 'Off topic' }
  expect(await desk.push('question.set-status', args)).toMatchObject({ state: 'settled' })
}

async function fanLeaves(questionId: string): Promise<void> {
  const [row] = await world.database.sql<{ fanId: string }[]>`
    select fan_id as "fanId" from question where id = ${questionId}`
  const personId = row?.fanId ?? ''
  await transact(world.context, async (inside) => {
    await inside.tx`update person set leaving_at = app_now() where id = ${personId}`
    await endWhatIsOpen(inside, { personIds: [personId], email: `${personId}@t.test`, isAccount: true })
  })
}

type Cause = { isApproved: boolean; ends: (questionId: string) => Promise<unknown>; isSeen: boolean }
const CAUSES: [string, Cause][] = [
  ['nobody screened it', { isApproved: false, ends: () => world.advance(2 * DAY_MS), isSeen: false }],
  ['the team reopened it', { isApproved: true, ends: (id) => setStatus(id, 'new'), isSeen: false }],
  ['its fan left', { isApproved: true, ends: fanLeaves, isSeen: false }],
  ['the team closed it', { isApproved: true, ends: (id) => setStatus(id, 'athlete rejected'), isSeen: true }],
]

test.each(CAUSES)(
  'N1 an athlete opens a withdrawn question from its mail only where they have it: %s',
  async (...cause) => {
    const [subject, { isApproved, ends, isSeen }] = cause
    const { questionId } = await asked(actors, { subject })
    if (isApproved) await screen(actors, questionId)
    await ends(questionId)
    await world.quiesce()
    const { documents } = await pull(await signedIn(world, actors.athlete), 'questions')
    expect(documents.some(({ id, _deleted }) => id === questionId && !_deleted)).toBe(isSeen)
    const [mail, ...others] = await world.database.sql<{ text: string }[]>`
      select b.text from mail m join mailbox b on b.id = m.id
      where m.question_id = ${questionId} and m.kind = 'request-withdrawn'`
    expect(others).toEqual([])
    const text = mail?.text ?? ''
    expect(text).toMatch(isSeen ? /Open the conversation/ : /Open your dashboard/)
    expect(text.includes(`/dashboard?question=${questionId}`)).toBe(isSeen)
  },
)
