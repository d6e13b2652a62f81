import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '../../sync/paths.ts'
import type { CheckExistingUserAnswer } from '../../sync/question/specified-calls.ts'
import { type Actors, askOf, openCast, prepare } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { browserAt } from '../testing/browser-at.ts'

let actors: Actors
beforeAll(async () => {
  actors = await openCast({ parts: { limitFactor: 1 } })
  await actors.world.database.sql`update person set promo = true where id = ${actors.athlete.id}`
})
afterAll(() => actors.world.end())

const at = (address: string) => browserAt(actors.world, address)

type Refused = { refusal?: { code: string } }
const codeOf = ({ body }: { body: unknown }) => (body as Refused).refusal?.code

/** Asks a question with an address, by the documented calls. */
async function sendRequest(fan: Browser, email: string) {
  const who = { firstName: 'Zed', lastName: 'Zed', dob: '1999-05-05', city: 'Boston', country: 'US', email }
  const { body } = await fan.post<CheckExistingUserAnswer>('/api/check-existing-user', {
    ...who,
    responderUuid: actors.athlete.id,
  })
  return fan.post('/api/send-request', {
    conversationId: body.conversationId,
    senderId: body.requesterUuid,
    receiverId: actors.athlete.id,
    subject: 'Hello',
    messageType: 'text',
    message: 'Hello?',
  })
}

const ask = (fan: Browser, email: string) => {
  const { asker, ...rest } = askOf(actors, { amountCents: 1_500 })
  return prepare(fan, { ...rest, asker: { ...asker, email } })
}

type Joining = { email: string; username: string; captcha?: boolean }

async function joinAs(browser: Browser, { email, username, captcha = true }: Joining): Promise<number> {
  const body = { person: { ...askOf(actors).asker, email }, username, password: 'a long enough password' }
  const headers: Record<string, string> = captcha ? { [HEADERS.captcha]: await browser.captcha() } : {}
  return (await browser.request('/api/account/join-fan', { method: 'POST', body, headers })).status
}

const mailLink = async (browser: Browser, path: string, email: string) => {
  const headers = { [HEADERS.captcha]: await browser.captcha() }
  return (await browser.request(`/api/account/${path}`, { method: 'POST', body: { email }, headers })).status
}

