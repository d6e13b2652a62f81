import type { Asker } from '../../../sync/account/asker.ts'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { LIMITS } from '../../../sync/limits.ts'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import { floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import type { Discount } from '../../../sync/payment/discount.ts'
import type { PreparedAsk } from '../../../sync/question/ask.ts'
import { type Addressee, type ShownTerms, withFirstTime, withTerms } from './shown-terms.ts'

/** The four steps, by the names people read (S1-2.102–105). */
export const STEPS = ['Your Question', 'Your Information', 'Confirm Payment', 'Review Your Request'] as const
export const LAST_STEP = STEPS.length - 1

/** What is offered: the price, more than it, nothing, a preset tip, or one of one's own. */
export type Offer = 'price' | 'more' | 'none' | 'preset-0' | 'preset-1' | 'custom'

/** A question being asked, as it is kept on the device with every change. */
export type AskDraft = {
  version: 1
  /** The question this is to become; another one after an earlier was given back. */
  questionId: string
  step: number
  subject: string
  text: string
  video: DeclaredVideo | null
  asker: Asker
  offer: Offer
  /** The amount as typed, for `more` and `custom`. */
  typedAmount: string
  /** The tick under the price (S1-4.12). */
  confirmed: boolean
  /** Whether the server takes this asker for a first-time one; null while it has not said (S1-4.8–4.10). */
  firstTime: boolean | null
  /** The server holds this question ready beside its payment. */
  prepared: boolean
  /** A code the server took, and what it takes off the price (D27). */
  discount: (Discount & { code: string }) | null
  /** Where it is being written, if that is not the wizard (D67). */
  page?: PreparedAsk['page']
  /** To whom, as it is told while nobody can be asked. */
  to: Addressee | null
  /** The terms its writer was shown last. */
  shown: ShownTerms | null
  /** The terms of before, until its writer has heard that they changed. */
  before: PriceTerms | null
}

export type DraftEvent =
  | { type: 'subject'; subject: string }
  | { type: 'text'; text: string }
  | { type: 'video'; video: DeclaredVideo | null }
  | { type: 'asker'; change: Partial<Asker> }
  | { type: 'offer'; offer: Offer }
  | { type: 'typed-amount'; typed: string }
  | { type: 'confirmed'; confirmed: boolean }
  | { type: 'first-time'; firstTime: boolean }
  | { type: 'terms'; to: Addressee; terms: ShownTerms }
  /** Its writer has gone on from the step that told what changed. */
  | { type: 'change-heard' }
  | { type: 'step'; step: number }
  | { type: 'prepared'; prepared: boolean }
  | { type: 'discount'; discount: AskDraft['discount'] }
  /** The same words go to another athlete: price and first time are theirs. */
  | { type: 'athlete' }
  /** The server knew the former ids as somebody else's. */
  | { type: 'renewed'; questionId: string; video: DeclaredVideo | null }
  /** The server gave the earlier one back: the words stay, under another id. */
  | { type: 'given-back'; questionId: string; video: DeclaredVideo | null }

/** An empty draft; what is known of a signed-in person is filled in. */
export function emptyDraft(questionId: string, known: Partial<Asker> = {}): AskDraft {
  return {
    version: 1,
    questionId,
    step: 0,
    subject: '',
    text: '',
    video: null,
    asker: { firstName: '', lastName: '', birthDate: '', countryCode: '', city: '', email: '', ...known },
    offer: 'price',
    typedAmount: '',
    confirmed: false,
    firstTime: null,
    prepared: false,
    discount: null,
    to: null,
    shown: null,
    before: null,
  }
}

/** What a change makes of the draft. A text and a video exclude each other: typing clears the video (S1-4.4, S1-4.6). */
export function nextDraft(draft: AskDraft, event: DraftEvent): AskDraft {
  switch (event.type) {
    case 'subject':
      return { ...draft, subject: event.subject }
    case 'text':
      return { ...draft, text: event.text, video: event.text === '' ? draft.video : null }
    case 'video':
      return { ...draft, video: event.video, text: event.video ? '' : draft.text }
    case 'asker':
      return withAsker(draft, event.change)
    case 'offer':
      return { ...draft, offer: event.offer, confirmed: false }
    case 'typed-amount':
      return { ...draft, typedAmount: event.typed, confirmed: false }
    case 'confirmed':
      return { ...draft, confirmed: event.confirmed }
    case 'first-time':
      return withFirstTime(draft, event.firstTime)
    case 'terms':
      return withTerms(draft, event.to, event.terms)
    case 'change-heard':
      return { ...draft, before: null }
    case 'step':
      return { ...draft, step: Math.max(0, Math.min(LAST_STEP, event.step)) }
    case 'prepared':
      return { ...draft, prepared: event.prepared }
    case 'discount':
      return { ...draft, discount: event.discount, confirmed: false }
    case 'athlete':
      return {
        ...draft,
        firstTime: null,
        offer: 'price',
        confirmed: false,
        to: null,
        shown: null,
        before: null,
      }
    case 'renewed':
      return { ...draft, questionId: event.questionId, video: event.video }
    case 'given-back':
      return givenBack(draft, event)
  }
}

/** Reads a draft as it was kept; null when it is none of ours. */
export function readDraft(body: string): AskDraft | null {
  try {
    const kept = JSON.parse(body) as Partial<AskDraft>
    if (kept.version !== 1 || typeof kept.questionId !== 'string') return null
    const empty = emptyDraft(kept.questionId)
    return { ...empty, ...kept, asker: { ...empty.asker, ...kept.asker } } as AskDraft
  } catch {
    return null
  }
}

/** Whether there is anything in it that its writer would miss. */
export function hasContent({ subject, text, video }: AskDraft): boolean {
  return subject.trim() !== '' || text.trim() !== '' || video !== null
}

/** What decides the amount; until the server has said, a promo athlete's asker is taken for a first-time one (S1-4.10). */
export function termsOf(
  { firstTime, discount = null }: Pick<AskDraft, 'firstTime'> & Partial<Pick<AskDraft, 'discount'>>,
  { priceCents, promo }: Pick<PublicAthlete, 'priceCents' | 'promo'>,
): PriceTerms {
  return { priceCents, promo, firstTime: firstTime ?? promo, discount }
}

/** The amount offered, in cents; null while what was typed is no amount. */
export function offeredCents(
  draft: Pick<AskDraft, 'offer' | 'typedAmount'>,
  terms: PriceTerms,
): number | null {
  const floor = floorCents(terms)
  if (floor > 0) return draft.offer === 'more' ? dollarsToCents(draft.typedAmount) : floor
  if (draft.offer === 'custom') return dollarsToCents(draft.typedAmount)
  if (draft.offer === 'preset-0') return LIMITS.presetTipsCents[0]
  if (draft.offer === 'preset-1') return LIMITS.presetTipsCents[1]
  return 0
}

function withAsker(draft: AskDraft, change: Partial<Asker>): AskDraft {
  const asker = { ...draft.asker, ...change }
  const firstTime = asker.email === draft.asker.email ? draft.firstTime : null
  return { ...draft, asker, firstTime }
}

function givenBack(draft: AskDraft, event: { questionId: string; video: DeclaredVideo | null }): AskDraft {
  return {
    ...draft,
    questionId: event.questionId,
    prepared: false,
    confirmed: false,
    firstTime: null,
    video: event.video,
    step: draft.video && !event.video ? 0 : draft.step,
  }
}

/**
 * A draft as another page of this device has written it, at the step where this one stands; null where nothing else is
 * different: two pages that stand at two steps would answer each other for ever.
 */
export function changedElsewhere(mine: AskDraft, body: string): AskDraft | null {
  const theirs = readDraft(body)
  if (!theirs) return null
  const taken = { ...theirs, step: mine.step }
  return JSON.stringify(taken) === JSON.stringify(mine) ? null : taken
}
