import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normaliseEmail } from '../../../sync/account/asker.ts'
import type { MyQuestionsAnswer } from '../../../sync/calls.ts'
import type { ClaimsAnswer } from '../../../sync/question/claim.ts'
import { hashed } from '../../http/rate-limit.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  openCast,
  prepare,
  pull,
  screen,
  signedIn,
} from '../../testing/actors.ts'
import { LIFE_ALWAYS } from '../../testing/invariants/life.ts'
import type { Person, World } from '../../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

/** The details typed by somebody who uses another person's address. */
const zed = ({ email }: Pick<Person, 'email'>) => ({
  firstName: 'Zed',
  lastName: 'Attacker',
  birthDate: '2001-01-01',
  countryCode: 'CA',
  city: 'Elsewhere',
  email,
})
const mailsTo = async (address: string) =>
  (await world.mails()).filter(({ recipient }) => recipient === address)
const linkMailsTo = async (address: string) =>
  (await mailsTo(address)).filter(({ text }) => text.includes('/view/'))

describe('D117 an account that asks naming an address of somebody else', () => {
  const sams = async () => {
    const sam = await world.makePerson({ role: 'basic', username: `sam${Date.now().toString(36)}` })
    const mallory = await world.makePerson({ role: 'basic' })
    return { sam, mallory, browser: await signedIn(world, mallory) }
  }
  const asSeen = async (questionId: string) => {
    const desk = await signedIn(world, actors.admin)
    type Seen = { email: string; isEmailConfirmed: boolean; flags: string[] }
    return (await desk.post<Seen>('/api/desk/question', { id: questionId })).body
  }

  test('asks as itself: its own conversation, its own address on the desk, and its mails to itself', async () => {
    const { sam, mallory, browser } = await sams()
    const question = await answered(actors, { asker: zed(sam) }, browser)
    const { questionId } = question
    expect(await mailsTo(sam.email)).toEqual([])
    // three mails with the private link: received, approved, answered
    expect(await linkMailsTo(mallory.email)).toHaveLength(3)
    expect(await asSeen(questionId)).toMatchObject({ email: mallory.email, isEmailConfirmed: true })
    const [athlete, phone] = [await signedIn(world, actors.athlete), await signedIn(world, sam)]
    const { documents } = await pull(athlete, 'questions')
    const { fanId } = documents.find(({ id }) => id === questionId) as unknown as { fanId: string }
    expect(fanId).toBe(mallory.id)
    expect((await phone.post<ClaimsAnswer>('/api/claims', {})).body.claims).toEqual([])
    expect((await pull(phone, 'questions')).documents).toEqual([])
    const oracle = LIFE_ALWAYS.find(({ invariant }) => invariant === 'P5')
    expect(await oracle?.rows(world.database.sql)).toEqual([])
  })

  test('keeps it to itself: the guest of its browser, and whoever has a copy of that cookie, is told nothing and cancels nothing', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const { fan: browser, questionId: guests } = await asked(actors)
    await browser.signIn(fan)
    const { questionId, video } = await answered(actors, {}, browser)
    const waiting = await asked(actors, {}, browser)
    const ownIds = async () =>
      (await browser.get<MyQuestionsAnswer>('/api/my-questions')).body.questions.map(
        (each) => each.questionId,
      )
    expect(await ownIds()).toEqual(expect.arrayContaining([questionId, waiting.questionId, guests]))
    await browser.post('/api/auth/sign-out', {})
    expect(await ownIds()).toEqual([guests])
    expect(await browser.push('question.cancel', { questionId: waiting.questionId })).toMatchObject({
      refusal: { code: 'not-found' },
    })
    const ticket = await browser.post('/api/media-ticket', { videoId: video.declared.id })
    expect(ticket.status).toBe(404)
    // the guest's own question stays the guest's
    expect(await browser.push('question.cancel', { questionId: guests })).toMatchObject({ state: 'settled' })
  })

  test('hears by its new address once it has one, and the one before hears nothing more', async () => {
    const { mallory, browser } = await sams()
    const { questionId } = await asked(actors, { asker: zed(mallory) }, browser)
    await world.database.sql`update person set email = 'moved@fan.test' where id = ${mallory.id}`
    const before = (await mailsTo(mallory.email)).length
    await screen(actors, questionId)
    expect((await mailsTo(mallory.email)).length).toBe(before)
    expect(await linkMailsTo('moved@fan.test')).toHaveLength(1)
  })

  test('sends nobody else a private link: neither by a correction, nor where the address asks for its lost links', async () => {
    const { sam, mallory, browser } = await sams()
    const { questionId } = await asked(actors, { asker: zed(sam) }, browser)
    const status = await browser.post<{ correctableEmail: string | null }>('/api/ask-status', { questionId })
    expect(status.body.correctableEmail).toBeNull()
    const moved = await browser.post<{ refusal?: { code: string } }>('/api/correct-email', {
      questionId,
      email: sam.email,
    })
    expect(moved.body.refusal?.code).toBe('not-allowed')
    for (const email of [sam.email, mallory.email]) {
      const stranger = world.browser()
      const captcha = await stranger.captcha()
      expect((await stranger.post('/api/lost-link', { email, captcha })).status).toBe(200)
    }
    await world.quiesce()
    expect(await mailsTo(sam.email)).toEqual([])
    const subjects = (await mailsTo(mallory.email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('private links'))
  })

  test('does not use up what the address may be mailed, nor block it', async () => {
    const { sam, mallory, browser } = await sams()
    const { questionId } = await asked(actors, { asker: zed(sam) }, browser)
    const { email } = await asSeen(questionId)
    const desk = await signedIn(world, actors.admin)
    const blockId = crypto.randomUUID()
    const block = { blockId, email, reason: 'Abuse', questionId }
    expect(await desk.push('block.add', block)).toMatchObject({ state: 'settled' })
    const again = askOf(actors, { asker: zed(mallory) })
    expect((await prepare(browser, again)).body).toMatchObject({ refusal: { code: 'asking-refused' } })
    const own = askOf(actors, { asker: zed(sam) })
    expect((await prepare(await signedIn(world, sam), own)).status).toBe(200)
    const counted = await world.database.sql`
      select from rate_limit where bucket like ${`ask to ${hashed(normaliseEmail(sam.email))}%`}`
    expect(counted).toHaveLength(0)
  })

  test('a guest is shown to the desk with an address that nobody confirmed', async () => {
    const { sam } = await sams()
    const { questionId } = await asked(actors, { asker: zed(sam) })
    expect(await asSeen(questionId)).toMatchObject({ email: sam.email, isEmailConfirmed: false })
    const phone = await signedIn(world, sam)
    await phone.post('/api/settle-claim', { questionId, mine: true })
    expect(await asSeen(questionId)).toMatchObject({ email: sam.email, isEmailConfirmed: true })
  })
})
