import type Stripe from 'stripe'
import { type Answer, answer, answerOrNull, createdWithin, idOf } from './answer.ts'

/** What we read of a PaymentIntent; amounts in cents. */
export type Intent = {
  id: string
  clientSecret: string | null
  status: Stripe.PaymentIntent.Status
  amountCents: number
  /** What is held and may be taken: less than the amount, where a bank approved only a part. */
  capturableCents: number
  /** What was taken, once captured. */
  receivedCents: number
  currency: string
  live: boolean
  manualCapture: boolean
  metadata: Record<string, string>
  charge: {
    id: string
    captureBefore: Date | null
    feeCents: number | null
    /** The card's name at the provider, the same for every payment with it; null where it does not say. */
    fingerprint: string | null
  } | null
}

/** An intent to be made: `manual` holds and waits, `automatic` takes at once; metadata carries ids and nothing private. */
export type IntentOrder = {
  capture: 'manual' | 'automatic'
  amountCents: number
  /** What ties charges and later transfers of one question together. */
  group: string
  metadata: Record<string, string>
}

/** The calls about PaymentIntents. */
export type IntentCalls = {
  createIntent(order: IntentOrder, key: string): Promise<Answer<Intent>>
  /** Null: there is no such intent. */
  retrieveIntent(id: string): Promise<Answer<Intent | null>>
  /** The intent that was made with these metadata in a span of time, found without its id. */
  findIntent(search: IntentSearch): Promise<Answer<Intent | null>>
  /** The intents of a question whose card was confirmed, as they are now; found without anything of ours. */
  findConfirmed(questionId: string): Promise<Answer<Intent[]>>
  capture(id: string, amountCents: number, key: string): Promise<Answer<Intent>>
  cancel(id: string, reason: 'requested_by_customer' | 'abandoned', key: string): Promise<Answer<Intent>>
}

type IntentSearch = { metadata: Record<string, string>; from: Date; until: Date }

/** What of a PaymentIntent is read with it. */
export const expand = ['latest_charge.balance_transaction']

export function intentCalls(stripe: Stripe): IntentCalls {
  const { paymentIntents } = stripe
  return {
    createIntent: (order, key) =>
      answer(async () => intentOf(await paymentIntents.create(paramsOf(order), { idempotencyKey: key }))),
    retrieveIntent: (id) => answerOrNull(async () => intentOf(await paymentIntents.retrieve(id, { expand }))),
    findIntent: (search) => answer(() => findIntent(stripe, search)),
    findConfirmed: (questionId) => answer(() => findConfirmed(stripe, groupOf(questionId))),
    capture: (id, amountCents, key) =>
      answer(async () => {
        const params = { amount_to_capture: amountCents, expand }
        return intentOf(await paymentIntents.capture(id, params, { idempotencyKey: key }))
      }),
    cancel: (id, reason, key) =>
      answer(async () => {
        const params = { cancellation_reason: reason, expand }
        return intentOf(await paymentIntents.cancel(id, params, { idempotencyKey: key }))
      }),
  }
}

/** A card payment on the platform, in dollars (S2-9.13, D36). */
function paramsOf({ capture, amountCents, group, metadata }: IntentOrder): Stripe.PaymentIntentCreateParams {
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

async function findConfirmed(stripe: Stripe, group: string): Promise<Intent[]> {
  const charges = await stripe.charges.list({ transfer_group: group, limit: 100 })
  const ids = new Set(charges.data.map(({ payment_intent: intent }) => idOf(intent) ?? ''))
  const found = [...ids].map((id) => stripe.paymentIntents.retrieve(id, { expand }))
  return (await Promise.all(found)).map(intentOf)
}

async function findIntent(stripe: Stripe, { metadata, ...span }: IntentSearch): Promise<Intent | null> {
  const wanted = Object.entries(metadata)
  for await (const intent of stripe.paymentIntents.list({ created: createdWithin(span), limit: 100 })) {
    if (wanted.every(([name, value]) => intent.metadata[name] === value)) return intentOf(intent)
  }
  return null
}

/** What we read of a PaymentIntent. */
export function intentOf(intent: Stripe.PaymentIntent): Intent {
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

function chargeOf(charge: Stripe.PaymentIntent['latest_charge']): Intent['charge'] {
  if (charge === null) return null
  if (typeof charge === 'string')
    return { id: charge, captureBefore: null, feeCents: null, fingerprint: null }
  const seconds = charge.payment_method_details?.card?.capture_before
  const booked = charge.balance_transaction
  return {
    id: charge.id,
    captureBefore: seconds === undefined ? null : new Date(seconds * 1000),
    feeCents: booked !== null && typeof booked === 'object' ? booked.fee : null,
    fingerprint: charge.payment_method_details?.card?.fingerprint ?? null,
  }
}

/** The group of a question's charges. */
export const groupOf = (questionId: string) => `q_${questionId}`
