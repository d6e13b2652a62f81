import type Stripe from 'stripe'
import { type Answer, answer, answerOrNull, createdWithin, idOf } from './answer.ts'

/** The fields of a PaymentIntent that we read; amounts in cents. */
export type PaymentIntent = {
  id: string
  clientSecret: string | null
  status: Stripe.PaymentIntent.Status
  amountCents: number
  /** The held amount that can be captured: less than the amount if the bank approved only a part. */
  capturableCents: number
  /** The captured amount. */
  receivedCents: number
  currency: string
  live: boolean
  manualCapture: boolean
  metadata: Record<string, string>
  charge: {
    id: string
    /** When it was made, which is before the capture of a held one; null when only its id was returned. */
    at: Date | null
    captureBefore: Date | null
    feeCents: number | null
    /**
     * The provider's fingerprint of the card, the same for every payment with it; null when the provider gives
     * none.
     */
    fingerprint: string | null
  } | null
}

/**
 * A PaymentIntent to be made: `manual` holds and waits, `automatic` charges at once. The metadata contains ids and
 * nothing private.
 */
export type PaymentIntentOrder = {
  capture: 'manual' | 'automatic'
  amountCents: number
  /** Links the charges and later transfers of one question. */
  group: string
  metadata: Record<string, string>
}

/** The calls about PaymentIntents. */
export type PaymentIntentCalls = {
  createPaymentIntent(order: PaymentIntentOrder, key: string): Promise<Answer<PaymentIntent>>
  /** Returns the PaymentIntent; null when there is none. */
  retrievePaymentIntent(id: string): Promise<Answer<PaymentIntent | null>>
  /** Finds the PaymentIntent made with these metadata in a period, without its id. */
  findPaymentIntent(search: PaymentIntentSearch): Promise<Answer<PaymentIntent | null>>
  /**
   * Returns the PaymentIntents of a question whose card was confirmed, as they are now, without using any of our
   * rows.
   */
  findConfirmed(questionId: string): Promise<Answer<PaymentIntent[]>>
  capture(id: string, amountCents: number, key: string): Promise<Answer<PaymentIntent>>
  cancel(
    id: string,
    reason: 'requested_by_customer' | 'abandoned',
    key: string,
  ): Promise<Answer<PaymentIntent>>
}

type PaymentIntentSearch = { metadata: Record<string, string>; from: Date; until: Date }

/** The parts of a PaymentIntent that Stripe must return expanded. */
export const expand = ['latest_charge.balance_transaction']

export function paymentIntentCalls(stripe: Stripe): PaymentIntentCalls {
  const { paymentIntents } = stripe
  return {
    createPaymentIntent: (order, key) =>
      answer(async () =>
        paymentIntentOf(await paymentIntents.create(paramsOf(order), { idempotencyKey: key })),
      ),
    retrievePaymentIntent: (id) =>
      answerOrNull(async () => paymentIntentOf(await paymentIntents.retrieve(id, { expand }))),
    findPaymentIntent: (search) => answer(() => findPaymentIntent(stripe, search)),
    findConfirmed: (questionId) => answer(() => findConfirmed(stripe, groupOf(questionId))),
    capture: (id, amountCents, key) =>
      answer(async () => {
        const params = { amount_to_capture: amountCents, expand }
        return paymentIntentOf(await paymentIntents.capture(id, params, { idempotencyKey: key }))
      }),
    cancel: (id, reason, key) =>
      answer(async () => {
        const params = { cancellation_reason: reason, expand }
        return paymentIntentOf(await paymentIntents.cancel(id, params, { idempotencyKey: key }))
      }),
  }
}

/** Returns the parameters of a card payment to the platform, in dollars (S2-9.13, D36). */
function paramsOf({
  capture,
  amountCents,
  group,
  metadata,
}: PaymentIntentOrder): Stripe.PaymentIntentCreateParams {
  return {
    amount: amountCents,
    currency: 'usd',
    capture_method: capture,
    allowed_payment_method_types: ['card'],
    transfer_group: group,
    metadata,
    expand,
  }
}

async function findConfirmed(stripe: Stripe, group: string): Promise<PaymentIntent[]> {
  const charges = await stripe.charges.list({ transfer_group: group, limit: 100 })
  const ids = new Set(charges.data.map(({ payment_intent: intent }) => idOf(intent) ?? ''))
  const found = [...ids].map((id) => stripe.paymentIntents.retrieve(id, { expand }))
  return (await Promise.all(found)).map(paymentIntentOf)
}

async function findPaymentIntent(
  stripe: Stripe,
  { metadata, ...span }: PaymentIntentSearch,
): Promise<PaymentIntent | null> {
  const wanted = Object.entries(metadata)
  for await (const intent of stripe.paymentIntents.list({ created: createdWithin(span), limit: 100 })) {
    if (wanted.every(([name, value]) => intent.metadata[name] === value)) return paymentIntentOf(intent)
  }
  return null
}

/** Picks the fields of a PaymentIntent that we read. */
export function paymentIntentOf(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    amountCents: intent.amount,
    capturableCents: intent.amount_capturable,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    live: intent.livemode,
    manualCapture: intent.capture_method === 'manual',
    metadata: intent.metadata,
    charge: chargeOf(intent.latest_charge),
  }
}

function chargeOf(charge: Stripe.PaymentIntent['latest_charge']): PaymentIntent['charge'] {
  if (charge === null) return null
  if (typeof charge === 'string')
    return { id: charge, at: null, captureBefore: null, feeCents: null, fingerprint: null }
  const seconds = charge.payment_method_details?.card?.capture_before
  const booked = charge.balance_transaction
  return {
    id: charge.id,
    at: new Date(charge.created * 1000),
    captureBefore: seconds === undefined ? null : new Date(seconds * 1000),
    feeCents: booked !== null && typeof booked === 'object' ? booked.fee : null,
    fingerprint: charge.payment_method_details?.card?.fingerprint ?? null,
  }
}

/** Returns the transfer group of a question's charges. */
export const groupOf = (questionId: string) => `q_${questionId}`
