import { done, type Result, refuse } from '../../sync/result.ts'
import type { Queryable } from '../db/sql.ts'
import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'
import { findHold } from './find-hold.ts'
import { enqueueOperation } from './operation/operations.ts'
import { type Hold, lockHold, moveHold } from './store.ts'

/** The release reason when the bank approved only part of the amount. */
export const APPROVED_IN_PART = 'approved-in-part'
/** The release reason when the card shows that the athlete is paying themselves. */
export const OWN_CARD = 'own-card'
/** Why an ask ends for which a card was charged although there is no question. */
export const CHARGE_STANDS = 'charge-stands'
/** The release reason when the asker turned out to be the athlete. */
export const OWN_QUESTION = 'own-question'

/**
 * Releases a fan's money (D31, D32). `releasing` and the order are committed together with their cause; `released`
 * follows only after Stripe confirms it. Without a PaymentIntent that a card could be confirmed on, the hold is
 * released at once. Returns the hold's state; a hold that is already releasing or over stays as it is. Throws when
 * the hold is being captured or was captured.
 */
export async function releaseHold(work: TxContext, holdId: string, reason: string): Promise<Hold['state']> {
  const hold = await lockHold(work.tx, holdId)
  const { state, paymentIntentId } = hold
  if (state === 'capturing' || state === 'captured')
    throw new InternalError(`hold ${holdId} is ${state}: too late to release`)
  if (state !== 'pending' && state !== 'held') return state
  if (!paymentIntentId) {
    // a PaymentIntent that is being made right now is cancelled as soon as its id is known, because no browser has
    // its secret yet
    await moveHold(work, hold, { to: 'released', releaseReason: reason })
    return 'released'
  }
  await moveHold(work, hold, { to: 'releasing', releaseReason: reason })
  await enqueueOperation(work, { subjectId: holdId, kind: 'release', params: { paymentIntentId, reason } })
  return 'releasing'
}

/** Returns whether we released a hold ourselves, as opposed to the bank or the provider. */
export async function isReleasedByUs(sql: Queryable, holdId: string): Promise<boolean> {
  const [hold] = await sql<{ isOurs: boolean }[]>`
    select release_reason is not null as "isOurs" from hold where id = ${holdId}`
  return hold?.isOurs ?? false
}

/**
 * Releases the asker's own hold, because they went back before asking (S1-4.21). Refuses `not-found` for anybody
 * else's hold, and `ask-closed` once the ask was charged or submitted, because its page has said that it is on its
 * way. A question is cancelled instead (D62).
 */
export async function cancelHold(work: TxContext, principal: string, holdId: string): Promise<Result<true>> {
  const hold = await findHold(work.tx, holdId)
  if (hold?.principal !== principal) return refuse('not-found')
  // a transaction that makes the question holds this row, so wait for it
  const [ask] = await work.tx<{ isWanted: boolean }[]>`
    select wanted_at is not null as "isWanted" from prepared_ask where id = ${hold.askId} for update`
  const [settled] = await work.tx`
    select from hold h where h.id = ${holdId}
      and (h.state = 'captured' or exists (select from question q where q.id = h.ask_id))`
  if (settled || ask?.isWanted) return refuse('ask-closed')
  await releaseHold(work, holdId, 'cancelled-by-asker')
  return done(true)
}
