import type { Asker } from '../../../sync/account/asker.ts'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { LIMITS } from '../../../sync/limits.ts'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import { floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import type { Discount } from '../../../sync/payment/discount.ts'
import type { PreparedAsk } from '../../../sync/question/ask.ts'
import { type Addressee, type ShownTerms, withFirstTime, withTerms } from './shown-terms.ts'

/** The titles of the four steps (S1-2.102–105). */
export const STEPS = ['Your Question', 'Your Information', 'Confirm Payment', 'Review Your Request'] as const
export const LAST_STEP = STEPS.length - 1

/** What the fan offers to pay: the price, more than the price, nothing, a preset tip, or a custom tip. */
export type Offer = 'price' | 'more' | 'none' | 'preset-0' | 'preset-1' | 'custom'

/** A question being written, in the shape in which the device saves it with every change. */
export type AskDraft = {
  version: 1
  /** The id of the question that this draft will become; replaced when the server gives an earlier question back. */
  questionId: string
  step: number
  subject: string
  text: string
  video: DeclaredVideo | null
  asker: Asker
  offer: Offer
  /** The amount as the fan typed it, for `more` and `custom`. */
  typedAmount: string
  /** Whether the fan has ticked the box under the price (S1-4.12). */
  confirmed: boolean
  /** Whether the server counts this as the asker's first question; null until the server has said (S1-4.8–4.10). */
  firstTime: boolean | null
  /** Whether the server has stored this question together with its payment. */
  prepared: boolean
  /** The mark of the words that the server stored then; null in a draft of an earlier version of the app. */
  preparedAs: string | null
  /** The discount code that the server accepted, with what it takes off the price (D27). */
  discount: (Discount & { code: string }) | null
  /** The page on which the fan writes the question, unless it is the wizard (D67). */
  page?: PreparedAsk['page']
  /** The athlete asked, kept with the draft so that the app can name them offline. */
  to: Addressee | null
  /** The terms that the fan was shown last. */
  shown: ShownTerms | null
  /** The terms before a change, kept until the fan has been told of the change. */
  before: PriceTerms | null
}

type Words = Pick<AskDraft, 'subject' | 'text' | 'video'>

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
  /** The fan has gone on from the step that showed the change. */
  | { type: 'change-heard' }
  | { type: 'step'; step: number }
  /** The server has stored the question with these words, which may have been changed here since. */
  | { type: 'prepared'; words: Words }
  | { type: 'discount'; discount: AskDraft['discount'] }
  /** The same words go to another athlete, so the price and the first-time check start again. */
  | { type: 'athlete' }
  /** The server knew the former ids as another person's, so the question and its video go on under new ones. */
  | { type: 'renewed'; questionId: string; video: DeclaredVideo | null }
  /** The server gave the question back: its words stay, under a new id. */
  | { type: 'given-back'; questionId: string; video: DeclaredVideo | null }

/** Returns an empty draft, with the known details of the asker filled in. */
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
    preparedAs: null,
    discount: null,
    to: null,
    shown: null,
    before: null,
  }
}

/** Returns the draft after an event. Text and video exclude each other: typing clears the video (S1-4.4, S1-4.6). */
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
      return { ...draft, prepared: true, preparedAs: markOf(event.words) }
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
      return {
        ...draft,
        questionId: event.questionId,
        video: event.video,
        prepared: false,
        preparedAs: null,
      }
    case 'given-back':
      return givenBack(draft, event)
  }
}

/** Parses a draft that the device has saved; null when the text is not one of this version. */
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

/**
 * Checks whether the words are still those that the server stored. They are not when they were changed since, or
 * when another page or device has sent the question.
 */
export function isAsPrepared(draft: AskDraft): boolean {
  return draft.prepared && (draft.preparedAs === null || draft.preparedAs === markOf(draft))
}

/** Returns a short mark of the words, because a draft has no room for them twice. */
function markOf({ subject, text, video }: Words): string {
  const words = JSON.stringify([subject, text, video?.sha256])
  let mark = 0
  for (let at = 0; at < words.length; at += 1) mark = (Math.imul(mark, 31) + words.charCodeAt(at)) | 0
  return `${words.length}:${mark}`
}

/** Checks whether the draft holds anything that its author would miss. */
export function hasContent({ subject, text, video }: AskDraft): boolean {
  return subject.trim() !== '' || text.trim() !== '' || video !== null
}

/**
 * Returns the terms that decide the amount. Until the server has answered, the asker of a promo athlete counts as a
 * first-time asker (S1-4.10).
 */
export function termsOf(
  { firstTime, discount = null }: Pick<AskDraft, 'firstTime'> & Partial<Pick<AskDraft, 'discount'>>,
  { priceCents, promo }: Pick<PublicAthlete, 'priceCents' | 'promo'>,
): PriceTerms {
  return { priceCents, promo, firstTime: firstTime ?? promo, discount }
}

/** Returns the offered amount in cents; null while the typed text is not an amount. */
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
    preparedAs: null,
    confirmed: false,
    firstTime: null,
    video: event.video,
    step: draft.video && !event.video ? 0 : draft.step,
  }
}

/**
 * Returns the draft as another page of this device has written it, but at this page's step; null when nothing else
 * differs. If the step counted, two pages at different steps would answer each other for ever.
 */
export function changedElsewhere(mine: AskDraft, body: string): AskDraft | null {
  const theirs = readDraft(body)
  if (!theirs) return null
  const taken = { ...theirs, step: mine.step }
  return JSON.stringify(taken) === JSON.stringify(mine) ? null : taken
}
