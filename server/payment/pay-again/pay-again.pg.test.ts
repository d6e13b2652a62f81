import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayAgainAnswer } from '../../../sync/calls.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { sweepAsks } from '../../app/deadlines.ts'
import { sendMail } from '../../notify/mail.ts'
import { spokenTime } from '../../notify/spoken-time.ts'
import { type Actors, asked, openCast, pay, screen, signedIn, submit, view } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { sampleVideo } from '../../testing/media/sample.ts'
import type { World } from '../../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

describe('D33 a capture that fails after the answer', () => {
  const token = (viewPath: string) => viewPath.replace('/view/', '')
  const payAgain = (browser: Browser, viewPath: string) =>
    browser.post<PayAgainAnswer & { refusal: { code: string } }>('/api/pay-again', { token: token(viewPath) })

  /** Makes an answered question whose card could be held and fails at the capture. */
  async function unpaid() {
    const { sql } = world.database
    const question = await asked(actors)
    await screen(actors, question.questionId)
    await sql`
      update stand_in.object set outcome = 'fails-later' where id = (
        select body ->> 'payment_method' from stand_in.object
        where object = 'payment_intent' and body #>> '{metadata,askId}' = ${question.questionId})`
    const rower = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    const { answerId } = await submit(rower, question.questionId, video)
    await rower.upload(video, 'answer')
    await world.quiesce()
    return { ...question, answerId, videoId: video.declared.id }
  }
  const toldOf = async (words: RegExp) =>
    (await world.mails()).filter(({ subject }) => words.test(subject)).length

  /** Sends the mails about paying again once more, late, and returns how many left. */
  async function sentLate(questionId: string): Promise<number> {
    const mails = await world.database.sql<{ id: string }[]>`
      update mail set sent_at = null where question_id = ${questionId} and kind in ('pay-again', 'capture-failed')
      returning id`
    const posters = { isAwaited: async () => false, read: async () => null }
    const ids = mails.map(({ id }) => id)
    await world.database.sql`delete from mailbox where id = any(${ids})`
    for (const id of ids) await sendMail(world.context, id, posters)
    return (await world.database.sql`select from mailbox where id = any(${ids})`).length
  }

  test('the answer stays hidden, the fan pays again by the link, once, and watches', async () => {
    const { fan, viewPath, questionId, videoId } = await unpaid()
    const plays = async (by: object) => (await fan.post('/api/media-ticket', { videoId, ...by })).status
    const playing = async () => [await plays({}), await plays({ token: token(viewPath) })]
    // neither with the browser that asked nor with the private link
    expect(await playing()).toEqual([404, 404])
    const waiting = await view(fan, viewPath)
    expect(waiting).toMatchObject({
      status: 'approved',
      hold: 'lapsed',
      answer: { state: 'stored', videoId: null },
    })
    expect(waiting.payAgainUntil).toBeGreaterThan(Date.now() + 71 * HOUR_MS)
    expect([await toldOf(/is waiting for payment/), await toldOf(/card could not be charged/)]).toEqual([
      1, 1,
    ])
    const made = await Promise.all(Array.from({ length: 3 }, () => payAgain(fan, viewPath)))
    const secrets = new Set(made.flatMap(({ body }) => body.clientSecret ?? []))
    expect(secrets.size).toBe(1)
    expect((await payAgain(world.browser(), `/view/${'x'.repeat(43)}`)).body).toMatchObject({
      refusal: { code: 'hold-gone' },
    })
    const [secret] = secrets
    await pay(fan, secret ?? '', '4000000000000002')
    expect((await payAgain(fan, viewPath)).body).toEqual({ isPaid: false, clientSecret: secret })
    // a bank approves only a part, so the part is released and another card is asked for
    await pay(fan, secret ?? '', '4000000000050007')
    expect((await payAgain(fan, viewPath)).body).toEqual({ isPaid: false, clientSecret: null })
    const { body: other } = await payAgain(fan, viewPath)
    expect(secrets).not.toContain(other.clientSecret)
    await pay(fan, other.clientSecret)
    expect((await payAgain(fan, viewPath)).body).toEqual({ isPaid: true, clientSecret: null })
    // the new card is held, so the fan is asked for nothing more while it is charged
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', payAgainUntil: null })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'completed',
      hold: 'captured',
      payAgainUntil: null,
    })
    expect((await payAgain(fan, viewPath)).body).toMatchObject({ refusal: { code: 'hold-gone' } })
    expect(await playing()).toEqual([200, 200])
    const [captured] = await world.database.sql`
      select count(*)::int as times, sum((body ->> 'amount_received')::int)::int as cents from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,askId}' = ${questionId} and body ->> 'status' = 'succeeded'`
    expect(captured).toEqual({ times: 1, cents: 1_500 })
  })

  test('a second card that fails is told in a mail of its own, and the deadline stays', async () => {
    const { fan, viewPath, questionId } = await unpaid()
    const { payAgainUntil } = await view(fan, viewPath)
    const sent = () => world.database.sql`
      select from mail where question_id = ${questionId} and kind = 'pay-again' and sent_at is not null`
    for (const mails of [2, 3]) {
      await pay(fan, (await payAgain(fan, viewPath)).body.clientSecret, '4000000000000341')
      expect((await payAgain(fan, viewPath)).body).toMatchObject({ isPaid: true })
      await world.quiesce()
      expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'lapsed', payAgainUntil })
      expect(await sent()).toHaveLength(mails)
    }
  })

  test('unpaid for 72 hours it closes as lapsed, the take is kept, and a card asked for meanwhile is let go', async () => {
    const { fan, viewPath, questionId, answerId } = await unpaid()
    const { body } = await payAgain(fan, viewPath)
    await world.advance(71 * HOUR_MS)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved' })
    await world.advance(1.1 * HOUR_MS)
    // the time is over at that moment, even if no server has looked at it yet
    expect((await payAgain(fan, viewPath)).body).toMatchObject({ refusal: { code: 'hold-gone' } })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      reason: 'payment-lapsed',
      payAgainUntil: null,
    })
    await pay(fan, body.clientSecret)
    await world.quiesce()
    const [answer] = await world.database.sql`select state from answer where id = ${answerId}`
    const holds = await world.database.sql`
      select body ->> 'status' as status from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,askId}' = ${questionId}`
    expect([answer?.state, ...holds.map(({ status }) => status)]).toEqual(['stored', 'canceled', 'canceled'])
    // its answer stays stored for good, and the sweep leaves it alone: many of them would keep others from their turn
    await world.database.sql.begin(async (other) => {
      await other`select from question where id = ${questionId} for update`
      await sweepAsks(world.context)
    })
  })

  test('its mails name the moment until which the fan may pay, and are not sent once they paid or may not', async () => {
    const { fan, viewPath, questionId } = await unpaid()
    const until = spokenTime(new Date((await view(fan, viewPath)).payAgainUntil ?? 0), null)
    expect((await world.mails()).slice(-2).map(({ text }) => text.includes(until))).toEqual([true, true])
    expect(await sentLate(questionId)).toBe(2)
    const other = await unpaid()
    await pay(other.fan, (await payAgain(other.fan, other.viewPath)).body.clientSecret)
    await payAgain(other.fan, other.viewPath)
    expect(await sentLate(other.questionId)).toBe(0)
    await world.advance(72.1 * HOUR_MS)
    expect(await sentLate(questionId)).toBe(0)
    await world.quiesce()
    expect(await sentLate(questionId)).toBe(0)
  })

  test('an address that is given meanwhile is told to pay again, and not that something is held', async () => {
    const { fan, questionId } = await unpaid()
    await world.database.sql`update question set asker = asker || '{"email": ""}' where id = ${questionId}`
    const email = `late${questionId.slice(0, 6)}@fan.test`
    expect((await fan.post('/api/correct-email', { questionId, email })).status).toBe(200)
    await world.quiesce()
    const [mail] = (await world.mails()).filter(({ recipient }) => recipient === email)
    expect(mail?.text).toContain('The answer is kept for you: pay again by')
    expect(mail?.text).not.toContain('is held on your card')
  })
})
