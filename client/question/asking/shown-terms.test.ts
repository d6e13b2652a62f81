import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../sync/limits.ts'
import { readUnsent, unsentWords, wayOn } from '../unsent/read-unsent.ts'
import { type AskDraft, emptyDraft, nextDraft, offeredCents, termsOf } from './ask-draft.ts'
import { changeText, closedText, type ShownTerms } from './shown-terms.ts'

const to = { username: 'mia', firstName: 'Mia' }
const NOW = Date.UTC(2026, 10, 21)
const PRICED: ShownTerms = { priceCents: 2_500, promo: false }
const PROMO: ShownTerms = { priceCents: 2_500, promo: true }
const FREE: ShownTerms = { priceCents: 0, promo: false }

const shown = (draft: AskDraft, terms: ShownTerms) => nextDraft(draft, { type: 'terms', to, terms })
const written = (terms: ShownTerms, change: Partial<AskDraft> = {}): AskDraft =>
  shown({ ...emptyDraft('q'), step: 3, confirmed: true, ...change }, terms)
const told = (draft: AskDraft, terms: ShownTerms) => changeText(draft.before, termsOf(draft, terms), 'Mia')

describe('a question written offline is priced anew on return, and its writer is told before anything is paid', () => {
  test('S1-4.12 S1-9.7 another price is told with both amounts, and confirmed anew', () => {
    const draft = shown(written(PRICED), { ...PRICED, priceCents: 4_000 })
    expect(told(draft, { ...PRICED, priceCents: 4_000 })).toBe(
      'An answer from Mia costs $40 now. When you wrote this, it cost $25.',
    )
    expect([draft.confirmed, offeredCents(draft, termsOf(draft, { ...PRICED, priceCents: 4_000 }))]).toEqual([
      false,
      4_000,
    ])
    expect(told(shown(written(PRICED), FREE), FREE)).toMatch(/answers for free now.*cost \$25/)
    expect(told(shown(written(FREE), PRICED), PRICED)).toMatch(/costs \$25 now.*it was free/)
  })

  test('the same terms are no news, and back to what they were is none either', () => {
    const same = shown(written(PRICED), { ...PRICED })
    expect([told(same, PRICED), same.confirmed]).toEqual([null, true])
    const there = shown(written(PRICED), { ...PRICED, priceCents: 4_000 })
    expect(told(shown(there, PRICED), PRICED)).toBeNull()
  })

  test('two changes are told as one, from what was seen to what is', () => {
    const twice = shown(shown(written(PRICED), { ...PRICED, priceCents: 3_000 }), FREE)
    expect(told(twice, FREE)).toMatch(/free now.*\$25/)
    expect(told(nextDraft(twice, { type: 'change-heard' }), FREE)).toBeNull()
  })

  test('D19 a promo that is over, or has begun', () => {
    expect(told(shown(written(PROMO), PRICED), PRICED)).toMatch(/no longer free.*\$25/)
    expect(told(shown(written(PRICED), PROMO), PROMO)).toMatch(/First questions to Mia are free now.*\$25/)
    const tip = shown(written(PROMO, { offer: 'preset-0' }), PRICED)
    expect(offeredCents(tip, termsOf(tip, PRICED))).toBe(2_500)
  })

  test('S1-4.8 S1-4.10 S1-8.5 D20 unchecked it is a first question; the server’s "no" later is told to who saw it free', () => {
    const offline = written(PROMO)
    expect([offline.firstTime, offeredCents(offline, termsOf(offline, PROMO))]).toEqual([null, 0])
    const checked = nextDraft(offline, { type: 'first-time', firstTime: false })
    expect(told(checked, PROMO)).toMatch(/not your first question to Mia.*\$25/)
    expect(checked.confirmed).toBe(false)
    const confirmed = nextDraft(offline, { type: 'first-time', firstTime: true })
    expect(told(confirmed, PROMO)).toBeNull()
    // A fan who has not seen the price yet is not told that it changed.
    const early = nextDraft(written(PROMO, { step: 1 }), { type: 'first-time', firstTime: false })
    expect(told(early, PROMO)).toBeNull()
  })

  test('S1-6.7 an athlete who has paused, or is gone, cannot be asked, and the question stays', () => {
    const mia = { firstName: 'Mia', paused: false, pausedUntil: null }
    const there = { isGone: false, now: NOW }
    expect(closedText(mia, there)).toBeNull()
    const paused = (pausedUntil: number | null) => closedText({ ...mia, paused: true, pausedUntil }, there)
    expect(paused(null)).toMatch(/paused new requests for now.*stays on this device/)
    expect(closedText(mia, { isGone: true, now: NOW })).toMatch(
      /no longer takes questions.*stays on this device/,
    )
    expect(paused(NOW + 7.5 * DAY_MS)).toMatch(/paused new requests until Nov 28, 2026\. .*stays on this/)
    expect(paused(NOW - DAY_MS)).toMatch(/for now/)
  })

  test('another athlete’s price is no change of this one’s', () => {
    const moved = nextDraft(written(PRICED), {
      type: 'terms',
      to: { username: 'teo', firstName: 'Teo' },
      terms: { priceCents: 9_000, promo: false },
    })
    expect([moved.before, moved.to?.firstName]).toEqual([null, 'Teo'])
  })
})

