import type { FanQuestion } from '../../../sync/calls.ts'
import type { Moment } from '../../../sync/moment.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { atStart, spokenName } from '../../text/spoken-name.ts'

/** Returns the exact state of the payment in a sentence that names its amount. */
export function moneyOf(question: FanQuestion, now: Moment | null): string {
  const { hold, amountCents, settledAt, chargedAt, answer, athlete, payAgainUntil } = question
  const amount = formatMoney(amountCents)
  // a page that a former build has kept does not know when the card was charged
  const at = (hold === 'captured' ? chargedAt : null) ?? answer?.deliveredAt ?? settledAt
  const when = at === null || now === null ? '' : ` on ${formatDateTime(at)}`
  switch (hold) {
    case 'none':
      return answer?.isGift
        ? `${atStart(spokenName(athlete))}’s answer is free. Nothing was charged for the answer.`
        : 'This question is free. No card was needed to ask it.'
    case 'pending':
      return `Nothing is held. ${amount} is held only once your card is confirmed.`
    case 'held':
      return `${amount} is held on your card, not charged.`
    case 'capturing':
      return `${amount} is being charged now, because your answer has arrived.`
    case 'captured':
      return `${amount} was charged${when}.${refundOf(question)}`
    case 'releasing':
      return `${amount} is still held; its release is under way. Nothing was charged.`
    case 'released':
      return `The hold of ${amount} was released${when}. Nothing was charged.`
    case 'lapsed':
      return payAgainUntil
        ? `${amount} could not be charged. Nothing was taken yet.`
        : `The hold of ${amount} has lapsed. Nothing was charged.`
  }
}

/** Returns what a discount code took off the athlete's price, which is no longer the amount paid (D27), or null. */
export function discountOf({ amountCents, takenOffCents }: FanQuestion): string | null {
  if (!takenOffCents) return null
  const price = formatMoney(amountCents + takenOffCents)
  return `A discount code took ${formatMoney(takenOffCents)} off the price of ${price}.`
}

/** Tells the fan what the open dispute of their payment means, or their bank's inquiry; null when there is none. */
export function disputeOf({
  disputedCents,
  inquiryCents = 0,
}: Pick<FanQuestion, 'disputedCents' | 'inquiryCents'>): string | null {
  if (!disputedCents) return null
  const amount = formatMoney(disputedCents)
  if (inquiryCents === disputedCents)
    return `Your bank asks us about ${amount} of your payment and may open a dispute. If you recognize the payment, tell your bank.`
  return `A dispute of ${amount} is open at your bank, which decides whether it goes back to your card. We cannot refund it until then. If the dispute is a mistake, ask your bank to withdraw it.`
}

/** Returns the same of a tip, with a space before it; nothing where no bank has it in dispute or asks about it. */
export function tipDisputeOf({ disputedCents, inquiryCents }: FanQuestion['tips'][number]): string {
  if (disputedCents <= 0) return ''
  const amount = formatMoney(disputedCents)
  return inquiryCents === disputedCents
    ? ` Your bank asks us about ${amount} of it.`
    : ` A dispute of ${amount} is open at your bank.`
}

/** Checks whether to ask for a tip; false when the fan gets the payment back, or disputes it at their bank. */
export function isTipAsked({ amountCents, disputedCents, ...money }: FanQuestion): boolean {
  // A page that a former build has kept does not know what is on its way.
  const { refundedCents, onItsWayCents = 0 } = money
  return !disputedCents && (amountCents === 0 || refundedCents + onItsWayCents < amountCents)
}

/** Returns sentences with a space before them: what of a payment went back, and how, and what is on its way. */
export function refundOf({
  amountCents,
  refundedCents,
  onItsWayCents,
  byHandCents = 0,
}: Omit<FanQuestion['tips'][number], 'paidAt' | 'disputedCents'>): string {
  const of = (cents: number) => (cents >= amountCents ? 'All of it' : `${formatMoney(cents, 'full')} of it`)
  const toCardCents = refundedCents - byHandCents
  return [
    toCardCents > 0 ? ` ${of(toCardCents)} went back to your card.` : '',
    byHandCents > 0 ? ` ${of(byHandCents)} was paid back to you by bank transfer.` : '',
    onItsWayCents > 0 ? ` ${of(onItsWayCents)} is on its way back to your card.` : '',
  ].join('')
}