describe('D116 what strangers ask for at one address', () => {
  test('so many questions of one network, whichever guest and way they come by', async () => {
    const victim = 'victim@fan.test'
    for (let n = 1; n <= 6; n += 1) expect((await ask(at(`203.0.113.${n}`), victim)).status, `${n}`).toBe(200)
    expect(codeOf(await ask(at('203.0.113.7'), victim))).toBe('too-many-requests')
    expect(codeOf(await ask(at('203.0.113.8'), 'Vic.Tim+1@fan.test'))).toBe(undefined)
    expect(codeOf(await ask(at('203.0.113.9'), 'victim+another@fan.test'))).toBe('too-many-requests')
    expect(codeOf(await sendRequest(at('203.0.113.10'), victim))).toBe('too-many-requests')
    expect((await ask(at('198.51.100.1'), victim)).status).toBe(200)
  })

  test('so many from everywhere together, and no more mails where more were prepared before', async () => {
    const victim = 'crowd@fan.test'
    const fans = Array.from({ length: 14 }, (_, n) => at(`10.${n}.0.1`))
    const prepared: { fan: Browser; questionId: string }[] = []
    for (const fan of fans) {
      const { asker, ...rest } = askOf(actors, { amountCents: 0 })
      expect((await prepare(fan, { ...rest, asker: { ...asker, email: victim } })).status).toBe(200)
      prepared.push({ fan, questionId: rest.questionId })
    }
    // An address has one free first question, so the others are for nothing by their price.
    await actors.world.database.sql`
      update prepared_ask set price_cents = 0 where lower(asker ->> 'email') = ${victim}`
    for (const { fan, questionId } of prepared) await fan.push('question.ask', { questionId })
    expect(codeOf(await ask(at('10.15.0.1'), victim))).toBe('too-many-requests')
    await actors.world.quiesce()
    const received = await actors.world.database.sql`
      select from mail m join question q on q.id = m.question_id
      where m.kind = 'ask-received' and lower(q.asker ->> 'email') = ${victim}`
    expect(received).toHaveLength(12)
  })

  test('what was never mailed keeps nobody out', async () => {
    const victim = 'unsent@fan.test'
    for (let n = 1; n <= 14; n += 1) expect((await ask(at(`11.${n}.0.1`), victim)).status, `${n}`).toBe(200)
    expect((await ask(at('11.15.0.1'), victim)).status).toBe(200)
    for (let n = 1; n <= 11; n += 1)
      expect(await joinAs(at(`11.${n}.1.1`), { email: victim, username: `unsent${n}` }), `${n}`).toBe(200)
  })

  test('a prepared question is counted once, however often it is changed', async () => {
    const fan = at('192.0.2.1')
    const { asker, ...words } = askOf(actors)
    const same = { ...words, asker: { ...asker, email: 'kept@fan.test' } }
    for (let n = 0; n < 8; n += 1) expect((await prepare(fan, same)).status).toBe(200)
  })

  test('an account is mailed at its own address, whatever it types, and limited by nothing of the kind', async () => {
    const person = await actors.world.makePerson({ role: 'basic' })
    const browser = at('192.0.2.77')
    await browser.signIn(person)
    for (let n = 1; n <= 14; n += 1) expect((await ask(browser, 'other@fan.test')).status, `${n}`).toBe(200)
    expect((await ask(at('192.0.2.78'), 'other@fan.test')).status).toBe(200)
  })

  test('join-fan: whoever signs others up from one network keeps nobody elsewhere from it', async () => {
    let names = 0
    const join = (address: string, captcha = true) => {
      names += 1
      return joinAs(at(address), { email: 'joining@fan.test', username: `joining${names}`, captcha })
    }
    for (let n = 1; n <= 12; n += 1) expect(await join(`203.0.113.${150 + n}`, false), `${n}`).toBe(400)
    for (let n = 1; n <= 5; n += 1) expect(await join(`203.0.113.${170 + n}`), `${n}`).toBe(200)
    expect(await join('203.0.113.180')).toBe(429)
    expect(await join('198.51.100.180')).toBe(200)
  })

  test.each(['forgot-password', 'send-link'])(
    '%s: strangers who ask for all there is keep the owner waiting nowhere: a link that is good is in their inbox',
    async (path) => {
      const person = await actors.world.makePerson({ role: 'basic' })
      const inbox = async () => {
        await actors.world.quiesce()
        const mails = (await actors.world.mails()).filter(({ recipient }) => recipient === person.email)
        return mails.flatMap(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1] ?? [])
      }
      for (let n = 1; n <= 10; n += 1)
        expect(await mailLink(at(`172.17.${n}.1`), path, person.email), `${n}`).toBe(200)
      // The hourly limit is reached, but the next link is still sent, and from then on one every five minutes.
      expect(await mailLink(at('172.17.11.1'), path, person.email)).toBe(200)
      expect(await inbox()).toHaveLength(11)
      expect(await mailLink(at('198.51.100.7'), path, person.email)).toBe(200)
      expect(await inbox()).toHaveLength(11)
      await actors.world.advance(4 * 60_000)
      if (path === 'send-link') {
        const token = (await inbox()).at(-1)
        expect((await at('198.51.100.7').post('/api/account/use-link', { token })).status).toBe(200)
      }
      await actors.world.advance(61_000)
      expect(await mailLink(at('172.17.12.1'), path, person.email)).toBe(200)
      expect(await inbox()).toHaveLength(12)
    },
  )

  test('an owner who asks for a link many times in an hour is not kept from it by their own network', async () => {
    const person = await actors.world.makePerson({ role: 'basic' })
    for (let n = 1; n <= 12; n += 1)
      expect(await mailLink(at('203.0.113.60'), 'send-link', person.email), `${n}`).toBe(200)
  })

  test.each(['mine-link'])(
    '%s: nothing that strangers ask for is held against the owner’s device',
    async (path) => {
      const person = await actors.world.makePerson({ role: 'basic' })
      const own = at('192.0.2.100')
      await own.signIn(person)
      await own.post('/api/auth/sign-out', {})
      for (let n = 1; n <= 3; n += 1)
        expect(await mailLink(at(`203.0.113.${100 + n}`), path, person.email), `${n}`).toBe(200)
      expect(await mailLink(at('203.0.113.104'), path, person.email)).toBe(429)
      // Another network has its own limit, but the limit for all networks together still applies.
      expect(await mailLink(at('198.51.100.200'), path, person.email)).toBe(200)
      for (let n = 1; n <= 6; n += 1)
        expect(await mailLink(at(`172.16.${n}.1`), path, person.email), `${n}`).toBe(200)
      expect(await mailLink(at('172.16.7.1'), path, person.email)).toBe(429)
      expect(await mailLink(own, path, person.email)).toBe(200)
    },
  )
})
