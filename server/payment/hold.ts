import type { Result } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import { type TxContext, transact } from '../transact.ts'
import { applyPaymentIntent } from './apply-payment-intent.ts'
import { activeHold, findHold } from './find-hold.ts'
import { expectPaymentIntent } from './operation/expected.ts'
import { enqueueOperation } from './operation/operations.ts'
import { ensureMade } from './operation/run.ts'
import { type Hold, lockHold } from './store.ts'
import { PaymentsUnreachable } from './stripe/answer.ts'

/**
 * Opens a hold of `amountCents` for an ask, orders its PaymentIntent and returns the hold's id. Nothing is reserved
 * on a card yet (S2-1.7). Throws if the ask already has a hold that may still be paid: the caller must release that
 * one first.
 */
export async function openHold(
  work: TxContext,
  { askId, principal, amountCents }: Pick<Hold, 'askId' | 'principal' | 'amountCents'>,
): Promise<string> {
  if (await activeHold(work.tx, askId)) throw new InternalError(`ask ${askId} already has a hold`)
  const id = work.context.random.id()
  // dated at the start of the work, so that a payment opened in the last moment of a link is not dated after its
  // end
  await work.tx`
    insert into hold (id, ask_id, principal, amount_cents, attempt, created_at)
    select ${id}, ${askId}, ${principal}, ${amountCents}, coalesce(max(attempt), 0) + 1, ${work.now}::timestamptz
    from hold where ask_id = ${askId}`
  await enqueueOperation(work, { subjectId: id, kind: 'create', params: { askId, amountCents } })
  return id
}

/**
 * Returns whether every hold of an ask is off its card, earlier attempts included, so that none can still be paid
 * or released.
 */
export async function isLetGo(sql: Queryable, askId: string): Promise<boolean> {
  const open = await sql`
    select from hold where ask_id = ${askId} and state not in ('released', 'lapsed') limit 1`
  return open.length === 0
}

/**
 * Returns what the card form needs. Makes the PaymentIntent now if Stripe has not made it yet. Refuses as
 * `ensureMade` does.
 */
export function ensureIntent(
  context: Context,
  holdId: string,
): Promise<Result<{ clientSecret: string; paymentIntentId: string }>> {
  return ensureMade(context, {
    subjectId: holdId,
    kind: 'create',
    async look() {
      const hold = await findHold(context.sql, holdId)
      if (hold?.state !== 'pending' && hold?.state !== 'held') return 'gone'
      const { clientSecret, paymentIntentId } = hold
      return clientSecret && paymentIntentId ? { clientSecret, paymentIntentId } : null
    },
  })
}

/**
 * Asks Stripe about a hold, moves it to the state found and returns that state: held, with its charge and expiry;
 * released, when cancelled or expired; captured, when a capture was under way. Never trusts a browser or a webhook
 * (M9, D29). Throws `PaymentsUnreachable`, and `PaymentMismatch` when the PaymentIntent is not the one that was
 * ordered.
 */
export async function refreshHold(context: Context, holdId: string): Promise<Hold['state']> {
  const hold = await findHold(context.sql, holdId)
  if (!hold) throw new InternalError(`there is no hold ${holdId}`)
  if (!hold.paymentIntentId || !isOpen(hold.state)) return hold.state
  const found = await context.payments.retrievePaymentIntent(hold.paymentIntentId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const { id, askId, amountCents } = hold
  const metadata = { holdId: id, askId }
  const intent = expectPaymentIntent(context, found.value, { capture: 'manual', amountCents, metadata })
  return transact(context, async (inside) => {
    const locked = await lockHold(inside.tx, holdId)
    return applyPaymentIntent(inside, locked, intent)
  })
}

const isOpen = (state: Hold['state']) => ['pending', 'held', 'capturing', 'releasing'].includes(state)
