import { describe, expect, test } from 'vitest'
import type { PublicAthlete } from '../sync/athlete/athlete.ts'
import type { FanQuestion } from '../sync/calls.ts'
import { PAUSED } from '../sync/text/paused.ts'
import { renderFirstStep, renderPage } from './render.tsx'

const NORA: PublicAthlete = {
  id: '7f3c2f0e-8f7e-4c55-9a5e-0d2d8f6f1a01',
  username: 'noraquist',
  firstName: 'Nora',
  lastName: 'Quist',
  sport: 'Track & Field',
  position: '800 m',
  bio: 'Two laps.',
  achievements: ['NCAA all-conference', '2:02 over 800 m'],
  interests: ['Race tactics'],
  tags: ['track_and_field', 'running', 'ncaa_d1', 'speed_training'],
  city: 'Eugene',
  countryCode: 'US',
  priceCents: 1_500,
  promo: false,
  paused: false,
  pausedUntil: null,
  pictureUrl: null,
  coverUrls: [],
  instagram: null,
  tiktok: null,
  x: null,
  tiktokEmbeds: [],
  answerMinutes: null,
  ratingTotal: 47,
  ratingCount: 10,
}

const roster = (...athletes: PublicAthlete[]) => ({ athletes, after: null })
const profile = (more: Partial<PublicAthlete> = {}) => renderPage('/ask/noraquist', { ...NORA, ...more })

