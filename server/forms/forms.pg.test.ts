import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const sender = { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' }
const contact = (more: object = {}) => ({
  formId: randomUUID() as string,
  ...sender,
  subject: 'A club',
  content: 'We are a club.\nCall us.',
  captcha: null as string | null,
  ...more,
})
const application = (more: object = {}) => ({
  formId: randomUUID() as string,
  ...sender,
  city: 'Oslo',
  countryCode: 'NO',
  socialPlatform: 'tiktok',
  socialAccount: '@ada',
  sport: 'Rowing',
  content: 'I like to teach.',
  captcha: null as string | null,
  ...more,
})
const suggestion = (more: object = {}) => ({
  formId: randomUUID() as string,
  handle: '@somebody',
  captcha: null as string | null,
  ...more,
})
const waitlist = (more: object = {}) => ({
  formId: randomUUID() as string,
  socialPlatform: 'Instagram',
  socialAccount: '@ada.rows',
  email: 'ada@example.com',
  captcha: null as string | null,
  ...more,
})

type Form = { formId: string; captcha: string | null }

/** Sends a form as a visitor's browser does: it solves the captcha first. */
async function send(browser: Browser, name: string, form: Form) {
  return browser.push(name, { ...form, captcha: await browser.captcha() })
}
const rowsOf = (table: string, id: string) =>
  world.database.sql`select * from ${world.database.sql(table)} where id = ${id}`

describe('forms of somebody without an account', () => {
  test('S1-4.27 S1-3.9 S1-6.4 S1-7.2 a message to the team is kept as it was written', async () => {
    const form = contact()
    expect(await send(world.browser(), 'contact.send', form)).toMatchObject({ state: 'settled' })
    expect(await rowsOf('contact_form', form.formId)).toMatchObject([
      {
        first_name: 'Ada',
        last_name: 'Berg',
        email: 'ada@example.com',
        subject: 'A club',
        content: 'We are a club.\nCall us.',
        status: 'New',
        notes: null,
      },
    ])
  })
  test('S1-3.7 S1-3.8 S1-6.3 S1-7.1 D45 an application is kept whole, with its account; S1-5.3 D81 the platform may be left open', async () => {
    for (const socialPlatform of ['tiktok', null]) {
      const form = application({ socialPlatform })
      expect(await send(world.browser(), 'application.send', form)).toMatchObject({ state: 'settled' })
      expect(await rowsOf('athlete_form', form.formId)).toMatchObject([
        {
          first_name: 'Ada',
          last_name: 'Berg',
          email: 'ada@example.com',
          city: 'Oslo',
          country_code: 'NO',
          social_platform: socialPlatform,
          social_account: '@ada',
          sport: 'Rowing',
          content: 'I like to teach.',
        },
      ])
    }
  })
  test('S1-3.10 S1-4.29 S1-5.21 S1-6.5 a suggestion, whatever handle it is, is a handle under "Athlete Suggestion" and nothing else', async () => {
    for (const handle of ['@somebody', 'two words', 'https://x.test/@a?b=<i>', '运动员 ⚽']) {
      const form = suggestion({ handle })
      expect(await send(world.browser(), 'suggestion.send', form)).toMatchObject({ state: 'settled' })
      expect(await rowsOf('contact_form', form.formId)).toMatchObject([
        { subject: 'Athlete Suggestion', content: handle, first_name: null, last_name: null, email: null },
      ])
    }
  })
  test('S2-1.10 S2-3.9 S2-9.26 the waitlist keeps platform, handle and address, and nothing else', async () => {
    for (const socialPlatform of ['X', 'Instagram', 'Tiktok']) {
      const form = waitlist({ socialPlatform })
      expect(await send(world.browser(), 'waitlist.send', form)).toMatchObject({ state: 'settled' })
      expect(await rowsOf('athlete_form', form.formId)).toMatchObject([
        {
          social_platform: socialPlatform,
          social_account: '@ada.rows',
          email: 'ada@example.com',
          status: 'New',
          first_name: null,
          last_name: null,
          city: null,
          country_code: null,
          sport: null,
          content: null,
        },
      ])
    }
  })
  test('a form sent twice is kept once, whether its outcome was seen or not', async () => {
    const browser = world.browser()
    const form = { ...contact(), captcha: await browser.captcha() }
    const entry = randomUUID()
    for (const id of [entry, entry])
      expect(await browser.push('contact.send', form, id)).toMatchObject({ state: 'settled' })
    expect(await send(browser, 'contact.send', form)).toMatchObject({ state: 'settled' })
    expect(await rowsOf('contact_form', form.formId)).toHaveLength(1)
  })
})

describe('what is refused', () => {
  test('S1-4.28 D44 S1-5.4 without a captcha, with a wrong one, or with one that was used', async () => {
    const browser = world.browser()
    const used = await browser.captcha()
    const first = { ...contact(), captcha: used }
    expect(await browser.push('contact.send', first)).toMatchObject({ state: 'settled' })
    for (const [captcha, code] of [
      [null, 'captcha-missing'],
      ['nonsense', 'captcha-wrong'],
      [used, 'captcha-used'],
    ] as const)
      for (const [name, form] of [
        ['contact.send', contact()],
        ['application.send', application()],
        ['suggestion.send', suggestion()],
        ['waitlist.send', waitlist()],
      ] as const) {
        const outcome = await browser.push(name, { ...form, captcha })
        expect(outcome, `${name} ${code}`).toMatchObject({ state: 'refused', refusal: { code } })
        for (const table of ['contact_form', 'athlete_form'])
          expect(await rowsOf(table, form.formId)).toHaveLength(0)
      }
  })
  test('S1-5.1 S1-5.2 S2-5.15 a field that is empty, too long or no email address', async () => {
    const browser = world.browser()
    const bad: [string, Form][] = [
      ...['firstName', 'lastName', 'email', 'subject', 'content'].map((field): [string, Form] => [
        'contact.send',
        contact({ [field]: '  ' }),
      ]),
      ...['firstName', 'lastName', 'email', 'city', 'countryCode', 'socialAccount', 'sport', 'content'].map(
        (field): [string, Form] => ['application.send', application({ [field]: '' })],
      ),
      ['contact.send', contact({ email: 'ada at home' })],
      ['contact.send', contact({ subject: 'x'.repeat(101) })],
      ['contact.send', contact({ content: 'x'.repeat(2_001) })],
      ['contact.send', contact({ status: 'Completed' })],
      ['application.send', application({ socialPlatform: 'myspace' })],
      ...['socialPlatform', 'socialAccount', 'email'].map((field): [string, Form] => [
        'waitlist.send',
        waitlist({ [field]: '' }),
      ]),
      ['waitlist.send', waitlist({ socialPlatform: 'facebook' })],
      ['suggestion.send', suggestion({ handle: ' ' })],
      ['suggestion.send', suggestion({ handle: 'x'.repeat(61) })],
    ]
    for (const [name, form] of bad)
      expect(await browser.push(name, form).catch(() => null), JSON.stringify(form)).toMatchObject({
        state: 'refused',
        refusal: { code: 'bad-shape' },
      })
    expect(await send(browser, 'application.send', application({ countryCode: 'ZZ' }))).toMatchObject({
      refusal: { code: 'unknown-country' },
    })
  })
  test('S1-8.15 more than twenty in an hour from one account', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const browser = world.browser()
    await browser.signIn(fan)
    for (let n = 0; n < 20; n += 1)
      expect(await browser.push('contact.send', contact())).toMatchObject({ state: 'settled' })
    expect(await browser.push('suggestion.send', suggestion())).toMatchObject({
      state: 'refused',
      refusal: { code: 'too-many-requests' },
    })
    await world.advance(3_600_000)
    expect(await browser.push('suggestion.send', suggestion())).toMatchObject({ state: 'settled' })
  })
})

test('a visitor becomes a guest by a form, and by nothing else that is pushed', async () => {
  const visitor = world.browser()
  await visitor.push('question.ask', { questionId: randomUUID() }).catch(() => null)
  expect((await visitor.session()).guest).toBe(false)
  await send(visitor, 'suggestion.send', suggestion())
  expect((await visitor.session()).guest).toBe(true)
})

test('S2-3.5 S2-2.49 what a member tells the team is kept once, with who told it; nobody else may call it', async () => {
  const fan = await world.makePerson({ role: 'basic' })
  const browser = world.browser()
  await browser.signIn(fan)
  const feedback = { feedbackId: randomUUID() as string, content: 'The ring is hard to see.\nOutdoors.' }
  for (let n = 0; n < 2; n += 1)
    expect(await browser.push('feedback.send', feedback)).toMatchObject({ state: 'settled' })
  expect(await browser.push('feedback.send', { ...feedback, content: ' ' })).toMatchObject({
    refusal: { code: 'bad-shape' },
  })
  const { sql } = world.database
  expect(await sql`select person_id, content, status, admin_notes from user_feedback`).toEqual([
    { person_id: fan.id, content: feedback.content, status: 'New', admin_notes: null },
  ])
})
