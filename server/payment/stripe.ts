import Stripe from 'stripe'
import type { Env } from '../env.ts'
import type { Secrets } from '../secrets.ts'
import type { StandIn } from './stand-in/stand-in.ts'

/**
 * Why a call has no value, in the words our rules need. `card`: the bank said no. `invalid`: Stripe would not do it.
 * `idempotency`: the key stands for another request. `replayed`: the answer is an old one, which this key will give
 * for a day. `unreachable` says nothing about the effect: no answer came, or one that does not count (429, 401, a
 * 5xx, a call with the same key under way).
 */
export type Problem = {
  kind: 'card' | 'invalid' | 'idempotency' | 'replayed' | 'unreachable'
  /** Stripe's own code, for the log. */
  code: string
}
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** Stripe gave no answer that counts: nothing is known, asking again is safe. */
export class PaymentsUnreachable extends Error {}

/** What we read of a PaymentIntent; amounts in cents. */
export type Intent = {
  id: string
  clientSecret: string | null
  status: Stripe.PaymentIntent.Status
  amountCents: number
  /** What was taken, once captured. */
  receivedCents: number
  currency: string
  live: boolean
  manualCapture: boolean
  metadata: Record<string, string>
  charge: { id: string; captureBefore: Date | null; feeCents: number | null } | null
}

/** A hold to be made: metadata carries the two ids and nothing private. */
export type IntentOrder = { askId: string; holdId: string; amountCents: number }

/** A signed event: which intent it is about is all that is believed of it. */
export type PaymentEvent = { id: string; type: string; objectId: string; live: boolean }

/** What a captured charge brought to Stripe's balance: the amount less its fee. */
export type Booked = { chargeId: string; netCents: number }

export type Payments = {
  mode: 'stand-in' | 'stripe'
  publishableKey: string | null
  /** Whether real money moves. */
  live: boolean
  createIntent(order: IntentOrder, key: string): Promise<Answer<Intent>>
  /** Null: there is no such intent. */
  retrieveIntent(id: string): Promise<Answer<Intent | null>>
  /** The intent that was made for a hold in a span of time, found without its id. */
  findIntent(search: { holdId: string; from: Date; until: Date }): Promise<Answer<Intent | null>>
  /** The intents of an ask whose card was confirmed, as they are now; found without anything of ours. */
  findConfirmed(askId: string): Promise<Answer<Intent[]>>
  capture(id: string, amountCents: number, key: string): Promise<Answer<Intent>>
  cancel(id: string, reason: 'requested_by_customer' | 'abandoned', key: string): Promise<Answer<Intent>>
  listBooked(from: Date): Promise<Answer<Booked[]>>
  /** Null: not signed by Stripe, or too old at `receivedAt`. */
  constructEvent(body: string, signature: string, receivedAt: Date): PaymentEvent | null
  /** The local stand-in, while it is the one that is paid through. */
  standIn: StandIn | null
}

export type PaymentsOptions = {
  env: Pick<Env, 'stripe'>
  secrets: Pick<Secrets, 'webhook'>
  standIn: (StandIn & { httpClient: Stripe.HttpClient }) | null
}

const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 5_000
const expand = ['latest_charge.balance_transaction']
/** Our clock and Stripe's may differ by this much when an intent is looked for by its time. */
const CLOCKS_DIFFER_S = 300

/** The one door to Stripe: the real SDK, no retries of its own (our keys are stored), or the same SDK on the stand-in. */
export function createPayments({ env, secrets, standIn }: PaymentsOptions): Payments {
  if ((env.stripe === null) === (standIn === null))
    throw new Error('Payments need Stripe keys or the stand-in.')
  const secretKey = env.stripe?.secretKey ?? 'sk_test_standin'
  const webhookSecret = env.stripe?.webhookSecret ?? secrets.webhook
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(standIn && { httpClient: standIn.httpClient }),
  })
  return {
    mode: standIn ? 'stand-in' : 'stripe',
    publishableKey: env.stripe?.publishableKey ?? null,
    live: /^(sk|rk)_live_/.test(secretKey),
    standIn,
    ...intentCalls(stripe),
    listBooked: (from) => answer(async () => listBooked(stripe, from)),
    constructEvent: (body, signature, receivedAt) =>
      readEvent(() =>
        stripe.webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          undefined,
          undefined,
          receivedAt.getTime(),
        ),
      ),
  }
}

