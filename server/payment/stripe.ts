import Stripe from 'stripe'
import type { Env } from '../env.ts'
import { InternalError } from '../log.ts'
import type { StandIn } from './stand-in/stand-in.ts'
import { type AccountCalls, accountCalls } from './stripe/accounts.ts'
import { idOf, TIMEOUT_MS } from './stripe/answer.ts'
import { type BalanceCalls, balanceCalls } from './stripe/balance.ts'
import { type PaymentIntentCalls, paymentIntentCalls } from './stripe/payment-intents.ts'
import { type ReturnCalls, returnCalls } from './stripe/returns.ts'
import { type TransferCalls, transferCalls } from './stripe/transfers.ts'

/** A signed event. Only the id of its object is trusted. */
export type PaymentEvent = { id: string; type: string; objectId: string; live: boolean }

export type Payments = PaymentIntentCalls &
  ReturnCalls &
  AccountCalls &
  TransferCalls &
  BalanceCalls & {
    mode: 'stand-in' | 'stripe'
    publishableKey: string | null
    /** Whether real money moves. */
    live: boolean
    /** Returns the event; null when no secret of ours signed it, or when it is too old at `receivedAt`. */
    constructEvent(body: string, signature: string, receivedAt: Date): PaymentEvent | null
    /** The local stand-in, while payments go through it. */
    standIn: StandIn | null
  }

export type PaymentsOptions = {
  env: Pick<Env, 'stripe'>
  standIn: (StandIn & { httpClient: Stripe.HttpClient }) | null
}

const API_VERSION = '2026-10-28.endive'

/**
 * Creates the only access to Stripe: the real SDK without its own retries, because our keys are stored, or the same
 * SDK on the stand-in.
 */
export function createPayments({ env, standIn }: PaymentsOptions): Payments {
  if ((env.stripe === null) === (standIn === null))
    throw new InternalError('Payments need Stripe keys or the stand-in.')
  const secretKey = env.stripe?.secretKey ?? 'sk_test_standin'
  const webhookSecrets = env.stripe?.webhookSecret.split(',') ?? standIn?.webhookSecrets ?? []
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
    ...paymentIntentCalls(stripe),
    ...returnCalls(stripe),
    ...accountCalls(stripe),
    ...transferCalls(stripe),
    ...balanceCalls(stripe),
    constructEvent(body, signature, receivedAt) {
      const at = receivedAt.getTime()
      for (const each of webhookSecrets) {
        const secret = each.trim()
        const event =
          secret !== '' &&
          readEvent(() => stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, at))
        if (event) return event
      }
      return null
    },
  }
}

function readEvent(verify: () => Stripe.Event): PaymentEvent | null {
  try {
    // an event of a connected account names the account, whatever object the event is about
    const { id, type, livemode, data, account } = verify()
    const object: { object?: string; id?: string; payment_intent?: unknown } = data.object
    const intentId = object.object === 'payment_intent' ? object.id : idOf(object.payment_intent)
    return { id, type, live: livemode, objectId: account ?? intentId ?? object.id ?? '' }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}
