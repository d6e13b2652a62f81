import { createHash } from 'node:crypto'
import { uuidFromBytes } from '../../../sync/id.ts'
import type { Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { earningsCents } from '../ledger.ts'
import { enqueueOperation } from '../operation/operations.ts'
import { deductFromOpen, onItsWayCents } from './deduct.ts'
import { lockPayoutsOf } from './store.ts'

/**
 * An athlete whose balance may have fallen below zero, by at most `cents`, and the cause of the fall. Each cause
 * takes money back only once.
 */
type Fallen = { personId: string; cause: string; cents: number }

/**
 * Orders the reversal of an athlete's transfers, newest first, as far as they cover what the athlete owes after a
 * payment they had been paid for went back (M12). The money they are still owed, and payouts ordered but not begun,
 * are used first. Payouts made by hand are not taken back; then the negative balance is carried forward.
 */
export async function takeBack(work: TxContext, { personId, cause, cents }: Fallen): Promise<void> {
  const { tx } = work
  await lockPayoutsOf(tx, personId)
  await deductFromOpen(work, personId)
  let owedCents = Math.min(cents, -(await earningsCents(tx, personId)) - (await onItsWayCents(tx, personId)))
  if (owedCents <= 0) return
  for (const { payoutId, transferId, leftCents } of await transfersOf(tx, personId)) {
    const amountCents = Math.min(owedCents, leftCents)
    if (amountCents === 0) return
    const reversalId = reversalIdOf(payoutId, cause)
    const [fresh] = await tx`
      insert into reversal (id, payout_id, amount_cents) values (${reversalId}, ${payoutId}, ${amountCents})
      on conflict do nothing returning id`
    if (!fresh) return
    await enqueueOperation(work, {
      subjectId: reversalId,
      kind: 'reversal',
      params: { payoutId, transferId, amountCents },
    })
    owedCents -= amountCents
  }
}

type Transferred = { payoutId: string; transferId: string; leftCents: number }

/** Returns how much of each of an athlete's transfers they still have, the newest transfer first. */
function transfersOf(tx: Tx, personId: string): Promise<Transferred[]> {
  return tx<Transferred[]>`
    select p.id as "payoutId", p.transfer_id as "transferId", p.amount_cents - gone.cents as "leftCents" from payout p
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::int as cents from reversal r
      where r.payout_id = p.id and r.state <> 'refused') gone
    where p.person_id = ${personId} and p.transfer_id is not null and p.amount_cents > gone.cents
    order by p.paid_at desc, p.id`
}

function reversalIdOf(payoutId: string, cause: string): string {
  return uuidFromBytes(createHash('sha256').update(`${payoutId} ${cause}`).digest().subarray(0, 16))
}
