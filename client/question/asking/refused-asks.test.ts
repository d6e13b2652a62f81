import { expect, test } from 'vitest'
import { checkVideo, type DeclaredVideo } from '../../../sync/media/video.ts'
import { REFUSED_ASKS, type RefusedAsk } from '../../../sync/testing/refused-asks.ts'
import { type AskDraft, emptyDraft } from './ask-draft.ts'
import { firstUnfinished } from './check-step.ts'

const NOW = Date.UTC(2026, 10, 21)
const PRICED = { priceCents: 1_500, promo: false, firstTime: false }
const asker = {
  firstName: 'Ada',
  lastName: 'Berg',
  birthDate: '2000-05-17',
  countryCode: 'NO',
  city: 'Oslo',
  email: 'ada@example.com',
}
const filmed: DeclaredVideo = {
  id: '3f6c2f6e-6a0e-4a57-9f0c-0c8a2a0b7d11',
  sha256: 'a'.repeat(64),
  bytes: 1_000,
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'file',
}

/** Returns the refused ask as the draft that a fan would have on the screen. */
function draftOf({ change = {}, isFree, ...refused }: Omit<RefusedAsk, 'rule' | 'code'>): AskDraft {
  const { amountCents = isFree ? 0 : 1_500, subject = 'Squat depth', text = 'How deep?', page } = change
  const video = refused.video ? { ...filmed, ...refused.video } : null
  return {
    ...emptyDraft('q'),
    ...{ subject, text: video ? '' : text, video, page, confirmed: true },
    asker: { ...asker, ...refused.asker },
    offer: isFree ? 'custom' : 'more',
    typedAmount: String(amountCents / 100),
  }
}

const mayGoOn = (draft: AskDraft, isFree = false) => {
  const terms = isFree ? { ...PRICED, priceCents: 0 } : PRICED
  // The app checks a file when the fan chooses it, so a refused file never becomes part of a draft.
  const isTaken = !draft.video || checkVideo('question', draft.video).ok
  return isTaken && firstUnfinished(draft, { terms, now: NOW }) === null
}

test('a whole ask is not refused, in words or on video', () => {
  expect(mayGoOn(draftOf({}))).toBe(true)
  expect(mayGoOn(draftOf({ video: {} }))).toBe(true)
  expect(mayGoOn(draftOf({ change: { amountCents: 500 }, isFree: true }), true)).toBe(true)
})

test.each(REFUSED_ASKS)('$rule: the way on stays closed', ({ isFree, ...refused }) =>
  expect(mayGoOn(draftOf({ ...refused, isFree }), isFree)).toBe(false),
)
