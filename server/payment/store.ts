import { type HoldState, mayHoldMove } from '../../sync/payment/amount.ts'
import type { Queryable, Tx } from '../db/sql.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'

/** A hold on a fan's card for one ask, or an attempt at one. */
export type Hold = {
  id: string
  /** The id of the prepared ask, and later of the question made from it. */
  askId: string
  principal: string
  attempt: number
  amountCents: number
  state: Exclude<HoldState, 'none'>
  paymentIntentId: string | null
  clientSecret: string | null
  chargeId: string | null
  captureBefore: Date | null
}

export const holdColumns = (sql: Queryable) => sql`
  id, ask_id as "askId", principal, attempt, amount_cents as "amountCents", state,
  payment_intent_id as "paymentIntentId", client_secret as "clientSecret", charge_id as "chargeId",
  capture_before as "captureBefore"`

/** Returns the hold that a PaymentIntent belongs to. */
export async function holdOfIntent(sql: Queryable, paymentIntentId: string): Promise<Hold | null> {
  const [hold] = await sql<Hold[]>`
    select ${holdColumns(sql)} from hold where payment_intent_id = ${paymentIntentId}`
  return hold ?? null
}

/**
 * Locks a hold and returns it. Locks its question first, because a moving hold is mirrored there and every verb
 * locks in this order.
 */
export async function lockHold(tx: Tx, holdId: string): Promise<Hold> {
  await tx`select from question where id = (select ask_id from hold where id = ${holdId}) for update`
  const [hold] = await tx<Hold[]>`select ${holdColumns(tx)} from hold where id = ${holdId} for update`
  if (!hold) throw new InternalError(`there is no hold ${holdId}`)
  return hold
}

type Facts = { chargeId?: string; captureBefore?: Date; releaseReason?: string }

/**
 * Moves a locked hold from the state in which it was read, and enqueues the job that follows the move. Throws when
 * that move is not allowed.
 */
export async function moveHold(
  work: TxContext,
  hold: Hold,
  { to, ...facts }: { to: Hold['state'] } & Facts,
): Promise<void> {
  const { chargeId = null, captureBefore = null, releaseReason = null } = facts
  const [moved] = await work.tx`
    update hold set state = ${to}, updated_at = app_now(), charge_id = coalesce(${chargeId}, charge_id),
      capture_before = coalesce(${captureBefore}, capture_before),
      release_reason = coalesce(${releaseReason}, release_reason)
    where id = ${hold.id} and state = ${hold.state} returning id`
  if (!moved || !mayHoldMove(hold.state, to)) {
    throw new InternalError(`hold ${hold.id} does not go from ${hold.state} to ${to}`)
  }
  await enqueue(work, 'hold.settled', { data: { holdId: hold.id } })
}
