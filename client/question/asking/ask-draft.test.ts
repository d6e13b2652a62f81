import { describe, expect, test } from 'vitest'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import {
  type AskDraft,
  changedElsewhere,
  type DraftEvent,
  emptyDraft,
  hasContent,
  nextDraft,
  offeredCents,
  readDraft,
  termsOf,
} from './ask-draft.ts'
import { checkStep, firstUnfinished } from './check-step.ts'

const ID = '3f6c2f6e-6a0e-4a57-9f0c-0c8a2a0b7d11'
const NOW = Date.UTC(2026, 10, 21)
const video: DeclaredVideo = {
  id: ID,
  sha256: 'a'.repeat(64),
  bytes: 1_000,
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'recorded',
}
const asker = {
  firstName: 'Ada',
  lastName: 'Berg',
  birthDate: '2000-05-17',
  countryCode: 'NO',
  city: 'Oslo',
  email: 'ada@example.com',
}
const FREE = { priceCents: 0, promo: false, firstTime: false }
const PRICED = { priceCents: 2_500, promo: false, firstTime: false }
const apply = (events: DraftEvent[], from = emptyDraft(ID)) => events.reduce(nextDraft, from)
const whole = (change: Partial<AskDraft> = {}): AskDraft => ({
  ...emptyDraft(ID),
  subject: 'Squat depth',
  text: 'How deep?',
  asker,
  ...change,
})
const problemsAt = (step: number, draft: AskDraft, terms = FREE) =>
  Object.keys(checkStep(step, draft, { terms, now: NOW })).sort()

