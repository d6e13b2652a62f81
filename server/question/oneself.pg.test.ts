import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CheckExistingUserAnswer,
  CreatePaymentIntentAnswer,
} from '../../sync/question/specified-calls.ts'
import { type Actors, answered, asked, askOf, openCast, pay, prepare, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { Person, World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

type Refused = { refusal?: { code: string } }
const codeOf = ({ body }: { body: unknown }) => (body as Refused).refusal?.code
const typed = (email: string) => ({ ...askOf(actors).asker, email })
const tokenOf = (viewPath: string) => viewPath.replace('/view/', '')
const rate = (browser: Browser, viewPath: string) =>
  browser.post<Refused>('/api/rate', {
    token: tokenOf(viewPath),
    stars: 5,
    responseFeedback: '',
    infieldFeedback: '',
  })
let lastTip = ''
const tip = (browser: Browser, viewPath: string) => {
  lastTip = randomUUID()
  return browser.post<Refused>('/api/create-payment-intent', {
    currency: 'usd',
    capture_method: 'automatic',
    tipId: lastTip,
    token: tokenOf(viewPath),
    amount: 500,
  })
}

describe('an athlete asks nothing of themselves', () => {
  const ways: Record<
    string,
    (browser: Browser, asker: ReturnType<typeof typed>) => Promise<{ body: unknown }>
  > = {
    'the app': (browser, asker) => prepare(browser, askOf(actors, { asker })),
    'the documented calls': async (browser, asker) => {
      const { birthDate, countryCode, ...rest } = asker
      const call = { ...rest, dob: birthDate, country: countryCode, responderUuid: actors.athlete.id }
      return browser.post('/api/check-existing-user', call)
    },
  }
  test.each(Object.keys(ways))('by %s: as a guest with their address, however it is written', async (way) => {
    const { email } = actors.athlete
    for (const each of [email, email.toUpperCase(), email.replace('@', '+me@')])
      expect(codeOf((await ways[way]?.(world.browser(), typed(each))) ?? { body: null }), each).toBe(
        'ask-yourself',
      )
  })

  test('nor by their own account with another address, nor by one whose address is the same', async () => {
    const own = await signedIn(world, actors.athlete)
    expect(codeOf(await prepare(own, askOf(actors, { asker: typed('else@fan.test') })))).toBe('ask-yourself')
    const second = await world.makePerson({ role: 'basic' })
    await world.database.sql`
      update person set email = ${actors.athlete.email.replace('@', '+second@')} where id = ${second.id}`
    await world.database.sql`
      update auth."user" set email = ${actors.athlete.email.replace('@', '+second@')}
      where id::text = (select auth_id from person where id = ${second.id})`
    const other = await signedIn(world, { ...second, email: actors.athlete.email.replace('@', '+second@') })
    expect(codeOf(await prepare(other, askOf(actors, { asker: typed('else@fan.test') })))).toBe(
      'ask-yourself',
    )
  })

  test('nor where they sign in once it is prepared, nor with an address that becomes theirs: what was held goes back', async () => {
    const athlete = await world.makePerson({ role: 'creator', priceCents: 1_500 })
    const given = async (turn: (browser: Browser) => Promise<unknown>, email: string) => {
      const browser = world.browser()
      const ask = askOf({ athlete }, { asker: typed(email) })
      const { body } = await prepare(browser, ask)
      await turn(browser)
      await pay(browser, body.clientSecret)
      await browser.push('question.ask', { questionId: ask.questionId })
      await world.quiesce()
      return (await browser.post('/api/ask-status', { questionId: ask.questionId })).body
    }
    const back = { state: 'released', reason: 'own-question', hold: 'released' }
    expect(await given((browser) => browser.signIn(athlete), 'else@fan.test')).toMatchObject(back)
    const moved = 'moved.athlete@fan.test'
    const move = () =>
      world.database.sql`update person set email = ${moved} where id = ${athlete.id}`.execute()
    expect(await given(move, moved)).toMatchObject(back)
    const questions = await world.database.sql`select from question where athlete_id = ${athlete.id}`
    expect(questions).toHaveLength(0)
  })

  test('nor by a correction of the address', async () => {
    const { fan, questionId } = await asked(actors)
    const corrected = await fan.post('/api/correct-email', { questionId, email: actors.athlete.email })
    expect(codeOf(corrected)).toBe('ask-yourself')
  })
})

describe('the card that an athlete pays with', () => {
  const CARD = '5555555555554444'
  let payer: Person
  beforeAll(async () => {
    payer = await world.makePerson({ role: 'creator', username: 'payer', priceCents: 1_500 })
    const browser = await signedIn(world, payer)
    const ask = askOf(actors, { asker: typed(payer.email) })
    const { body } = await prepare(browser, ask)
    await pay(browser, body.clientSecret, CARD)
    await browser.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
  })

  test('pays for no question to them: the hold goes back, and whoever asked is told why', async () => {
    const guest = world.browser()
    const ask = askOf({ athlete: payer })
    const { body } = await prepare(guest, ask)
    await pay(guest, body.clientSecret, CARD)
    await guest.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
    const status = await guest.post('/api/ask-status', { questionId: ask.questionId })
    expect(status.body).toMatchObject({ state: 'released', reason: 'own-card', hold: 'released' })
    const mail = (await world.mails()).findLast(({ recipient }) => recipient === ask.asker.email)
    expect(mail?.text).toContain('the card is one that the athlete pays with')
    expect(await world.database.sql`select from question where id = ${ask.questionId}`).toHaveLength(0)
  })

  test('nor by the documented calls, where the card is held before the question is there', async () => {
    const guest = world.browser()
    const { email, birthDate, countryCode, ...name } = typed('doc@fan.test')
    const call = { ...name, email, dob: birthDate, country: countryCode, responderUuid: payer.id }
    const ticket = (await guest.post<CheckExistingUserAnswer>('/api/check-existing-user', call)).body
    const { body } = await guest.post<CreatePaymentIntentAnswer>('/api/create-payment-intent', {
      ...name,
      email,
      amount: 1_500,
      currency: 'usd',
      capture_method: 'manual',
      metadata: { requestType: 'text', athleteId: payer.id, timestamp: 1 },
      athlete_id: payer.id,
      athlete_username: payer.username,
      athlete_stripe_id: 'acct_of_nobody',
    })
    await pay(guest, body.clientSecret, CARD)
    await world.quiesce()
    const asked = await guest.post<{ questionId: string }>('/api/send-request', {
      conversationId: ticket.conversationId,
      senderId: ticket.requesterUuid,
      receiverId: payer.id,
      subject: 'My catch',
      messageType: 'text',
      message: 'How do I stop skying?',
      emailData: { reply_to: email, requester_email: email },
      paymentIntentId: body.paymentIntentId,
      paymentAmount: 15,
    })
    expect(asked.body).toMatchObject({ state: 'released' })
    await world.quiesce()
    const status = await guest.post('/api/ask-status', { questionId: asked.body.questionId })
    expect(status.body).toMatchObject({ state: 'released', reason: 'own-card', hold: 'released' })
  })

  test('tips them nothing either: what was taken goes back, and its credit with it', async () => {
    const { fan, questionId, viewPath } = await answered({ ...actors, athlete: payer })
    const opened = await tip(fan, viewPath)
    await pay(fan, (opened.body as { clientSecret?: string }).clientSecret ?? null, CARD)
    await world.quiesce()
    await fan.post('/api/tip-status', { tipId: lastTip, token: tokenOf(viewPath) })
    await world.quiesce()
    const refunds = await world.database.sql`
      select amount_cents, state from refund where question_id = ${questionId}`
    expect([...refunds]).toEqual([{ amount_cents: 500, state: 'done' }])
    const [credit] = await world.database.sql`
      select coalesce(sum(e.amount_cents), 0)::int as cents from ledger_entry e
      join ledger_transaction t on t.id = e.transaction_id
      where t.question_id = ${questionId} and e.account = 'athlete_payable'`
    // the share of the answer, and nothing of the tip
    expect(credit).toEqual({ cents: -1_200 })
  })

  test('pays for questions to others, and another card for one to them', async () => {
    const to = { ...actors, athlete: payer }
    expect((await asked(to)).questionId).toEqual(expect.any(String))
    const guest = world.browser()
    const ask = askOf(actors)
    const { body } = await prepare(guest, ask)
    await pay(guest, body.clientSecret, CARD)
    expect(await guest.push('question.ask', { questionId: ask.questionId })).toMatchObject({
      value: { state: 'asked' },
    })
  })
})

describe('rating and tipping oneself', () => {
  test('is refused in whatever way: the account, the address of the question, the card it was paid with', async () => {
    const { sql } = world.database
    const athlete = await signedIn(world, actors.athlete)
    const before = await figureOf()
    const byAccount = await answered(actors)
    expect(codeOf(await rate(athlete, byAccount.viewPath))).toBe('not-allowed')
    expect(codeOf(await tip(athlete, byAccount.viewPath))).toBe('ask-yourself')
    // simulates a question asked before such asks were refused
    const byAddress = await answered(actors)
    await sql`
      update question set asker = asker || ${sql.json({ email: actors.athlete.email.replace('@', '+x@') })}
      where id = ${byAddress.questionId}`
    const byCard = await answered(actors)
    await sql`
      update hold set card_fingerprint = 'the same' where ask_id in (${byCard.questionId}, ${byAccount.questionId})`
    await sql`
      update prepared_ask set person_id = ${actors.athlete.id} where id = ${byAccount.questionId}`
    for (const { fan, viewPath } of [byAddress, byCard]) {
      expect(codeOf(await rate(fan, viewPath))).toBe('not-allowed')
      expect(codeOf(await tip(fan, viewPath))).toBe('ask-yourself')
      expect(codeOf(await fan.post('/api/clarify', { token: tokenOf(viewPath), text: 'Once more?' }))).toBe(
        'not-allowed',
      )
    }
    expect(await figureOf()).toEqual(before)
    const honest = await answered(actors, { asker: typed('honest@fan.test') })
    await sql`update hold set card_fingerprint = 'another' where ask_id = ${honest.questionId}`
    expect((await rate(honest.fan, honest.viewPath)).status).toBe(200)
  })
})

async function figureOf() {
  const [row] = await world.database.sql`
    select rating_total, rating_count from person where id = ${actors.athlete.id}`
  return row
}
