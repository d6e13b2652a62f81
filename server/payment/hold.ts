import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { type Work, work } from '../work.ts'
import { applyIntent } from './apply-intent.ts'
import { findIntended, intend, runOperation } from './operations.ts'
import { activeHoldOf, type Hold, holdById, lockHold } from './store.ts'
import { type Intent, PaymentsUnreachable } from './stripe.ts'

/**
 * Opens a hold of `amountCents` for an ask and orders its PaymentIntent; nothing is on a card yet (S2-1.7). Answers
 * the hold's id. Throws where the ask has a hold that may still be paid: release that one first.
 */
export async function openHold(
  work: Work,
  { askId, principal, amountCents }: Pick<Hold, 'askId' | 'principal' | 'amountCents'>,
): Promise<string> {
  if (await activeHoldOf(work.tx, askId)) throw new Error(`ask ${askId} already has a hold`)
  const id = work.context.random.id()
  await work.tx`
    insert into hold (id, ask_id, principal, amount_cents, attempt)
    select ${id}, ${askId}, ${principal}, ${amountCents}, coalesce(max(attempt), 0) + 1 from hold where ask_id = ${askId}`
  await intend(work, { subjectId: id, kind: 'create', params: { askId, amountCents } })
  return id
}

/** The hold of an ask or question that can still become, or has become, a payment; null when nothing is held. */
export function activeHold(sql: Queryable, askId: string): Promise<Hold | null> {
  return activeHoldOf(sql, askId)
}

/** A hold by its id, in whatever state it is; null when there is none. */
export function findHold(sql: Queryable, holdId: string): Promise<Hold | null> {
  return holdById(sql, holdId)
}

/**
 * What the card form needs, once Stripe has made the intent: made now if it is not there yet, outside any
 * transaction. Refuses `hold-gone` when the hold is no longer to be paid, `payments-unreachable` when Stripe gave no
 * answer: the order stands and calling again is safe.
 */
export async function ensureIntent(
  context: Context,
  holdId: string,
): Promise<Result<{ clientSecret: string; paymentIntentId: string }>> {
  for (let tried: string | null = null; ; ) {
    const hold = await holdById(context.sql, holdId)
    if (hold?.state !== 'pending' && hold?.state !== 'held') return refuse('hold-gone')
    const { clientSecret, paymentIntentId } = hold
    if (clientSecret && paymentIntentId) return done({ clientSecret, paymentIntentId })
    const operationId = await findIntended(context.sql, holdId, 'create')
    // another one than before: its key had to be replaced
    if (!operationId || operationId === tried) return refuse('payments-unreachable')
    await runOperation(context, operationId)
    tried = operationId
  }
}

/**
 * Asks Stripe what became of a hold and moves it there: held with its charge and the moment it lapses, released when
 * it was cancelled or expired, captured when that was under way. Never believes a browser or a webhook (M9, D29).
 * Throws `PaymentsUnreachable`, and `PaymentMismatch` when the intent is not the one that was ordered.
 */
export async function refreshHold(context: Context, holdId: string): Promise<Hold['state']> {
  const hold = await holdById(context.sql, holdId)
  if (!hold) throw new Error(`there is no hold ${holdId}`)
  if (!hold.paymentIntentId || !isOpen(hold.state)) return hold.state
  const found = await context.payments.retrieveIntent(hold.paymentIntentId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const intent = found.value
  const mismatch = mismatchOf(hold, intent, context.payments.live)
  if (!intent || mismatch) {
    context.log.error({ holdId, mismatch }, 'payments: an intent is not the one that was ordered')
    throw new PaymentMismatch(`the ${mismatch} of hold ${holdId} is not what was ordered`)
  }
  return work(context, async (inside) => {
    const locked = await lockHold(inside.tx, holdId)
    return applyIntent(inside, locked, intent)
  })
}

/** What is at Stripe is not what we ordered: nothing is moved, people have to look. */
export class PaymentMismatch extends Error {}

const isOpen = (state: Hold['state']) => ['pending', 'held', 'capturing', 'releasing'].includes(state)

function mismatchOf(hold: Hold, intent: Intent | null, live: boolean): string | null {
  if (!intent) return 'intent'
  if (intent.amountCents !== hold.amountCents) return 'amount'
  if (intent.currency !== 'usd') return 'currency'
  if (intent.live !== live) return 'mode'
  if (!intent.manualCapture) return 'capture method'
  return intent.metadata.holdId === hold.id && intent.metadata.askId === hold.askId ? null : 'metadata'
}
