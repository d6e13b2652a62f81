import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer, MyQuestionsAnswer } from '../../../sync/calls.ts'
import {
  type Actors,
  type Asked,
  asked,
  askOf,
  prepare,
  pull,
  screen,
  signedIn,
} from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let actors: Actors
let promo: Person
beforeAll(async () => {
  world = await openWorld()
  const athlete = await world.makePerson({ role: 'creator', username: 'rower', priceCents: 1_500 })
  promo = await world.makePerson({ role: 'creator', username: 'rookie', priceCents: 2_500, promo: true })
  actors = { world, athlete, admin: await world.makePerson({ role: 'admin' }) }
})
afterAll(() => world.end())

const asker = (email: string) => ({ ...askOf(actors).asker, email })
type Corrected = { viewPath?: string; refusal?: { code: string } }
const correct = (browser: Browser, { questionId }: Pick<Asked, 'questionId'>, email: string) =>
  browser.post<Corrected>('/api/correct-email', { questionId, email })
const statusOf = async (browser: Browser, questionId: string) =>
  (await browser.post<AskStatusAnswer>('/api/ask-status', { questionId })).body
const opens = async (path: string) =>
  (await world.browser().post('/api/view', { token: path.replace('/view/', '') })).status === 200
async function mailsTo(address: string) {
  await world.quiesce()
  return (await world.mails()).filter(({ recipient }) => recipient === address)
}
const freeOf = (email: string) => ({ athleteId: promo.id, amountCents: 0, asker: asker(email) })

describe('a mistyped address, put right until the question is approved', () => {
  test('D41 the link goes out to the right one, and the one before opens nothing', async () => {
    const question = await asked(actors, { asker: asker('kim@fan.tset') })
    expect(await statusOf(question.fan, question.questionId)).toMatchObject({
      correctableEmail: 'kim@fan.tset',
    })
    const { status, body } = await correct(question.fan, question, 'kim@fan.test')
    expect(status).toBe(200)
    expect([await opens(question.viewPath), await opens(body.viewPath ?? '')]).toEqual([false, true])
    const [mail, ...others] = await mailsTo('kim@fan.test')
    expect(others).toEqual([])
    expect(mail?.text).toContain(body.viewPath)
    expect(await statusOf(question.fan, question.questionId)).toMatchObject({
      state: 'asked',
      viewPath: body.viewPath,
      hold: 'held',
    })
    await screen(actors, question.questionId)
    expect(await mailsTo('kim@fan.test'), 'what is told later goes there too').toHaveLength(2)
    expect(await mailsTo('kim@fan.tset')).toHaveLength(1)
  })

  test('P1 D117 an address that is an account’s shows it nothing, and the placeholder of the wrong one goes', async () => {
    const stranger = await world.makePerson({ role: 'basic', username: 'stranger' })
    const question = await asked(actors, { asker: asker(stranger.email) })
    const theirs = await signedIn(world, stranger)
    for (const collection of ['questions', 'conversations'] as const)
      expect((await pull(theirs, collection)).documents, collection).toEqual([])
    expect((await theirs.get<MyQuestionsAnswer>('/api/my-questions')).body.questions).toEqual([])
    expect((await correct(theirs, question, 'thief@fan.test')).status).toBe(404)
    expect((await correct(world.browser(), question, 'thief@fan.test')).status).toBe(404)
    expect((await correct(question.fan, question, 'typo@fan.tset')).status).toBe(200)
    expect((await correct(question.fan, question, 'right@fan.test')).status).toBe(200)
    const people = await world.database.sql<{ email: string }[]>`
      select claimed_email as email from person
      where claimed_email in (${stranger.email}, 'typo@fan.tset', 'right@fan.test')`
    expect(people.map(({ email }) => email)).toEqual(['right@fan.test'])
    expect((await question.fan.get<MyQuestionsAnswer>('/api/my-questions')).body.questions).toHaveLength(1)
  })

  test('it is limited: the same address changes nothing, three others are the most, and none after approval', async () => {
    const question = await asked(actors)
    const { viewPath } = question
    const [known] = await world.database.sql<{ email: string }[]>`
      select asker ->> 'email' as email from question where id = ${question.questionId}`
    expect((await correct(question.fan, question, known?.email ?? '')).body.viewPath).toBe(viewPath)
    for (const name of ['one', 'two', 'three'])
      expect((await correct(question.fan, question, `${name}@limit.test`)).status, name).toBe(200)
    const fourth = await correct(question.fan, question, 'four@limit.test')
    expect([fourth.status, fourth.body.refusal?.code]).toEqual([409, 'corrections-spent'])
    expect((await statusOf(question.fan, question.questionId)).correctableEmail).toBeNull()
    const other = await asked(actors)
    await screen(actors, other.questionId)
    const late = await correct(other.fan, other, 'late@limit.test')
    expect([late.status, late.body.refusal?.code]).toEqual([409, 'already-decided'])
    expect(await mailsTo('late@limit.test')).toEqual([])
  })

  test('two at once: one is the last, and its link is the one that opens', async () => {
    const question = await asked(actors)
    const both = await Promise.all(
      ['a@race.test', 'b@race.test'].map((email) => correct(question.fan, question, email)),
    )
    const open = await Promise.all(both.map(({ body }) => opens(body.viewPath ?? '')))
    expect(open.filter(Boolean)).toHaveLength(1)
    const status = await statusOf(question.fan, question.questionId)
    expect(both.map(({ body }) => body.viewPath)[open.indexOf(true)]).toBe(status.viewPath)
  })
})

