import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import { PAUSED } from '../../../sync/text/paused.ts'
import { newId } from '../../api/new-id.ts'
import { startWithPayments } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { type AskDraft, emptyDraft, offeredCents, termsOf } from '../../question/asking/ask-draft.ts'
import { checkStep } from '../../question/asking/check-step.ts'
import type { Problem } from '../../question/asking/send-ask.ts'
import { Sender } from '../../question/asking/sender.ts'
import type { SendingStage } from '../../question/asking/sending-stage.ts'
import { ConfirmRequest } from '../../question/request/confirm-request.tsx'
import { RequestForm } from '../../question/request/request-form.tsx'
import { ThankYou } from '../../question/request/thank-you.tsx'
import { renderPage } from '../../render.tsx'

const NORA: PublicAthlete = {
  ...{ id: newId(), username: 'noraquist', firstName: 'Nora', lastName: 'Quist', sport: 'Track & Field' },
  ...{ position: '800 m', bio: '', achievements: [], interests: [], tags: [], city: 'Eugene' },
  ...{
    countryCode: 'US',
    priceCents: 1_500,
    promo: false,
    paused: false,
    pausedUntil: null,
    pictureUrl: null,
  },
  ...{
    answerMinutes: null,
    ratingTotal: 0,
    ratingCount: 0,
    coverUrls: [],
    instagram: null,
    tiktok: null,
    x: null,
    tiktokEmbeds: [],
  },
}
const WHOLE: Partial<AskDraft> = {
  subject: 'Pacing',
  text: 'How fast is the first lap?',
  confirmed: true,
  asker: {
    firstName: 'Ada',
    lastName: 'Berg',
    birthDate: '2000-05-17',
    countryCode: 'NO',
    city: 'Oslo',
    email: 'ada@example.com',
  },
}
const TENTH = { off: 'percent', value: 10, code: 'TENTH' } as const

async function htmlOf(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/request/noraquist'] }),
  })
  await router.load()
  return renderToString(<RouterProvider router={router} />).replace(/<!-- -->/g, '')
}

