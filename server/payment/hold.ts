import type { Result } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import { type TxContext, transact } from '../transact.ts'
import { applyIntent } from './apply-intent.ts'
import { expectIntent } from './operation/expected.ts'
import { enqueueOperation } from './operation/operations.ts'
import { ensureMade } from './operation/run.ts'
import { activeHoldOf, type Hold, holdById, lockActiveHoldOf, lockHold } from './store.ts'
import { PaymentsUnreachable } from './stripe/answer.ts'

/**
 * Opens a hold of `amountCents` for an ask and orders its PaymentIntent; nothing is on a card yet (S2-1.7). Answers
 * the hold's id. Throws where the ask has a hold that may still be paid: release that one first.
 */
export async function openHold(
  work: TxContext,
  { askId, principal, amountCents }: Pick<Hold, 'askId' | 'principal' | 'amountCents'>,
): Promise<string> {
  if (await activeHoldOf(work.tx, askId)) throw new InternalError(`ask ${askId} already has a hold`)
  const id = work.context.random.id()
  // of the moment it was asked for: one of a link's last moment is not of the time after
  await work.tx`
    insert into hold (id, ask_id, principal, amount_cents, attempt, created_at)
    select ${id}, ${askId}, ${principal}, ${amountCents}, coalesce(max(attempt), 0) + 1, ${work.now}::timestamptz
    from hold where ask_id = ${askId}`
  await enqueueOperation(work, { subjectId: id, kind: 'create', params: { askId, amountCents } })
  return id
}

/** The hold of an ask or question that can still become, or has become, a payment; null when nothing is held. */
export function activeHold(sql: Queryable, askId: string): Promise<Hold | null> {
  return activeHoldOf(sql, askId)
}

/**
 * The same, and it stays as it is until the end of the work: what a question is begun with, because a hold that moved
 * meanwhile would not be mirrored in it.
 */
export function lockActiveHold({ tx }: TxContext, askId: string): Promise<Hold | null> {
  return lockActiveHoldOf(tx, askId)
}

/** Whether every hold of an ask is off its card, earlier attempts included: none is left to be paid or let go. */
export async function isLetGo(sql: Queryable, askId: string): Promise<boolean> {
  const open = await sql`
    select from hold where ask_id = ${askId} and state not in ('released', 'lapsed') limit 1`
  return open.length === 0
}

/** A hold by its id, in whatever state it is; null when there is none. */
export function findHold(sql: Queryable, holdId: string): Promise<Hold | null> {
  return holdById(sql, holdId)
}

/** What the card form needs, once Stripe has made the intent: made now if it is not there yet. Refuses as `ensureMade`. */
export function ensureIntent(
  context: Context,
  holdId: string,
): Promise<Result<{ clientSecret: string; paymentIntentId: string }>> {
  return ensureMade(context, {
    subjectId: holdId,
    kind: 'create',
    async look() {
      const hold = await holdById(context.sql, holdId)
      if (hold?.state !== 'pending' && hold?.state !== 'held') return 'gone'
      const { clientSecret, paymentIntentId } = hold
      return clientSecret && paymentIntentId ? { clientSecret, paymentIntentId } : null
    },
  })
}

/**
 * Asks Stripe what became of a hold and moves it there: held with its charge and the moment it lapses, released when
 * it was cancelled or expired, captured when that was under way. Never believes a browser or a webhook (M9, D29).
 * Throws `PaymentsUnreachable`, and `PaymentMismatch` when the intent is not the one that was ordered.
 */
export async function refreshHold(context: Context, holdId: string): Promise<Hold['state']> {
  const hold = await holdById(context.sql, holdId)
  if (!hold) throw new InternalError(`there is no hold ${holdId}`)
  if (!hold.paymentIntentId || !isOpen(hold.state)) return hold.state
  const found = await context.payments.retrieveIntent(hold.paymentIntentId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const { id, askId, amountCents } = hold
  const metadata = { holdId: id, askId }
  const intent = expectIntent(context, found.value, { capture: 'manual', amountCents, metadata })
  return transact(context, async (inside) => {
    const locked = await lockHold(inside.tx, holdId)
    return applyIntent(inside, locked, intent)
  })
}

const isOpen = (state: Hold['state']) => ['pending', 'held', 'capturing', 'releasing'].includes(state)
