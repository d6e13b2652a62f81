import { NOBODY } from '../../sync/account/mine.ts'
import { foldText } from '../../sync/athlete/directory-rule.ts'
import type { DeskQuestionAnswer, DeskRow } from '../../sync/desk/requests.ts'
import type { RefusalCode } from '../../sync/errors.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { spokenHold } from '../../sync/payment/amount.ts'
import type { Flag } from '../../sync/question/flags.ts'
import type { QuestionStatus } from '../../sync/question/status.ts'
import type { Refusal } from '../../sync/result.ts'
import { formatDateTime, formatLeft } from '../text/format.ts'
import { formatMoney } from '../text/format-money.ts'
import { refusalText } from '../text/refusals.ts'
import type { Tone } from '../ui/status/badge.tsx'

/** The name of each status at the desk (D61). */
export const STATUS_LABELS: Record<QuestionStatus, string> = {
  new: 'New',
  approved: 'Approved',
  rejected: 'Rejected',
  'athlete rejected': 'Athlete Rejected',
  completed: 'Completed',
}

export const STATUS_TONES: Record<QuestionStatus, Tone> = {
  new: 'plain',
  approved: 'success',
  rejected: 'danger',
  'athlete rejected': 'warning',
  completed: 'plain',
}

/** The words for each flag that the automatic checks set (D57). */
export const FLAG_WORDS: Record<Flag, string> = {
  'no-go': 'No-go topic?',
  link: 'Link',
  'e-mail': 'Email address',
  phone: 'Phone number',
  repeated: 'Same text again',
  blocked: 'Blocked address',
  'free-again': 'Free before?',
  'not-theirs': 'Not the address’s owner',
}

/** The statuses that admins can filter by, in the order of the specification; null stands for all (S2-2.111). */
export const STATUS_FILTERS: { status: QuestionStatus | null; label: string }[] = [
  { status: null, label: 'All submission' },
  ...(['new', 'approved', 'rejected', 'athlete rejected', 'completed'] as const).map((status) => ({
    status,
    label: STATUS_LABELS[status],
  })),
]

/** Returns how long is left to screen a new question and how urgent that is; null once it is decided (D4). */
export function screeningLeft(
  { status, screeningEndsAt }: Pick<DeskRow, 'status' | 'screeningEndsAt'>,
  now: number,
): { text: string; tone: Tone } | null {
  if (status !== 'new') return null
  const left = screeningEndsAt - now
  if (left <= 0) return { text: 'Out of time', tone: 'danger' }
  const tone = left < 3 * HOUR_MS ? 'danger' : left < 12 * HOUR_MS ? 'warning' : 'plain'
  return { text: `${formatLeft(left)} left`, tone }
}

/** Returns an athlete by their @username; one who was erased has none. */
export const shownAthlete = (username: string | null): string =>
  username ? `@${username}` : `${NOBODY.firstName} ${NOBODY.lastName}`

/** Checks whether the receiver, requester or subject of a row contains what was typed; accents do not matter. */
export function isFound({ receiver, requester, subject }: DeskRow, typed: string): boolean {
  const wanted = foldText(typed.trim())
  return [shownAthlete(receiver), requester, subject].some((text) => foldText(text).includes(wanted))
}

/** From how many letters on the server searches all requests; fewer only filter the loaded rows. */
export const SEARCHED_FROM = 3

/** Checks whether the search covers only the loaded rows although the list has more. */
export function searchesPart(typed: string, more: boolean): boolean {
  return more && typed.length > 0 && typed.length < SEARCHED_FROM
}

/** Returns in words what was paid for a request: nothing before the capture, and what is left after a refund. */
export function paidWords({
  amountCents,
  hold,
  refundedCents,
  onItsWayCents,
}: Pick<DeskRow, 'amountCents' | 'hold' | 'refundedCents' | 'onItsWayCents'>): {
  paid: string
  beside: string | null
} {
  const price = formatMoney(amountCents, 'full')
  const left = amountCents - refundedCents
  const returns = [
    ...(refundedCents > 0 ? [`of ${price}`] : []),
    ...(onItsWayCents > 0 ? [`${formatMoney(onItsWayCents, 'full')} on its way back`] : []),
  ]
  const words = {
    free: { paid: 'Free', beside: null },
    pending: { paid: 'Not paid', beside: `${price} asked` },
    held: { paid: 'Held', beside: price },
    released: { paid: 'Not paid', beside: `${price} released` },
    charged: {
      paid: left > 0 ? formatMoney(left, 'full') : 'Refunded',
      beside: returns.join(', ') || null,
    },
  }
  return words[amountCents === 0 ? 'free' : spokenHold(hold)]
}