const wordsOf = (html: string | null) =>
  (html ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

function partsOf(change: Partial<AskDraft>, athlete: PublicAthlete) {
  const draft = { ...emptyDraft(newId()), ...change }
  const terms = termsOf(draft, athlete)
  const facts = { terms, now: Date.parse('2026-01-01') }
  const problems = Object.assign({}, ...[0, 1, 2].map((step) => checkStep(step, draft, facts)))
  const amountCents = offeredCents(draft, terms) ?? 0
  const device = openDevice(newId())
  return { athlete, device, draftId: newId(), draft, dispatch() {}, terms, amountCents, problems }
}

function formHtml(change: Partial<AskDraft>, athlete = NORA): Promise<string> {
  const parts = partsOf(change, athlete)
  return htmlOf(
    <RequestForm
      {...parts}
      {...{ note: null, isBusy: false, isClosed: false }}
      onContinue={async () => {}}
      onStartFresh={() => {}}
    />,
  )
}

type Sending = { stage?: SendingStage; problem?: Problem }

function confirmHtml(
  change: Partial<AskDraft>,
  { stage, problem }: Sending = {},
  athlete = NORA,
): Promise<string> {
  const parts = partsOf({ ...WHOLE, ...change }, athlete)
  const facts = { ...parts, saveNow: async () => {}, onAsked: async () => {} }
  const card = stage?.at === 'card' ? stage : null
  const sending = {
    stage: stage ?? ({ at: 'idle' } as const),
    problem: problem ?? null,
    card,
    isConfirming: false,
    submittedCents: null,
    sender: new Sender(facts),
  }
  return htmlOf(
    <ConfirmRequest
      {...parts}
      {...{ sending, mayPay: true, isCardBusy: false }}
      onCardBusy={() => {}}
      onCancel={() => {}}
    />,
  )
}

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

describe('the page as it arrives', () => {
  test('S1-2.7 S2-2.9 S2-2.84 S2-2.85 S2-2.86 S2-2.87 without a name: four steps, and somebody to choose', async () => {
    const words = wordsOf(await renderPage('/request', null))
    const steps = ['1 Choose an Infielder', '2 Create your request', '3 Enter your contact info', '4 Payment']
    for (const [index, step] of steps.entries()) {
      expect(words).toContain(step)
      expect(words.indexOf(step)).toBeGreaterThan(words.indexOf(steps[index - 1] ?? ''))
    }
    expect(words).toContain('Find an Infielder')
  })

  test('S2-2.82 S2-2.99 the name in the address is the athlete chosen, with a link to their profile', async () => {
    const html = await renderPage('/request/noraquist', NORA)
    expect(html).toMatch(/<a [^>]*href="\/athletes\/noraquist"[^>]*>Nora Quist<\/a>/)
    expect(wordsOf(html)).not.toContain('Find an Infielder')
    expect(wordsOf(await renderPage('/request/noraquist', { ...NORA, paused: true }))).toContain(PAUSED)
  })

  test('S2-2.88 S2-2.89 S2-2.90 S2-2.91 S2-2.92 S2-9.7 D1 a panel that folds, with four points', async () => {
    const html = (await renderPage('/request', null)) ?? ''
    const panel = html.slice(html.indexOf('<details'), html.indexOf('</details>'))
    expect(wordsOf(panel)).toContain('How Infield works')
    expect(
      panel
        .split('<li')
        .slice(1)
        .map((point) => wordsOf(`<li${point}`).trim()),
    ).toEqual([
      'Get face-to-face: ask a question by video or text, with no signup.',
      'Receive a personalized video response within 4 days if your request is approved.',
      'There are no charges until you receive the response.',
      'Keep it sincere: inappropriate, hateful or spam requests are auto-rejected.',
    ])
  })
})

describe('the form', () => {
  test('S2-5.24 S2-5.25 S2-5.29 what is missing is named, and the way on stays closed', async () => {
    const empty = await formHtml({})
    for (const missing of [
      'a subject',
      'your message',
      'your first name',
      'your country',
      'your email address',
    ])
      expect(wordsOf(empty)).toContain(missing)
    expect(empty).toMatch(/<button type="submit" disabled/)
    const whole = await formHtml(WHOLE)
    expect(wordsOf(whole)).not.toContain('Still to fill in')
    // The device has not solved the puzzle of the captcha yet.
    expect(wordsOf(whole)).toContain('Human verification')
    expect(whole).toMatch(/<button type="submit" disabled/)
    expect(await formHtml({ ...WHOLE, prepared: true })).not.toMatch(/<button type="submit" disabled/)
  })

  test('S2-5.27 S2-9.5 the longest of each field', async () => {
    const html = await formHtml(WHOLE)
    expect(html, 'no field cuts what is pasted').not.toMatch(/maxLength/i)
    const subject = 'x'.repeat(53)
    expect(wordsOf(await formHtml({ ...WHOLE, subject }))).toContain('3 characters too many: at most 50.')
    expect(wordsOf(html)).toContain('26 / 500')
    const long = await formHtml({ ...WHOLE, text: 'x'.repeat(501) })
    expect(wordsOf(long)).toContain('At most 500 characters.')
    const pasted = await formHtml({ ...WHOLE, asker: { ...WHOLE.asker!, city: 'x'.repeat(36) } })
    expect(wordsOf(pasted)).toContain('Still to fill in: your city')
  })

  test('S2-2.87 S2-9.10 S2-5.34 D15 "Optional" where nothing is asked, with $5, $10 and an amount of one’s own', async () => {
    const free = wordsOf(
      await formHtml({ ...WHOLE, offer: 'custom', typedAmount: '4' }, { ...NORA, priceCents: 0 }),
    )
    expect(free).toContain('4 Payment Optional')
    expect(free).toContain('No tip $5 $10 Custom')
    expect(free).toContain(COPY.minimumTip)
    expect(free).not.toContain('Discount code')
    expect(wordsOf(await formHtml(WHOLE))).not.toContain('Optional')
  })

  test('S2-5.26 S2-5.35 S2-5.37 D17 D27 an amount below the price, and the price with a code', async () => {
    const low = wordsOf(await formHtml({ ...WHOLE, offer: 'more', typedAmount: '14.99' }))
    expect(low).toContain('Please enter an amount that is above $15.')
    expect(low).toContain('Discount code')
    const less = wordsOf(await formHtml({ ...WHOLE, discount: TENTH }))
    expect(less).toContain('$13.50 instead of $15')
    expect(less).toContain('TENTH takes $1.50 off.')
  })
})

describe('the confirm screen', () => {
  // The pages rendered above have reset the payments, so this sets them again.
  beforeAll(() => startWithPayments('stand-in'))
  const CARD = {
    at: 'card',
    clientSecret: 'pi_1_secret_2',
    paymentIntentId: 'pi_1',
    amountCents: 1_350,
  } as const

  test('S2-2.93 S2-2.94 S2-2.95 S2-2.96 S2-2.97 the summary, the card, the terms, and both ways on', async () => {
    const html = await confirmHtml({ discount: TENTH }, { stage: CARD })
    const words = wordsOf(html)
    for (const line of [
      'Name Ada Berg',
      'City and country Oslo, Norway',
      'Email ada@example.com',
      'Subject Pacing',
      'Athlete Nora Quist (@noraquist)',
      'Discount code TENTH',
      'Order total $13.50',
      'Submit request',
      'Cancel request',
      'Card number',
    ])
      expect(words).toContain(line)
    for (const path of ['/termsofservice', '/privacypolicy', '/athletes/noraquist'])
      expect(html).toContain(`href="${path}"`)
  })

  test('S2-2.98 without anything to pay there is no payment form', async () => {
    const words = wordsOf(await confirmHtml({}, {}, { ...NORA, priceCents: 0 }))
    expect(words).toContain('Order total Free')
    expect(words).not.toMatch(/card/i)
  })

  test.each([
    ['S2-8.14', { text: COPY.paymentSetup }, 'Payment processing failed. Please try again.'],
    ['S2-8.15 S2-8.20', { text: COPY.userData }, 'Submission failed: Failed to process user data'],
    ['S2-8.15 S2-8.21', { text: COPY.uploadFailed, step: 0 }, 'Submission failed: Video upload failed'],
    ['S2-8.12', { text: COPY.tooMany, code: 'too-many-requests' }, ` ${COPY.tooMany}`],
    ['S2-8.13 S2-6.10', { text: COPY.denied, code: 'not-allowed' }, ` ${COPY.denied}`],
    ['S2-5.36', { text: COPY.discountInvalid, code: 'discount-invalid', step: 2 }, ' Invalid discount code.'],
  ] satisfies [string, Problem, string][])('%s is told in these words', async (_, problem, told) => {
    const words = wordsOf(await confirmHtml({}, { problem }))
    expect(words).toContain(told)
    expect(words.includes('Submission failed')).toBe(told.startsWith('Submission failed'))
  })
})

describe('the thank-you screens', () => {
  const asked = { viewPath: '/view/token', wasEarlier: false, email: 'ada@example.com' }
  const thanks = (isPaid: boolean) => htmlOf(<ThankYou athlete={NORA} asked={{ ...asked, isPaid }} />)

  test('S2-2.100 paid: three days, or all of it back', async () => {
    const words = wordsOf(await thanks(true))
    expect(words).toContain(
      'If your request is approved, Nora responds within 3 days or you get a full refund.',
    )
    expect(words).not.toContain('Create a free account')
  })

  test('S2-2.101 S2-2.102 free: three days, or nothing is charged, and an account to be had', async () => {
    const html = await thanks(false)
    expect(wordsOf(html)).toContain("Nora responds within 3 days or you won't be charged.")
    expect(wordsOf(html)).toMatch(/Create a free account/)
    expect(html).toMatch(/<a [^>]*href="\/fanjoin"/)
  })

  test('S2-2.103 D101 both: five networks and the link, and what is shared is the profile', async () => {
    for (const isPaid of [true, false]) {
      const html = await thanks(isPaid)
      const shared = [...html.matchAll(/href="(https:[^"]*)"/g)].map(([, address = '']) => address)
      expect(shared.map((address) => new URL(address.replaceAll('&amp;', '&')).hostname)).toEqual([
        'x.com',
        'www.facebook.com',
        'wa.me',
        'www.linkedin.com',
        'www.reddit.com',
      ])
      for (const address of shared) expect(address).toContain(encodeURIComponent('/ask/noraquist'))
      expect(wordsOf(html)).toContain('Copy link')
    }
  })
})
