import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MineAnswer, OpenMineAnswer } from '../../../sync/account/mine.ts'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import type { SessionAnswer } from '../../../sync/calls.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

type Answer = { refusal?: { code: string }; state?: string }
const newAddress = () => `next.${crypto.randomUUID().slice(0, 8)}@fan.test`
const ask = (browser: Browser, body: object) => browser.post<Answer>(CALLS.changeEmail, body)
const confirm = (token: string) => world.browser().post<Answer>(CALLS.confirmEmail, { token })
const mailsTo = async (address: string) => {
  await world.quiesce()
  return (await world.mails()).filter(({ recipient }) => recipient === address)
}
const tokenTo = async (address: string) =>
  (await mailsTo(address))
    .flatMap(({ text }) => /confirmemail#token=([\w-]{43})/.exec(text)?.[1] ?? [])
    .at(-1) ?? ''
const changeOf = async (browser: Browser) => (await browser.get<SafetyAnswer>(CALLS.safety)).body.emailChange
const emailOf = async (browser: Browser) =>
  (await browser.get<SessionAnswer>(CALLS.session)).body.person?.email

async function wanting(): Promise<{ person: Person; browser: Browser; email: string }> {
  const person = await world.makePerson({ role: 'basic' })
  const browser = await signedIn(world, person)
  const email = newAddress()
  expect((await ask(browser, { email, password: person.password })).status).toBe(200)
  return { person, browser, email }
}

describe('another address for an account', () => {
  test.each([
    ['the former inbox first', true],
    ['the new inbox first', false],
  ])('is its address once both inboxes have confirmed it: %s', async (_, isOldFirst) => {
    const { person, browser, email } = await wanting()
    expect(await changeOf(browser)).toMatchObject({ email, isOldConfirmed: false, isNewConfirmed: false })
    const tokens = [await tokenTo(person.email), await tokenTo(email)]
    expect(new Set(tokens).size, 'each inbox has a link of its own').toBe(2)
    const [first = '', second = ''] = isOldFirst ? tokens : tokens.toReversed()
    expect((await confirm(first)).body.state).toBe('waiting')
    expect((await confirm(first)).body.state, 'pressed twice is pressed once').toBe('waiting')
    expect(await emailOf(browser)).toBe(person.email)
    expect(await changeOf(browser)).toMatchObject({ isOldConfirmed: isOldFirst, isNewConfirmed: !isOldFirst })
    expect((await confirm(second)).body.state).toBe('made')
    expect(await emailOf(browser)).toBe(email)
    expect(await changeOf(browser)).toBeNull()
    const signIn = (address: string) =>
      world.browser().post('/api/auth/sign-in/email', { email: address, password: person.password })
    expect([(await signIn(person.email)).status, (await signIn(email)).status]).toEqual([401, 200])
    expect((await mailsTo(person.email)).at(-1)?.subject).toBe('Your email address was changed')
    const told = (await mailsTo(person.email)).length
    expect((await confirm(second)).body.state, 'as where the answer was lost').toBe('made')
    expect((await confirm(first)).body.state).toBe('made')
    expect(await mailsTo(person.email), 'and it is told once').toHaveLength(told)
  })

  test('takes the password of the account, and another address than the one there is', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const browser = await signedIn(world, person)
    const codeOf = async (body: object) => (await ask(browser, body)).body.refusal?.code
    expect(await codeOf({ email: newAddress(), password: 'not the password' })).toBe('wrong-current-password')
    expect(await codeOf({ email: person.email.toUpperCase(), password: person.password })).toBe('same-email')
    const stranger = await ask(world.browser(), { email: newAddress(), password: person.password })
    expect(stranger.body.refusal?.code).toBe('sign-in-first')
    expect(await mailsTo(person.email)).toEqual([])
  })

  test('D112 one that has an account is told so in its inbox, and nowhere else', async () => {
    const other = await world.makePerson({ role: 'basic' })
    const person = await world.makePerson({ role: 'basic' })
    const browser = await signedIn(world, person)
    const asked = await ask(browser, { email: other.email, password: person.password })
    expect([asked.status, asked.body.refusal]).toEqual([200, undefined])
    expect(await tokenTo(other.email)).toBe('')
    expect((await mailsTo(other.email)).at(-1)?.subject).toMatch(/^You have an account/)
    expect((await confirm(await tokenTo(person.email))).body.state).toBe('waiting')
    expect(await emailOf(browser)).toBe(person.email)
  })

  test('one that got an account meanwhile stays that account’s', async () => {
    const { person, browser, email } = await wanting()
    const tokens = [await tokenTo(person.email), await tokenTo(email)]
    await world.database.sql`
      insert into person (id, role, first_name, last_name, email)
      values (gen_random_uuid(), 'basic', 'A', 'B', ${email})`
    await confirm(tokens[0] ?? '')
    expect((await confirm(tokens[1] ?? '')).body.refusal?.code).toBe('link-spent')
    expect(await emailOf(browser)).toBe(person.email)
  })

  test('its links are over after a day, and when another address is asked for', async () => {
    const { person, browser, email } = await wanting()
    const former = await tokenTo(email)
    const next = newAddress()
    await ask(browser, { email: next, password: person.password })
    expect((await confirm(former)).body.refusal?.code).toBe('link-spent')
    const [inTime, token] = [await tokenTo(person.email), await tokenTo(next)]
    await world.advance(23 * HOUR_MS)
    expect((await confirm(inTime)).body.state).toBe('waiting')
    await world.advance(HOUR_MS + 1_000)
    expect((await confirm(token)).body.refusal?.code).toBe('link-spent')
  })

  test('its links are over once the address has changed once more', async () => {
    const { person, browser, email } = await wanting()
    const tokens = [await tokenTo(person.email), await tokenTo(email)]
    for (const token of tokens) await confirm(token)
    await world.database.sql`update person set email = ${newAddress()} where id = ${person.id}`
    for (const token of tokens) expect((await confirm(token)).body.refusal?.code).toBe('link-spent')
    expect(await changeOf(browser)).toBeNull()
  })

  test('one that left without an account stays: the account is not told that it will be deleted', async () => {
    const { person, browser, email } = await wanting()
    await world.database.sql`
      insert into leaving (id, email, keep_hash, erase_at)
      values (gen_random_uuid(), ${email}, ${email}, app_now() + interval '7 days')`
    const tokens = [await tokenTo(person.email), await tokenTo(email)]
    for (const token of tokens) await confirm(token)
    expect(await emailOf(browser)).toBe(email)
    const { token } = (await browser.post<OpenMineAnswer>(CALLS.openMine, { password: person.password })).body
    const { body } = await browser.post<MineAnswer>(CALLS.mine, { token })
    expect(body).toMatchObject({ email, hasAccount: true, eraseAt: null })
  })

  test('a link that was mailed to the former address opens nothing once the address is another', async () => {
    const { person, email } = await wanting()
    await world.browser().post(CALLS.forgotPassword, { email: person.email })
    const mail = (await mailsTo(person.email)).find(({ text }) => text.includes('/passwordreset#token='))
    const reset = /passwordreset#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    await confirm(await tokenTo(person.email))
    await confirm(await tokenTo(email))
    const tried = await world
      .browser()
      .post<Answer>(CALLS.resetPassword, { token: reset, password: 'an altogether new one' })
    expect(tried.body.refusal?.code).toBe('link-spent')
  })

  test('what its owner wrote to the team under the former address stays theirs', async () => {
    const { person, email } = await wanting()
    const formId = crypto.randomUUID()
    await world.database.sql`
      insert into contact_form (id, first_name, last_name, email, subject, content)
      values (${formId}, 'A', 'B', ${person.email.toUpperCase()}, 'A problem', 'It is late.')`
    await confirm(await tokenTo(person.email))
    await confirm(await tokenTo(email))
    const [form] = await world.database.sql`select email from contact_form where id = ${formId}`
    expect(form).toEqual({ email })
  })

  test('is kept among what was tried on the account, without the address', async () => {
    const { person, email } = await wanting()
    await confirm(await tokenTo(email))
    const events = await world.database.sql<{ event: string; outcome: string }[]>`
      select event, outcome from security_event where person_id = ${person.id} and event like '%-email' order by at, id`
    expect(events.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'change-email done',
      'confirm-email done',
    ])
  })
})
