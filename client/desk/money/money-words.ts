import type { DeskDebt, RefundedByHand } from '../../../sync/desk/returns.ts'
import type { ByHandReason, DeskPayout } from '../../../sync/payment/payout.ts'
import type {
  DisputeState,
  PaymentOf,
  RefundEffect,
  RefundReason,
  RefundState,
} from '../../../sync/payment/refund.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import type { Tone } from '../../ui/status/badge.tsx'

export const REASON_LABELS: Record<RefundReason, string> = {
  'not-as-promised': 'Not as promised',
  mistake: 'Paid by mistake',
  duplicate: 'Paid twice',
  fraud: 'Fraud',
  goodwill: 'Goodwill',
  provider: 'Made at the provider',
}

export const REFUND_STATES: Record<RefundState, { label: string; tone: Tone }> = {
  ordered: { label: 'Ordered', tone: 'plain' },
  pending: { label: 'On its way', tone: 'plain' },
  done: { label: 'Done', tone: 'success' },
  refused: { label: 'Refused', tone: 'danger' },
  failed: { label: 'Sent back', tone: 'danger' },
}

export const DISPUTE_STATES: Record<DisputeState, { label: string; tone: Tone }> = {
  'needs-response': { label: 'Needs evidence', tone: 'danger' },
  'under-review': { label: 'At the bank', tone: 'warning' },
  won: { label: 'Won', tone: 'success' },
  lost: { label: 'Lost', tone: 'plain' },
  closed: { label: 'Closed', tone: 'plain' },
}

export const PAYMENT_NAMES: Record<PaymentOf, string> = { answer: 'Answer', tip: 'Tip' }

const full = (cents: number) => formatMoney(cents, 'full')

/**
 * Returns in sentences what a refund will do to the money of the fan, the athlete and the platform, to show
 * beforehand; `isTold` is false if the fan has no address.
 */
export function refundLines(effect: RefundEffect, isTold = true): string[] {
  return [
    `${full(effect.fanCents)} goes back to the fan’s card. ${isTold ? 'They are told by mail.' : 'No address of theirs is kept, so no mail is sent.'}`,
    ...shareLines(effect),
  ]
}

/** Returns in sentences what any refund takes from the athlete and the platform. */
export function shareLines({ athleteCents, platformCents }: RefundEffect): string[] {
  return [
    `${full(athleteCents)} is taken from what the athlete is owed, then from what was transferred to them; where both are too little, later earnings make up for it.`,
    `${full(platformCents)} comes out of our share, and the provider keeps the card fee.`,
  ]
}

/** Returns in a sentence how a refund that did not reach the card was paid after all. */
export const byHandLine = ({ at, by, reference }: RefundedByHand): string =>
  `Paid from our bank: recorded by ${by} on ${formatDate(at)}${reference && `: ${reference}`}`

/** Returns in sentences how the platform tried to get back what an athlete owes, and what remains possible. */
export function debtLines({ amountCents, askedBackCents, refused, email }: DeskDebt): string[] {
  const isAsked = askedBackCents >= amountCents
  const left = email
    ? 'Their next answers and tips make up for it; nothing is paid out until then.'
    : 'They were erased and earn nothing now: what can no longer be recovered is written off as our loss.'
  return [
    ...(askedBackCents > 0 ? [`${full(askedBackCents)} is being taken back from their transfers.`] : []),
    ...refused.map(
      (each) =>
        `The provider refused to take ${full(each.amountCents)} back from ${each.transferId}: ${each.error}. Reversed there later, it is taken in here.`,
    ),
    ...(isAsked ? [] : [left]),
  ]
}

/** The reason why an athlete is paid by hand. */
export const WHY_BY_HAND: Record<ByHandReason, string> = {
  chosen: 'wants to be paid by hand',
  country: 'the provider does not pay to their country',
  'no-account': 'no account at the provider',
  region: 'the provider refused the transfer: not to this region',
  capability: 'the provider refused the transfer: their account may not receive now',
  balance: 'the provider refused the transfer: our balance there was too low',
  refused: 'the provider refused the transfer',
  erased: 'was paid in after their account was erased',
}

/** Returns in sentences which part of a payout is no longer paid, and why. */
export function deductedLines({ returnedCents, disputedCents }: DeskPayout): string[] {
  return [
    ...(returnedCents > 0
      ? [`${full(returnedCents)} less than ordered: it has gone back to fans since.`]
      : []),
    ...(disputedCents > 0
      ? [
          `${full(disputedCents)} less than ordered: a bank disputes it. If we win, a later payout includes it.`,
        ]
      : []),
  ]
}

/** Returns in sentences what went wrong with paying a payout by hand, oldest first. */
export function setbackLines({ setbacks }: DeskPayout): string[] {
  // A server of before does not tell them.
  return (setbacks ?? []).map(({ kind, by, reason, at }) => {
    const what = kind === 'not-paid' ? 'Begun, but not paid' : 'Came back'
    return `${what}: recorded by ${by} on ${formatDate(at)}${reason && `: ${reason}`}`
  })
}

/** Returns whether the money of a payout came back, so that the athlete is owed it again. */
export const cameBack = ({ setbacks }: DeskPayout): boolean =>
  (setbacks ?? []).some(({ kind }) => kind === 'came-back')

/** Returns whether the athlete of a payout was erased, so that no payout of a later period would pay them. */
export const isErased = ({ username }: DeskPayout): boolean => username === null

/** Returns the place where an athlete who is paid by hand wants the money, or how to ask them. */
export function whereTo({ handle, email, paidAt }: DeskPayout): string {
  if (handle) return email ? `To ${handle} · ${email}` : `To ${handle}`
  if (email) return `No payment app given: ask by email · ${email}`
  return paidAt === null ? 'Erased, so there is nobody to ask: it waits until they write to us.' : 'Erased'
}
