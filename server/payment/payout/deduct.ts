import type { Queryable, Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { earningsCents, recordDeduction } from '../ledger.ts'
import { reservedCents } from './reserve.ts'
import { isIdle, lockPayoutsOf } from './store.ts'

/**
 * Reduces an athlete's payouts by the amount that may no longer be paid: the part of their balance below zero, or
 * below the amount in dispute. Only payouts that nobody has begun and whose transfer is not under way are reduced,
 * newest first; a payout reduced to nothing is cancelled. Every change to what is owed or disputed must call this
 * in the same transaction, so that no payout ever exceeds what may be paid.
 */
export async function deductFromOpen(work: TxContext, personId: string): Promise<void> {
  const { tx } = work
  await lockPayoutsOf(tx, personId)
  const open = await openPayouts(tx, personId)
  if (open.length === 0) return
  const fallenCents = -(await earningsCents(tx, personId)) - (await onItsWayCents(tx, personId))
  const lackCents = fallenCents + (await reservedCents(tx, personId))
  const returnedCents = Math.max(0, fallenCents)
  const lacks = { returned: returnedCents, disputed: lackCents - returnedCents }
  for (const { id, amountCents } of open) {
    let leftCents = amountCents
    for (const why of ['returned', 'disputed'] as const) {
      const cents = Math.min(lacks[why], leftCents)
      if (cents <= 0) continue
      await deduct(work, { payoutId: id, personId, cents, why })
      lacks[why] -= cents
      leftCents -= cents
    }
  }
}

function openPayouts(tx: Tx, personId: string): Promise<{ id: string; amountCents: number }[]> {
  return tx<{ id: string; amountCents: number }[]>`
    select id, amount_cents as "amountCents" from payout
    where person_id = ${personId} and state = 'ordered' and (way = 'manual' or ${isIdle(tx)})
    order by created_at desc, id for update`
}

type Deduction = { payoutId: string; personId: string; cents: number; why: 'returned' | 'disputed' }

async function deduct(work: TxContext, { payoutId, personId, cents, why }: Deduction): Promise<void> {
  const { tx, context } = work
  const deductionId = context.random.id()
  await tx`
    insert into payout_deduction (id, payout_id, amount_cents, why)
    values (${deductionId}, ${payoutId}, ${cents}, ${why})`
  await recordDeduction(work, { deductionId, athleteId: personId, amountCents: cents })
  await tx`
    update payout set amount_cents = amount_cents - ${cents},
      state = case when amount_cents = ${cents} then 'cancelled' else state end,
      cancelled_at = case when amount_cents = ${cents} then app_now() end,
      payee = case when amount_cents = ${cents} then null else payee end
    where id = ${payoutId}`
}

/** Returns how much is currently being taken back from an athlete's transfers; it counts as already returned. */
export async function onItsWayCents(sql: Queryable, personId: string): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents from reversal r join payout p on p.id = r.payout_id
    where p.person_id = ${personId} and r.state = 'ordered'`
  return row?.cents ?? 0
}
