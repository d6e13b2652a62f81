import type { Context } from '../../context.ts'
import { InternalError } from '../../log.ts'
import type { PaymentIntent, PaymentIntentOrder } from '../stripe/payment-intents.ts'

/** Thrown when the object at Stripe is not the one we ordered. Nothing is moved, and people have to look at it. */
export class PaymentMismatch extends InternalError {}

type Expected = Pick<PaymentIntentOrder, 'capture' | 'amountCents' | 'metadata'>

/**
 * Returns the PaymentIntent if its amount, currency, mode, capture method and metadata are as ordered; otherwise
 * throws `PaymentMismatch`.
 */
export function expectPaymentIntent(
  context: Context,
  intent: PaymentIntent | null,
  expected: Expected,
): PaymentIntent {
  const mismatch = mismatchOf(intent, expected, context.payments.live)
  if (intent && !mismatch) return intent
  const { metadata } = expected
  context.log.error({ ...metadata, mismatch }, 'payments: a PaymentIntent is not the one that was ordered')
  throw new PaymentMismatch(`the ${mismatch} of ${JSON.stringify(metadata)} is not what was ordered`)
}

function mismatchOf(intent: PaymentIntent | null, expected: Expected, live: boolean): string | null {
  if (!intent) return 'intent'
  if (intent.amountCents !== expected.amountCents) return 'amount'
  if (intent.currency !== 'usd') return 'currency'
  if (intent.live !== live) return 'mode'
  if (intent.manualCapture !== (expected.capture === 'manual')) return 'capture method'
  const isNamed = Object.entries(expected.metadata).every(([name, id]) => intent.metadata[name] === id)
  return isNamed ? null : 'metadata'
}
