import { DAY_MS } from '../../sync/limits.ts'
import { InternalError } from '../log.ts'
import { tellAdmins } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'
import { recordCapture } from './ledger.ts'
import { isOwnCard } from './oneself.ts'
import { APPROVED_IN_PART, OWN_CARD, releaseHold } from './release.ts'
import { type Hold, moveHold } from './store.ts'
import type { Intent } from './stripe/intents.ts'

/**
 * Moves a locked hold to where its PaymentIntent already is: the one place where a hold becomes held or captured.
 * What an intent's status does not settle leaves the hold as it is. Answers the state it is then in.
 */
export async function applyIntent(work: TxContext, hold: Hold, intent: Intent): Promise<Hold['state']> {
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
 * A part is never held for the whole: what a bank approved of it goes back, and whoever paid is told. So does what an
 * athlete would pay to themselves, as their card tells.
 */
async function takeHeld(work: TxContext, hold: Hold, intent: Intent): Promise<Hold['state']> {
  const { id, askId } = hold
  if (intent.capturableCents < hold.amountCents) return releaseHold(work, id, APPROVED_IN_PART)
  await work.tx`update hold set card_fingerprint = ${intent.charge?.fingerprint ?? null} where id = ${id}`
  const [ask] = await work.tx<{ athleteId: string }[]>`
    select athlete_id as "athleteId" from prepared_ask where id = ${askId}`
  if (ask && (await isOwnCard(work, { askId, ...ask }))) return releaseHold(work, id, OWN_CARD)
  return markHeld(work, hold, intent)
}

/** A hold lives as long as its charge says; where it does not say, a day less than the usual seven. */
async function markHeld(work: TxContext, hold: Hold, { charge }: Intent): Promise<Hold['state']> {
  if (!charge) return hold.state
  const captureBefore = charge.captureBefore ?? new Date(work.now.getTime() + 6 * DAY_MS)
  await moveHold(work, hold, { to: 'held', chargeId: charge.id, captureBefore })
  return 'held'
}

/** Captured and booked in one: not before Stripe says what it took and what it kept. */
async function markCaptured(
  work: TxContext,
  hold: Hold,
  { charge, receivedCents }: Intent,
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
 * What was to go back had been taken before, as since a restored backup or at the provider's own desk: the charge
 * stands, and admins are told, who alone can send it back. It is booked where its question is known; else the nightly
 * comparison shows it.
 */
async function markTaken(work: TxContext, hold: Hold, intent: Intent): Promise<Hold['state']> {
  const { charge, receivedCents } = intent
  if (charge?.feeCents == null || receivedCents !== hold.amountCents) return hold.state
  const [question] = await work.tx`select from question where id = ${hold.askId}`
  if (question) await markCaptured(work, hold, intent)
  else await moveHold(work, hold, { to: 'captured', chargeId: charge.id })
  const of = question ? { questionId: hold.askId } : { askId: hold.askId }
  await tellAdmins(work, { kind: 'charge-stands', ...of })
  return 'captured'
}
