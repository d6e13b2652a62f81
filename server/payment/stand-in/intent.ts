import type Stripe from 'stripe'
import { type Card, DECLINED, declineOf, holdsAnyway, outcomeOf } from './card.ts'
import { captureCharge, newCharge } from './charge.ts'
import {
  type Charge,
  emitEvent,
  getObject,
  lockObject,
  type PaymentIntent,
  putObject,
  type Session,
  saveObject,
} from './store.ts'
import { cardRefused, forbidden, invalid, type StripeErrorBody, unexpectedState } from './wire.ts'

/** The statuses in which nothing is held or charged yet. */
export const OPEN: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const CANCELABLE: readonly string[] = [...OPEN, 'requires_capture', 'processing']

/** Locks a PaymentIntent and returns it. A hold that has expired is cancelled first. */
export async function lockIntent(session: Session, id: string): Promise<PaymentIntent> {
  const intent = await lockObject(session, 'payment_intent', id)
  if (intent.status !== 'requires_capture') return intent
  const charge = await chargeOf(session, intent)
  const captureBefore = charge.payment_method_details?.card?.capture_before
  if (captureBefore !== undefined && captureBefore <= session.at) {
    await cancelIntent({ ...session, request: null }, intent, 'automatic')
  }
  return intent
}

/** Tries the card: holds or charges the amount, asks for 3-D Secure, or throws the card's refusal. */
export async function confirmIntent(session: Session, intent: PaymentIntent, card: Card): Promise<void> {
  assertConfirmable(intent)
  Object.assign(intent, { payment_method: card.method.id, last_payment_error: null, next_action: null })
  if (card.outcome === 'authenticate') return askToAuthenticate(session, intent)
  const holdsFirst = holdsAnyway(card.outcome) && intent.capture_method === 'manual'
  if (declineOf(card.outcome) && !holdsFirst) return declineIntent(session, intent, card)
  await chargeIntent(session, intent, card)
}

/**
 * Captures a hold once, in full or in part; the rest returns to the card. If the card fails now, the PaymentIntent
 * waits for another card, as after a decline at confirmation.
 */
export async function captureIntent(
  session: Session,
  intent: PaymentIntent,
  asked: number | undefined,
): Promise<void> {
  if (intent.status === 'succeeded') {
    const message = 'This PaymentIntent could not be captured because it has already been captured.'
    throw unexpectedState(message, intent)
  }
  if (intent.status !== 'requires_capture') {
    const message = `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`
    throw unexpectedState(message, intent)
  }
  const amount = asked ?? intent.amount_capturable
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount_to_capture' })
  if (amount > intent.amount_capturable) {
    const message =
      'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge.'
    throw forbidden(message, { code: 'amount_too_large', param: 'amount_to_capture' })
  }
  const method = await getObject(session, 'payment_method', intent.payment_method ?? '')
  const card = { method, outcome: await outcomeOf(session, method.id) }
  if (card.outcome === 'fails-later') {
    return failCharge(session, { intent, charge: await chargeOf(session, intent), card })
  }
  await settleIntent(session, intent, amount)
}

/** Applies the result of the 3-D Secure step that the PaymentIntent waits for. */
export async function authenticateIntent(
  session: Session,
  intent: PaymentIntent,
  passed: boolean,
): Promise<void> {
  if (intent.status !== 'requires_action') {
    throw unexpectedState('This PaymentIntent does not wait for an authentication.', intent)
  }
  const method = await getObject(session, 'payment_method', intent.payment_method ?? '')
  intent.next_action = null
  if (passed) return chargeIntent(session, intent, { method, outcome: 'ok' })
  const error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  } as const
  await failIntent(session, intent, { ...error, payment_method: method })
  throw forbidden(error.message, { code: error.code, payment_intent: intent, payment_method: method })
}

/** Cancels the PaymentIntent and releases the card's money; `automatic` means that the hold expired. */
export async function cancelIntent(
  session: Session,
  intent: PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<void> {
  if (!CANCELABLE.includes(intent.status)) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`
    throw unexpectedState(message, intent)
  }
  if (intent.status === 'requires_capture') {
    const charge = await chargeOf(session, intent)
    Object.assign(charge, { refunded: true, amount_refunded: charge.amount })
    await saveObject(session, charge)
    await emitEvent(session, reason === 'automatic' ? 'charge.expired' : 'charge.refunded', charge)
  }
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: session.at,
    cancellation_reason: reason,
    amount_capturable: 0,
    next_action: null,
  })
  await saveObject(session, intent)
  await emitEvent(session, 'payment_intent.canceled', intent)
}

const chargeOf = (session: Session, intent: PaymentIntent): Promise<Charge> =>
  getObject(session, 'charge', intent.latest_charge ?? '')

async function askToAuthenticate(session: Session, intent: PaymentIntent): Promise<void> {
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  await saveObject(session, intent)
  await emitEvent(session, 'payment_intent.requires_action', intent)
}

async function chargeIntent(session: Session, intent: PaymentIntent, card: Card): Promise<void> {
  const charge = newCharge(session, intent, card)
  await putObject(session, charge)
  await emitEvent(session, 'charge.succeeded', charge)
  intent.latest_charge = charge.id
  if (intent.capture_method !== 'manual') return settleIntent(session, intent, intent.amount)
  Object.assign(intent, { status: 'requires_capture', amount_capturable: charge.amount })
  await saveObject(session, intent)
  await emitEvent(session, 'payment_intent.amount_capturable_updated', intent)
}

async function settleIntent(session: Session, intent: PaymentIntent, amountCents: number): Promise<void> {
  await captureCharge(session, await chargeOf(session, intent), amountCents)
  Object.assign(intent, { status: 'succeeded', amount_received: amountCents, amount_capturable: 0 })
  await saveObject(session, intent)
  await emitEvent(session, 'payment_intent.succeeded', intent)
}

/** Stores a failed charge for a card that declines at once, and lets the PaymentIntent wait for another card. */
async function declineIntent(session: Session, intent: PaymentIntent, card: Card): Promise<never> {
  const charge = newCharge(session, intent, card)
  await putObject(session, charge)
  return failCharge(session, { intent, charge, card })
}

type Failing = { intent: PaymentIntent; charge: Charge; card: Card }

async function failCharge(session: Session, { intent, charge, card }: Failing): Promise<never> {
  const { message, ...decline } = declineOf(card.outcome) ?? DECLINED
  Object.assign(charge, {
    status: 'failed',
    paid: false,
    failure_code: decline.code,
    failure_message: message,
  })
  await saveObject(session, charge)
  await emitEvent(session, 'charge.failed', charge)
  intent.latest_charge = charge.id
  const details = { ...decline, charge: charge.id, payment_method: card.method }
  await failIntent(session, intent, { type: 'card_error', message, ...details })
  throw cardRefused(message, { ...details, payment_intent: intent })
}

async function failIntent(session: Session, intent: PaymentIntent, error: StripeErrorBody): Promise<void> {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    amount_capturable: 0,
    last_payment_error: error,
  })
  await saveObject(session, intent)
  await emitEvent(session, 'payment_intent.payment_failed', intent)
}

/** Throws when the PaymentIntent's state does not allow a confirmation, before anything is written. */
export function assertConfirmable(intent: PaymentIntent): void {
  if (OPEN.includes(intent.status)) return
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`
  throw unexpectedState(`You cannot confirm this PaymentIntent because ${why}.`, intent)
}