/** The words of a page, without its marks. */
function wordsOf(html: string | null): string {
  const text = (html ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
  return text.replace(/\s+/g, ' ')
}

describe('payments that move no real money', () => {
  test('the strip stands in the page as it arrives, and only there', async () => {
    const strip = 'Test payments: no real money moves here.'
    expect(wordsOf(await renderPage('/', null, 'stand-in'))).toContain(strip)
    expect(wordsOf(await renderPage('/', null, 'pk_test_1'))).toContain(strip)
    expect(wordsOf(await renderPage('/', null, 'pk_live_1'))).not.toContain(strip)
    expect(wordsOf(await renderPage('/', null))).not.toContain(strip)
  })
})

describe('directory', () => {
  test('nobody is found: said in the page as it arrives, also in the first one a server renders', async () => {
    const html = (await renderPage('/ask?q=nobody', roster())) ?? ''
    expect(wordsOf(html)).toContain('No athletes match')
    expect(html).not.toContain('<!--$!-->')
  })
  test('S1-2.67 S1-2.69 S1-2.70 S1-2.71 S1-2.72 S1-9.15 a card: link, name, first achievement, three tags and More, the free badge', async () => {
    const html = await renderPage('/ask', roster({ ...NORA, promo: true }))
    const words = wordsOf(html)
    expect(html).toMatch(/<a [^>]*href="\/ask\/noraquist"[^>]*>Nora Quist<\/a>/)
    expect(words).toContain('NCAA all-conference')
    expect(words).not.toContain('2:02 over 800 m')
    expect(words).toContain('🏟️ Track & Field 🏃 Running D1 NCAA Division 1 More')
    expect(words).toContain('First one free, then $15 FREE Question')
  })
  test('S1-2.68 a card shows the picture, or the lines of the sport', async () => {
    expect(await renderPage('/ask', roster({ ...NORA, pictureUrl: '/p.jpg' }))).toMatch(
      /<img [^>]*src="\/p\.jpg"/,
    )
    expect(await renderPage('/ask', roster(NORA))).toMatch(/<article.*?#lanes"/s)
  })
  test('without a badge where nothing is promised, and free where nothing is asked', async () => {
    const words = wordsOf(await renderPage('/ask', roster({ ...NORA, priceCents: null })))
    expect(words).toContain('Free, tips welcome')
    expect(words).not.toContain('FREE Question')
  })
})

describe('profile', () => {
  test('S1-2.81 to S1-2.85 name, position and sport, achievements, the button', async () => {
    const html = await profile()
    const words = wordsOf(html)
    expect(html).toMatch(/<h1[^>]*>Nora Quist<\/h1>/)
    expect(words).toContain('800 m, Track & Field')
    expect(words).toContain('2:02 over 800 m')
    expect(html).toMatch(/<button type="button" data-ask="[^"]*" class="[^"]*">Ask a Question<\/button>/)
  })
  test('S1-2.86 S1-2.87 paused: the button is disabled and a note says why', async () => {
    const html = await profile({ paused: true })
    expect(html).toMatch(new RegExp(`<button type="button" disabled[^>]*>${PAUSED}</button>`))
    expect(wordsOf(html)).toContain('The athlete has temporarily paused new requests.')
    expect(html).not.toContain('Ask a Question')
  })
  test('the first step of asking comes with the page of whoever can be asked, closed', () => {
    const step = renderFirstStep('/ask/noraquist', NORA) ?? ''
    expect(step).toMatch(new RegExp(`^<dialog id="first-step" data-athlete="${NORA.id}" (?!open)`))
    expect(wordsOf(step)).toContain('Ask Nora')
    expect(step).toMatch(/<button[^>]*type="submit"[^>]*disabled/)
    expect(renderFirstStep('/ask/noraquist', { ...NORA, paused: true })).toBeNull()
    expect(renderFirstStep('/ask', roster(NORA))).toBeNull()
    expect(renderFirstStep('/request/noraquist', NORA)).toBeNull()
  })
  test('S1-2.88 D85 the rating has one decimal; none is no rating, not zero', async () => {
    expect(await profile()).toContain('4.7 out of 5 stars')
    const words = wordsOf(await profile({ ratingTotal: 0, ratingCount: 0 }))
    expect(words).toContain('No ratings yet')
    expect(words).not.toMatch(/NaN|out of 5/)
  })
})

describe('the private page', () => {
  const path = `/view/${'t'.repeat(43)}`
  const at = Date.UTC(2026, 10, 21, 23)
  const delivered: FanQuestion = {
    questionId: '0d3c9f6e-6c1a-4b7e-9d59-0b6f3f6b1c11',
    athlete: {
      firstName: 'Nora',
      lastName: 'Quist',
      username: 'noraquist',
      sport: 'Track',
      pictureUrl: null,
      isListed: true,
    },
    subject: 'Pacing <b>',
    kind: 'text',
    text: 'How do I pace two laps?',
    videoId: null,
    status: 'completed',
    reason: null,
    submittedAt: at,
    screeningEndsAt: at,
    approvedAt: at,
    dueAt: at,
    graceEndsAt: null,
    settledAt: at,
    amountCents: 1_500,
    takenOffCents: null,
    hold: 'captured',
    adminNote: null,
    athleteNote: null,
    answer: {
      state: 'delivered',
      videoId: 'v',
      isGone: false,
      durationMs: 9_000,
      deliveredAt: at,
      isGift: false,
      convertedPercent: null,
      transcript: null,
    },
    stars: null,
    clarification: null,
    tips: [{ amountCents: 500, paidAt: at, refundedCents: 0, onItsWayCents: 0, disputedCents: 0 }],
    refundedCents: 0,
    onItsWayCents: 0,
    disputedCents: 0,
    hasCreditNote: false,
    hasAddress: true,
    payAgainUntil: null,
  }
  const page = (question: FanQuestion, shared = false) => renderPage(path, { question, shared, now: at })

  test('S1-2 what came of a question stands in the page as it arrives', async () => {
    const html = (await page(delivered)) ?? ''
    const words = wordsOf(html)
    for (const said of [
      'Your response has arrived',
      'Your question to Nora Quist',
      'How do I pace two laps?',
    ])
      expect(words).toContain(said)
    expect(words).toContain('$15 was charged.')
    expect(words).toContain('A tip of $5 was charged.')
    expect(html).toContain('Pacing &lt;b&gt;')
  })

  test('S1-2 no moment is told by the clock and zone of the server that rendered the page', async () => {
    const waiting: FanQuestion = { ...delivered, status: 'new', answer: null, hold: 'held', tips: [] }
    for (const question of [delivered, { ...waiting }, { ...waiting, status: 'approved' } as const]) {
      expect(wordsOf(await page(question))).not.toMatch(/2026|\d\d:\d\d| left|Ended/)
    }
  })

  test('by a link that was given away nothing of the money is in it', async () => {
    const words = wordsOf(await page(delivered, true))
    expect(words).toContain('Nora answered')
    expect(words).not.toContain('$')
  })
})

test('everything else starts from the empty page', async () => {
  for (const path of ['/signin', '/dashboard', '/admin', '/ask/a/b', '/view/a/b', '/nowhere']) {
    expect(await renderPage(path, NORA), path).toBeNull()
  }
  expect(await renderPage('/view/x', null)).toBeNull()
  expect(await renderPage('/ask', null)).toBeNull()
})

test('rendered pages carry no style attribute and no script: the policy forbids both', async () => {
  for (const html of [await renderPage('/', null), await renderPage('/ask', roster(NORA)), await profile()]) {
    expect(html).not.toMatch(/ style=|<script/)
  }
})

test('two pages rendered at once do not get each other’s data', async () => {
  const [one, other] = await Promise.all([profile(), profile({ firstName: 'Ana' })])
  expect(one).toContain('Nora Quist')
  expect(other).toContain('Ana Quist')
  expect(other).not.toContain('Nora')
})