describe('S1-4.8 S1-7.5 D20 the first question to a promo athlete', () => {
  test('is first until one is pending or approved, whatever address is typed and whatever the screen believed', async () => {
    const email = 'mara.lind@gmail.com'
    const { fan } = await asked(actors, freeOf(email))
    for (const each of [email, 'somebody@else.test']) {
      const again = await prepare(fan, askOf(actors, freeOf(each)))
      expect(again.body, each).toMatchObject({
        refusal: { code: 'amount-below-price', detail: { priceCents: 2_500 } },
      })
    }
    const paid = await prepare(fan, askOf(actors, { ...freeOf(email), amountCents: 2_500 }))
    expect(paid.body).toMatchObject({ firstTime: false, amountCents: 2_500, hold: 'pending' })
  })

  test('of another browser with the same address, however it is written, the desk hears that it had one', async () => {
    await asked(actors, freeOf('nora.lind@gmail.com'))
    const flagsOf = async ({ questionId }: { questionId: string }) =>
      world.database.sql<{ flags: string[] }[]>`select flags from question where id = ${questionId}`
    for (const same of ['Nora.Lind@googlemail.com', 'noralind+two@gmail.com']) {
      const again = await asked(actors, { ...freeOf(same), subject: `As ${same.split('@')[1]}` })
      expect((await flagsOf(again))[0]?.flags, same).toContain('free-again')
    }
    expect((await flagsOf(await asked(actors, freeOf('fresh@promo.test'))))[0]?.flags).not.toContain(
      'free-again',
    )
  })

  test('a question that was not approved does not count', async () => {
    const email = 'rejected@promo.test'
    const first = await asked(actors, freeOf(email))
    await screen(actors, first.questionId, 'Not this one')
    const again = await prepare(first.fan, askOf(actors, freeOf(email)))
    expect(again.body).toMatchObject({ firstTime: true, amountCents: 0, hold: 'none' })
  })
})

test('S1-6.9 S1-9.6 D15 D19 without a price, or for a free first question: nothing, or a tip of at least $5', async () => {
  const free = await world.makePerson({ role: 'creator', username: 'giver', priceCents: 0 })
  for (const athlete of [free, promo]) {
    const tip = async (amountCents: number) =>
      (await prepare(world.browser(), askOf(actors, { athleteId: athlete.id, amountCents }))).body
    expect(await tip(0)).toMatchObject({ hold: 'none', amountCents: 0 })
    expect(await tip(499)).toMatchObject({ refusal: { code: 'amount-below-minimum' } })
    for (const amountCents of [500, 1_000, 735])
      expect(await tip(amountCents)).toMatchObject({ hold: 'pending', amountCents })
  }
})