/**
 * Returns in words the state of the hold on the requester's card, and until when the request can be approved: as
 * long as the hold allows it, but not after the screening time, when the request ends by itself.
 */
export function moneyWords(
  { amountCents, hold, captureBefore, approvableUntil, screeningEndsAt, status }: DeskQuestionAnswer,
  now: number,
): { line: string; limit: string | null; isTooLate: boolean } {
  if (amountCents === 0) return { line: 'Free: no card is involved.', limit: null, isTooLate: false }
  const isTooLate = status === 'new' && approvableUntil !== null && approvableUntil < now
  const until = captureBefore === null ? '' : ` until ${formatDateTime(captureBefore)}`
  const lines = {
    free: 'No card is involved.',
    pending: `${formatMoney(amountCents, 'full')} is not held yet.`,
    held: `${formatMoney(amountCents, 'full')} held${until}.`,
    charged: `${formatMoney(amountCents, 'full')} charged.`,
    released: `${formatMoney(amountCents, 'full')} released.`,
  }
  const line =
    hold === 'releasing' ? `${formatMoney(amountCents, 'full')} is being released.` : lines[spokenHold(hold)]
  if (status === 'new' && ['releasing', 'released', 'lapsed'].includes(hold))
    return { line, limit: `It can no longer be approved. ${HOLD_GONE}`, isTooLate: true }
  if (status !== 'new' || approvableUntil === null) return { line, limit: null, isTooLate }
  const limit = isTooLate
    ? 'The hold would end before an answer, so it can no longer be approved.'
    : `Can be approved until ${formatDateTime(Math.min(approvableUntil, screeningEndsAt))}.`
  return { line, limit, isTooLate }
}

/**
 * Returns in words, for the team, why a decision on a request with this status is refused, and what happens next.
 */
export function deskRefusal(refusal: Refusal, status: QuestionStatus): string {
  if (refusal.code === 'hold-gone' && status === 'new') return `${refusalText(refusal)} ${HOLD_GONE}`
  return DESK_MEANINGS[refusal.code] ?? refusalText(refusal)
}

const HOLD_GONE = 'The request ends automatically, the requester is told, and they can ask again.'

/** The texts for refusals whose general text speaks to the requester. */
const DESK_MEANINGS: Partial<Record<RefusalCode, string>> = {
  'answer-missing': 'No answer was delivered, so this cannot be completed.',
  'ask-closed': 'The requester has cancelled this question or left, so it stays closed.',
  'athlete-unavailable': 'The athlete has left, so nobody can answer this. It stays closed.',
  'first-question-spent':
    'The requester has asked this athlete another free first question since. This one stays closed.',
  'hold-gone': 'The card is no longer held, so nothing can be charged. The requester can ask again.',
  'video-not-there': 'The video was deleted, so nothing can be asked. The requester can ask again.',
}

/** Returns in words what visibly changed in a request since the admin saw it; empty when nothing did. */
export function changesBetween(before: DeskQuestionAnswer, after: DeskQuestionAnswer): string[] {
  return [
    changed('Status', STATUS_LABELS[before.status], STATUS_LABELS[after.status]),
    changed('Card', spokenHold(before.hold), spokenHold(after.hold)),
    changed('Price', formatMoney(before.amountCents, 'full'), formatMoney(after.amountCents, 'full')),
    changed('Subject', before.subject, after.subject),
    before.videoId === after.videoId ? null : after.videoId ? 'The video has arrived' : 'The video is gone',
    before.text === after.text ? null : 'The text has changed',
    after.adminNote && after.adminNote !== before.adminNote ? `Note: “${after.adminNote}”` : null,
  ].filter((change) => change !== null)
}

function changed(what: string, before: string, after: string): string | null {
  return before === after ? null : `${what}: ${before} → ${after}`
}
