import { done, type Result, refuse } from '../../sync/result.ts'
import type { Queryable } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'
import { enqueueOperation } from './operation/operations.ts'
import { type Hold, holdById, lockHold, moveHold } from './store.ts'

/** Why a hold is given back of which the bank approved only a part. */
export const APPROVED_IN_PART = 'approved-in-part'
/** Why a hold is given back on a card with which the athlete asked pays themselves. */
export const OWN_CARD = 'own-card'
/** Why a hold is given back for a question whose asker turned out to be the athlete. */
export const OWN_QUESTION = 'own-question'

/**
 * Gives a fan's money back (D31, D32): `releasing` and the order are committed with whatever caused them, `released`
 * follows only once Stripe confirmed. At once where no intent exists that a card could be confirmed on. Answers the
 * hold's state; one that is already going back or gone stays as it is. Throws for one that is being captured.
 */
export async function releaseHold(work: TxContext, holdId: string, reason: string): Promise<Hold['state']> {
  const hold = await lockHold(work.tx, holdId)
  const { state, paymentIntentId } = hold
  if (state === 'capturing' || state === 'captured')
    throw new InternalError(`hold ${holdId} is ${state}: too late to release`)
  if (state !== 'pending' && state !== 'held') return state
  if (!paymentIntentId) {
    // one that is being made right now is cancelled as soon as it is known: nobody has its secret yet
    await moveHold(work, hold, { to: 'released', releaseReason: reason })
    return 'released'
  }
  await moveHold(work, hold, { to: 'releasing', releaseReason: reason })
  await enqueueOperation(work, { subjectId: holdId, kind: 'release', params: { paymentIntentId, reason } })
  return 'releasing'
}

/** Whether a hold was given back by a decision made here, and not let go by the bank or the provider. */
export async function isReleasedByUs(sql: Queryable, holdId: string): Promise<boolean> {
  const [hold] = await sql<{ isOurs: boolean }[]>`
    select release_reason is not null as "isOurs" from hold where id = ${holdId}`
  return hold?.isOurs ?? false
}

/**
 * The asker goes back before asking (S1-4.21): their own hold is released. Refuses `not-found` for anybody else's,
 * `ask-closed` once the ask became a question, which is cancelled instead (D62).
 */
export async function cancelHold(work: TxContext, principal: string, holdId: string): Promise<Result<true>> {
  const hold = await holdById(work.tx, holdId)
  if (hold?.principal !== principal) return refuse('not-found')
  // whoever makes a question of the ask holds this row meanwhile
  await work.tx`select from prepared_ask where id = ${hold.askId} for update`
  const [question] = await work.tx`select from question where id = ${hold.askId}`
  if (question) return refuse('ask-closed')
  await releaseHold(work, holdId, 'cancelled-by-asker')
  return done(true)
}
