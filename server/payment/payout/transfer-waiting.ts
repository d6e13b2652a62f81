import type { Context } from '../../context.ts'
import { type TxContext, transact } from '../../transact.ts'
import { enqueueOperation } from '../operation/operations.ts'
import { deductFromOpen } from './deduct.ts'
import { arePayoutsHeld } from './hold-payouts.ts'
import { makeDueChanges } from './redirect.ts'
import { isIdle, lockPayout } from './store.ts'
import { redirectIdle, wayTo } from './way-to.ts'

/**
 * Orders the waiting transfers again. They wait because the provider's balance was too low, because payouts were
 * held, or because nothing may be paid to the account.
 */
export async function orderAgain(context: Context): Promise<void> {
  const waiting = await context.sql<{ id: string }[]>`
    select id from payout where ${isIdle(context.sql)} order by created_at`
  for (const { id } of waiting) await transact(context, (inside) => transferIdle(inside, id))
}

/**
 * Hands a payout to the provider unless its transfer is under way, made or held, at the amount that is left to pay.
 * The athlete is paid the way that counts now, which may be by hand; while nothing may be paid to them, or a change
 * of their set-up at the provider waits, the payout waits too.
 */
export async function transferIdle(work: TxContext, payoutId: string): Promise<void> {
  const { tx } = work
  const before = await lockPayout(tx, payoutId)
  if (!before) return
  // a payout that is held, or may not be paid to its account, follows the balance too
  await deductFromOpen(work, before.personId)
  if (await arePayoutsHeld(tx, before.personId)) return
  if (!before.isLast) {
    const way = await wayTo(tx, before.personId)
    if (!way) return
    await redirectIdle(tx, before.personId, way)
  }
  const [still] = await tx<{ accountId: string; amountCents: number }[]>`
    select account_id as "accountId", amount_cents as "amountCents" from payout
    where id = ${payoutId} and account_id is not null and ${isIdle(tx)}`
  if (still) await enqueueOperation(work, { subjectId: payoutId, kind: 'transfer', params: still })
}

/**
 * Turns payouts by hand into transfers if the athlete had no account when they were ordered, or had chosen to be
 * paid by hand, and has set up an account since. Payouts that somebody has begun to pay stay as they are.
 */
export async function transferConnected(context: Context): Promise<void> {
  const waiting = await context.sql<{ id: string; personId: string }[]>`
    select p.id, p.person_id as "personId" from payout p join payout_account a on a.person_id = p.person_id and a.state = 'ready'
    where p.way = 'manual' and p.state = 'ordered' and p.why in ('no-account', 'country', 'chosen') and p.payee is null
    order by p.created_at, p.id`
  for (const { id, personId } of waiting)
    await transact(context, (inside) => moveToTransfer(inside, id, personId))
}

async function moveToTransfer(work: TxContext, payoutId: string, personId: string): Promise<void> {
  const { tx } = work
  await tx`select from person where id = ${personId} for no key update`
  await makeDueChanges(work, personId)
  const payout = await lockPayout(tx, payoutId)
  if (payout?.way !== 'manual' || payout.state !== 'ordered' || payout.isLast) return
  const way = await wayTo(tx, personId)
  if (!way?.accountId) return
  await tx`update payout set way = 'transfer', why = null, account_id = ${way.accountId} where id = ${payoutId}`
  await transferIdle(work, payoutId)
}