describe('coming back with an unsent question', () => {
  const asker = {
    firstName: 'Ada',
    lastName: 'Berg',
    birthDate: '2000-05-17',
    countryCode: 'NO',
    city: 'Oslo',
    email: 'ada@example.com',
  }
  const words = { subject: 'Squat depth', text: 'How deep?' }
  const read = (draft: AskDraft) =>
    readUnsent({ id: 'd', athleteId: 'a', body: JSON.stringify(draft), savedAt: NOW - 60_000 }, NOW)

  test('it is ready to send only when nothing is missing, at the price that was agreed to', () => {
    const whole = written(PRICED, { ...words, asker })
    expect(read(whole)).toMatchObject({ to: { firstName: 'Mia' }, subject: 'Squat depth', isWhole: true })
    expect(read({ ...whole, confirmed: false })?.isWhole).toBe(false)
    expect(read({ ...whole, asker: { ...asker, city: '' } })?.isWhole).toBe(false)
    expect(read(shown(whole, { ...PRICED, priceCents: 4_000 }))?.isWhole).toBe(false)
    expect(read(written(FREE, { ...words, asker }))?.isWhole).toBe(true)
  })

  test('it is gone on with where it was made', () => {
    const made = (page: AskDraft['page']) => {
      const unsent = read({ ...written(PRICED, words), page })
      return unsent && wayOn(unsent)
    }
    const there = { params: { username: 'mia' }, state: { continueDraft: 'd' } }
    expect(made('request')).toEqual({ to: '/request/{-$username}', ...there })
    expect(made(undefined)).toEqual({ to: '/ask/$username', ...there })
  })

  test('an empty one is not spoken of; one that does not say to whom is, and leads to where it can be read', () => {
    expect(read(written(PRICED, { asker }))).toBeNull()
    expect(readUnsent({ id: 'd', athleteId: 'a', body: 'not json', savedAt: NOW }, NOW)).toBeNull()
    const nameless = read({ ...emptyDraft('q'), ...words })
    expect(nameless && unsentWords(nameless)).toEqual({ title: 'You began a question', action: null })
    expect(nameless && wayOn(nameless)).toEqual({ to: '/ask' })
    vi.stubGlobal('localStorage', {
      getItem: () => JSON.stringify({ roster: null, profiles: [{ athlete: { ...to, id: 'a' }, at: NOW }] }),
    })
    const seen = read({ ...emptyDraft('q'), ...words })
    expect(seen && unsentWords(seen)).toEqual({ title: 'You began a question to Mia', action: 'Continue' })
    vi.unstubAllGlobals()
  })
})
