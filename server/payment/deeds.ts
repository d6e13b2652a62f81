import { planted } from '../planted.ts'
import type { Work } from '../work.ts'
import { applyIntent } from './apply-intent.ts'
import { type Hold, moveHold } from './store.ts'
import type { Answer, Intent, Payments } from './stripe.ts'

/** What is to be done at Stripe, with the parameters that its idempotency key stands for. */
export type Order =
  | { kind: 'create'; params: { askId: string; amountCents: number } }
  | { kind: 'capture'; params: { paymentIntentId: string; amountCents: number } }
  | { kind: 'release'; params: { paymentIntentId: string; reason: string } }

/** An order that is being carried out; `holdId` is whose, `key` what Stripe knows it by. */
export type Operation = Order & { id: string; holdId: string; key: string; createdAt: Date; triedAt: Date }

/**
 * What an intent says of an operation. `done`: it had its effect. `gone`: it never can have. `absent`: it certainly
 * has not had it yet. `unclear`: to be looked at again.
 */
export type Verdict = 'done' | 'gone' | 'absent' | 'unclear'

/** Carries an operation out, by its stored key: again is the same as once. */
export function callStripe(payments: Payments, operation: Operation): Promise<Answer<Intent>> {
  const { kind, params, holdId } = operation
  const key = planted('random-key') ? crypto.randomUUID() : operation.key
  switch (kind) {
    case 'create':
      return payments.createIntent({ ...params, holdId }, key)
    case 'capture':
      return payments.capture(params.paymentIntentId, params.amountCents, key)
    case 'release':
      return payments.cancel(params.paymentIntentId, spokenReason(params.reason), key)
  }
}

const spokenReason = (reason: string) =>
  reason === 'cancelled-by-asker' ? 'requested_by_customer' : 'abandoned'

/** Looks at what is there, when the key no longer tells. */
export function readBack(payments: Payments, operation: Operation): Promise<Answer<Intent | null>> {
  const { kind, params, holdId, createdAt, triedAt } = operation
  if (kind !== 'create') return payments.retrieveIntent(params.paymentIntentId)
  return payments.findIntent({ holdId, from: createdAt, until: triedAt })
}

/** What is seen at Stripe, held against what was ordered. An intent that is not known there confirms nothing. */
export function judge(operation: Operation, intent: Intent | null): Verdict {
  if (operation.kind === 'create') return intent ? 'done' : 'absent'
  if (!intent) return 'unclear'
  if (operation.kind === 'capture') return judgeCapture(intent, operation.params.amountCents)
  if (intent.status === 'canceled') return 'done'
  return intent.status === 'succeeded' ? 'unclear' : 'absent'
}

function judgeCapture(intent: Intent, amountCents: number): Verdict {
  switch (intent.status) {
    case 'succeeded':
      return intent.receivedCents === amountCents && intent.charge?.feeCents != null ? 'done' : 'unclear'
    case 'requires_capture':
      return 'absent'
    case 'processing':
      return 'unclear'
    default:
      return 'gone'
  }
}

/**
 * Writes what an operation came to into its locked hold. Answers whether an intent is left at Stripe that nobody
 * wants: a card must not stay held for nothing.
 */
export async function settle(
  work: Work,
  hold: Hold,
  { operation, verdict, intent }: { operation: Operation; verdict: 'done' | 'gone'; intent: Intent },
): Promise<boolean> {
  switch (operation.kind) {
    case 'create':
      await work.tx`
        update hold set payment_intent_id = ${intent.id}, client_secret = ${intent.clientSecret}, updated_at = app_now()
        where id = ${hold.id} and payment_intent_id is null`
      return hold.state !== 'pending'
    case 'capture':
      if (verdict === 'done') await applyIntent(work, hold, intent)
      else if (hold.state === 'capturing') await moveHold(work, hold, { to: 'lapsed' })
      return verdict === 'gone' && intent.status !== 'canceled'
    case 'release':
      if (hold.state === 'releasing') await moveHold(work, hold, { to: 'released' })
      return false
  }
}
