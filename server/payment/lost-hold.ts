import { done, type Result, refuse } from '../../sync/result.ts'
import { id } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import type { TxContext } from '../transact.ts'
import type { Hold } from './store.ts'
import type { PaymentIntent } from './stripe/payment-intents.ts'

/**
 * Finds the PaymentIntent still held on a fan's card for an ask that was lost with a restored backup; null when
 * nothing is held. Refuses `ask-closed` when the ask was already charged, because its answer was delivered and
 * nobody pays twice; and `payments-unreachable`.
 */
export async function findLostHold(
  { payments, log }: Context,
  askId: string,
): Promise<Result<PaymentIntent | null>> {
  const found = await payments.findConfirmed(askId)
  if (!found.ok) return refuse('payments-unreachable')
  const ours = found.value.filter(
    ({ metadata }) => metadata.askId === askId && id.safeParse(metadata.holdId).success,
  )
  if (ours.some(({ status }) => status === 'succeeded')) {
    log.error({ askId }, 'payments: a question was charged for and is no longer known')
    return refuse('ask-closed')
  }
  return done(ours.find(({ status }) => status === 'requires_capture') ?? null)
}

/** Restores the row of a lost hold under its old id. `refreshHold` then asks Stripe for its state. */
export async function adoptHold(
  { tx }: TxContext,
  { askId, principal, intent }: Pick<Hold, 'askId' | 'principal'> & { intent: PaymentIntent },
): Promise<void> {
  await tx`
    insert into hold (id, ask_id, principal, amount_cents, payment_intent_id, client_secret)
    values (${intent.metadata.holdId ?? ''}, ${askId}, ${principal}, ${intent.amountCents}, ${intent.id},
      ${intent.clientSecret})
    on conflict do nothing`
}