describe('a question being asked', () => {
  test('S1-4.4 S1-4.6 a text and a video exclude each other, and typing clears the video', () => {
    const filmed = apply([{ type: 'video', video }])
    expect(filmed.video).toEqual(video)
    const typed = nextDraft(filmed, { type: 'text', text: 'H' })
    expect([typed.video, typed.text]).toEqual([null, 'H'])
    expect(
      apply([
        { type: 'text', text: 'words' },
        { type: 'video', video },
      ]).text,
    ).toBe('')
  })

  test('S1-4.5 "Change video" clears it, and an emptied text leaves the video alone', () => {
    expect(
      apply([
        { type: 'video', video },
        { type: 'video', video: null },
      ]).video,
    ).toBeNull()
    expect(
      apply([
        { type: 'video', video },
        { type: 'text', text: '' },
      ]).video,
    ).toEqual(video)
  })

  test('S1-5.5 S1-5.6 S1-5.12 a subject and a text or a video must be there', () => {
    expect(problemsAt(0, emptyDraft(ID))).toEqual(['content', 'subject'])
    expect(problemsAt(0, whole())).toEqual([])
    expect(problemsAt(0, whole({ text: '', video }))).toEqual([])
    expect(problemsAt(0, whole({ text: '   ' }))).toEqual(['content'])
    expect(problemsAt(0, whole({ text: 'x'.repeat(500) }))).toEqual([])
    expect(problemsAt(0, whole({ text: 'x'.repeat(501) }))).toEqual(['content'])
    expect(problemsAt(0, whole({ subject: 'x'.repeat(51) }))).toEqual(['subject'])
    const unread = checkStep(0, whole({ text: 'Why\u0000?' }), { terms: FREE, now: NOW })
    expect(unread.content).toMatch(/^This has a character that cannot be read/)
  })

  test('S1-5.14 S1-5.15 S1-5.16 D13 all six fields, at least 15, not in the future and not before 1900', () => {
    expect(problemsAt(1, emptyDraft(ID))).toEqual([
      'birthDate',
      'city',
      'countryCode',
      'email',
      'firstName',
      'lastName',
    ])
    const born = (birthDate: string) => whole({ asker: { ...asker, birthDate } })
    const texts = (birthDate: string) => checkStep(1, born(birthDate), { terms: FREE, now: NOW }).birthDate
    expect(texts('2011-11-21')).toBeUndefined()
    expect(texts('2011-11-22')).toBe('You must be at least 15 years old to use Infield')
    expect(texts('2026-11-22')).toContain('between 1900 and today')
    expect(texts('1899-12-31')).toContain('between 1900 and today')
    expect(problemsAt(1, whole({ asker: { ...asker, email: 'ada@home' } }))).toEqual(['email'])
  })

  test('S1-4.12 S1-5.17 D17 D18 a price must be confirmed, and is the least that may be offered', () => {
    expect(problemsAt(2, whole(), PRICED)).toEqual(['confirmed'])
    expect(problemsAt(2, whole({ confirmed: true }), PRICED)).toEqual([])
    const more = (typedAmount: string) => whole({ confirmed: true, offer: 'more', typedAmount })
    expect(problemsAt(2, more('25'), PRICED)).toEqual([])
    expect(problemsAt(2, more('24.99'), PRICED)).toEqual(['amount'])
    expect(checkStep(2, more(''), { terms: PRICED, now: NOW }).amount).toBe(
      'Please enter an amount that is above $25.',
    )
  })

  test('S1-4.13 S1-5.18 S1-5.20 D15 without a price it is nothing, $5, $10 or at least $5', () => {
    const cents = (change: Partial<AskDraft>) => offeredCents(whole(change), FREE)
    expect(cents({})).toBe(0)
    expect(cents({ offer: 'preset-0' })).toBe(500)
    expect(cents({ offer: 'preset-1' })).toBe(1_000)
    expect(cents({ offer: 'custom', typedAmount: '7.5' })).toBe(750)
    const tip = (typedAmount: string) =>
      checkStep(2, whole({ offer: 'custom', typedAmount }), { terms: FREE, now: NOW }).amount
    expect(tip('4.99')).toBe('Minimum of $5.')
    expect(tip('')).toBe('Minimum of $5.')
    expect(tip('0')).toBe('Minimum of $5.')
    expect(tip('5')).toBeUndefined()
  })

  test('S1-5.19 a custom amount is digits with up to two decimals; anything else stays as typed, and is no amount', () => {
    const problem = (typedAmount: string) => {
      const draft = nextDraft(whole({ offer: 'custom' }), { type: 'typed-amount', typed: typedAmount })
      expect(draft.typedAmount).toBe(typedAmount)
      return checkStep(2, draft, { terms: FREE, now: NOW }).amount
    }
    for (const amount of ['12', '12.5', '12.50', '12,50', ' 12 '])
      expect(problem(amount), amount).toBeUndefined()
    for (const none of ['12.505', '12.5a', '-20', '1e3', '1,000', 'ten'])
      expect(problem(none), none).toBe('Please enter an amount in dollars, such as 20.50.')
  })

  test('D19 S1-4.9 S1-4.10 a promo athlete is free until the server says this is not the first time', () => {
    const promo = { priceCents: 2_500, promo: true }
    expect(offeredCents(whole(), termsOf(whole(), promo))).toBe(0)
    const again = nextDraft(whole({ confirmed: true }), { type: 'first-time', firstTime: false })
    expect(offeredCents(again, termsOf(again, promo))).toBe(2_500)
    expect(again.confirmed).toBe(false)
    const other = nextDraft(again, { type: 'asker', change: { email: 'b@example.com' } })
    expect(other.firstTime).toBeNull()
  })

  test('a changed amount is confirmed anew', () => {
    const confirmed = whole({ confirmed: true })
    expect(nextDraft(confirmed, { type: 'offer', offer: 'more' }).confirmed).toBe(false)
    expect(nextDraft(confirmed, { type: 'typed-amount', typed: '30' }).confirmed).toBe(false)
  })

  test('the words of a question that was given back stay, under another id', () => {
    const back = nextDraft(whole({ prepared: true, step: 3, confirmed: true, video }), {
      type: 'given-back',
      questionId: 'other',
      video: null,
    })
    expect(back).toMatchObject({
      questionId: 'other',
      prepared: false,
      subject: 'Squat depth',
      video: null,
      step: 0,
    })
  })

  test('a kept draft reads back as it was; anything else is none', () => {
    const draft = whole({ video, step: 2 })
    expect(readDraft(JSON.stringify(draft))).toEqual(draft)
    expect(readDraft('{"version":2}')).toBeNull()
    expect(readDraft('not json')).toBeNull()
    expect([hasContent(draft), hasContent(emptyDraft(ID))]).toEqual([true, false])
  })

  test('S1-4.19 the first unfinished step is where it goes on', () => {
    expect(firstUnfinished(emptyDraft(ID), { terms: FREE, now: NOW })).toBe(0)
    expect(firstUnfinished(whole({ asker: { ...asker, city: '' } }), { terms: FREE, now: NOW })).toBe(1)
    expect(firstUnfinished(whole(), { terms: PRICED, now: NOW })).toBe(2)
    expect(firstUnfinished(whole(), { terms: FREE, now: NOW })).toBeNull()
  })
})

test('BR-2 two pages at two steps of one draft take over words, and then leave each other alone', () => {
  const mine = { ...emptyDraft(ID), subject: 'Blocks', step: 2 }
  const theirs = { ...mine, text: 'How far apart?', step: 0 }
  const taken = changedElsewhere(mine, JSON.stringify(theirs))
  expect(taken).toEqual({ ...theirs, step: 2 })
  // The other page receives what this page has taken over, and finds nothing new in it.
  expect(changedElsewhere(theirs, JSON.stringify(taken))).toBeNull()
  expect(changedElsewhere(mine, 'not json')).toBeNull()
})
