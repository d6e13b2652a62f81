import { DAY_MS } from '../../sync/limits.ts'
import { InternalError } from '../log.ts'
import { tellAdmins } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'
import { recordCapture } from './ledger.ts'
import { isOwnCard } from './oneself.ts'
import { APPROVED_IN_PART, OWN_CARD, releaseHold } from './release.ts'
import { type Hold, moveHold } from './store.ts'
import type { PaymentIntent } from './stripe/payment-intents.ts'

/**
 * Moves a locked hold to the state that its PaymentIntent already has, and returns the hold's new state. This is
 * the only place where a hold becomes held or captured. If the intent's status settles nothing, the hold stays as
 * it is.
 */
export async function applyPaymentIntent(
  work: TxContext,
  hold: Hold,
  intent: PaymentIntent,
): Promise<Hold['state']> {
  const { state } = hold
  if (state === 'pending' && intent.status === 'requires_capture') return takeHeld(work, hold, intent)
  const isTaken = intent.status === 'succeeded'
  if (state === 'capturing' && isTaken) return markCaptured(work, hold, intent)
  if (state === 'releasing' && isTaken) return markTaken(work, hold, intent)
  if (intent.status !== 'canceled') return state
  if (state === 'pending' || state === 'held' || state === 'releasing') return move(work, hold, 'released')
  return state === 'capturing' ? move(work, hold, 'lapsed') : state
}

async function move(work: TxContext, hold: Hold, to: Hold['state']): Promise<Hold['state']> {
  await moveHold(work, hold, { to })
  return to
}

/**
 * Marks the hold as held, or releases it in two cases: the bank approved only part of the amount, or the card shows
 * that the athlete is paying themselves. In both cases the payer is told.
 */
async function takeHeld(work: TxContext, hold: Hold, intent: PaymentIntent): Promise<Hold['state']> {
  const { id, askId } = hold
  if (intent.capturableCents < hold.amountCents) return releaseHold(work, id, APPROVED_IN_PART)
  await work.tx`update hold set card_fingerprint = ${intent.charge?.fingerprint ?? null} where id = ${id}`
  const [ask] = await work.tx<{ athleteId: string }[]>`
    select athlete_id as "athleteId" from prepared_ask where id = ${askId}`
  if (ask && (await isOwnCard(work, { askId, ...ask }))) return releaseHold(work, id, OWN_CARD)
  return markHeld(work, hold, intent)
}

/**
 * Marks the hold as held until the moment its charge names. If the charge names none, the hold lasts six days, one
 * less than the usual seven.
 */
async function markHeld(work: TxContext, hold: Hold, { charge }: PaymentIntent): Promise<Hold['state']> {
  if (!charge) return hold.state
  const captureBefore = charge.captureBefore ?? new Date(work.now.getTime() + 6 * DAY_MS)
  await moveHold(work, hold, { to: 'held', chargeId: charge.id, captureBefore })
  return 'held'
}

/**
 * Marks the hold as captured and books the payment in the same transaction, once Stripe reports the full amount and
 * its fee.
 */
async function markCaptured(
  work: TxContext,
  hold: Hold,
  { charge, receivedCents }: PaymentIntent,
): Promise<Hold['state']> {
  if (charge?.feeCents == null || receivedCents !== hold.amountCents) return hold.state
  const [question] = await work.tx<{ athleteId: string }[]>`
    select athlete_id as "athleteId" from question where id = ${hold.askId}`
  if (!question) throw new InternalError(`hold ${hold.id} was captured for no question`)
  await moveHold(work, hold, { to: 'captured', chargeId: charge.id })
  await recordCapture(work, {
    questionId: hold.askId,
    athleteId: question.athleteId,
    amountCents: receivedCents,
    chargeId: charge.id,
    feeCents: charge.feeCents,
  })
  return 'captured'
}

/**
 * Marks a hold as captured although it was to be released, because the money was already taken, for example before
 * a restored backup or at the provider's own desk. The charge stands, and admins are told, because only they can
 * refund it. The charge is booked if its question is known; otherwise the nightly comparison reports it.
 */
async function markTaken(work: TxContext, hold: Hold, intent: PaymentIntent): Promise<Hold['state']> {
  const { charge, receivedCents } = intent
  if (charge?.feeCents == null || receivedCents !== hold.amountCents) return hold.state
  const [question] = await work.tx`select from question where id = ${hold.askId}`
  if (question) await markCaptured(work, hold, intent)
  else await moveHold(work, hold, { to: 'captured', chargeId: charge.id })
  const of = question ? { questionId: hold.askId } : { askId: hold.askId }
  await tellAdmins(work, { kind: 'charge-stands', ...of })
  return 'captured'
}