type IntentCalls = Pick<
  Payments,
  'createIntent' | 'retrieveIntent' | 'findIntent' | 'findConfirmed' | 'capture' | 'cancel'
>

function intentCalls(stripe: Stripe): IntentCalls {
  const { paymentIntents } = stripe
  return {
    createIntent: (order, key) =>
      answer(async () => intentOf(await paymentIntents.create(paramsOf(order), { idempotencyKey: key }))),
    async retrieveIntent(id) {
      const found = await answer(async () => intentOf(await paymentIntents.retrieve(id, { expand })))
      return !found.ok && found.problem.code === 'resource_missing' ? { ok: true, value: null } : found
    },
    findIntent: (search) => answer(() => findIntent(stripe, search)),
    findConfirmed: (askId) => answer(() => findConfirmed(stripe, askId)),
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

/** A card hold on the platform, captured later by hand; the group ties later transfers to it. */
function paramsOf({ askId, holdId, amountCents }: IntentOrder): Stripe.PaymentIntentCreateParams {
  return {
    amount: amountCents,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    transfer_group: groupOf(askId),
    metadata: { askId, holdId },
    expand,
  }
}

const groupOf = (askId: string) => `q_${askId}`

async function findConfirmed(stripe: Stripe, askId: string): Promise<Intent[]> {
  const charges = await stripe.charges.list({ transfer_group: groupOf(askId), limit: 100 })
  const ids = new Set(charges.data.map(({ payment_intent: intent }) => idOf(intent) ?? ''))
  const found = [...ids].map((id) => stripe.paymentIntents.retrieve(id, { expand }))
  return (await Promise.all(found)).map(intentOf)
}

async function findIntent(
  stripe: Stripe,
  search: Parameters<Payments['findIntent']>[0],
): Promise<Intent | null> {
  const created = {
    gte: secondsOf(search.from) - CLOCKS_DIFFER_S,
    lte: secondsOf(search.until) + CLOCKS_DIFFER_S,
  }
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
    if (intent.metadata.holdId === search.holdId) return intentOf(intent)
  }
  return null
}

async function listBooked(stripe: Stripe, from: Date): Promise<Booked[]> {
  const booked: Booked[] = []
  const created = { gte: secondsOf(from) }
  for await (const entry of stripe.balanceTransactions.list({ type: 'charge', created, limit: 100 })) {
    booked.push({ chargeId: idOf(entry.source) ?? entry.id, netCents: entry.net })
  }
  return booked
}

async function answer<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return { ok: false, problem: { kind: kindOf(error), code: error.code ?? error.type } }
  }
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): Problem['kind'] {
  const { statusCode: status, headers } = error
  if (error instanceof Stripe.errors.StripeCardError) return 'card'
  if (headers?.['idempotent-replayed'] === 'true') return 'replayed'
  if (status !== 400 && status !== 404) return 'unreachable'
  return error instanceof Stripe.errors.StripeIdempotencyError ? 'idempotency' : 'invalid'
}

function intentOf(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret,
    status: intent.status,
    amountCents: intent.amount,
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
  if (typeof charge === 'string') return { id: charge, captureBefore: null, feeCents: null }
  const seconds = charge.payment_method_details?.card?.capture_before
  const booked = charge.balance_transaction
  return {
    id: charge.id,
    captureBefore: seconds === undefined ? null : new Date(seconds * 1000),
    feeCents: booked !== null && typeof booked === 'object' ? booked.fee : null,
  }
}

function readEvent(verify: () => Stripe.Event): PaymentEvent | null {
  try {
    const { id, type, livemode, data } = verify()
    const object: { object?: string; id?: string; payment_intent?: unknown } = data.object
    const intentId = object.object === 'payment_intent' ? object.id : idOf(object.payment_intent)
    return { id, type, live: livemode, objectId: intentId ?? object.id ?? '' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

function idOf(reference: unknown): string | undefined {
  if (typeof reference === 'string') return reference
  const id = (reference as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)
