import type { payoutCancel } from '../../../sync/payment/payout-control.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { recordCancelled } from '../ledger.ts'
import { isErased, isIdle, lockPayout } from './store.ts'

/**
 * Cancels a payout that nobody has begun and whose transfer is not under way: the athlete is owed it again, and the
 * next period pays it unless their payouts are held. Refuses `not-found`; `payout-begun` when it is being paid;
 * `already-decided` when it was paid or cancelled; `payout-last` when the athlete was erased, because no further
 * period would pay it.
 */
export async function cancelPayout(
  work: TxContext,
  caller: Caller,
  { payoutId, reason }: Infer<typeof payoutCancel>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx } = work
  const payout = await lockPayout(tx, payoutId)
  if (!payout) return refuse('not-found')
  const { personId, amountCents, state, way } = payout
  if (state === 'paid' || state === 'cancelled') return refuse('already-decided')
  if (state === 'begun' || (way === 'transfer' && !(await isStillIdle(tx, payoutId))))
    return refuse('payout-begun')
  if (payout.isLast || (await isErased(tx, personId))) return refuse('payout-last')
  await tx`
    update payout set state = 'cancelled', cancelled_at = app_now(), cancelled_by = ${caller.personId},
      cancel_reason = ${reason} where id = ${payoutId}`
  await recordCancelled(work, { payoutId, athleteId: personId, amountCents })
  await recordAct(work, caller, { act: 'payout.cancel', subject: payoutId, detail: { cents: amountCents } })
  return done({})
}

async function isStillIdle(tx: Tx, payoutId: string): Promise<boolean> {
  const rows = await tx`select from payout where id = ${payoutId} and ${isIdle(tx)}`
  return rows.length > 0
}
