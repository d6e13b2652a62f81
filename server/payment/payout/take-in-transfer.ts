import { id } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { type TxContext, transact } from '../../transact.ts'
import { accountOfProvider } from '../connect/store.ts'
import { recordPayout, recordTransfer } from '../ledger.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { isLastName, payoutNameOf } from './payout-name.ts'
import { lockPayoutsOf } from './store.ts'

/**
 * Knows again a transfer that was made after the backup which was restored: its payout is made as it was, with the same
 * name, so that neither this period nor the next pays it once more. Nothing for one whose payout is known, nor for one
 * whose athlete is not. Throws `PaymentsUnreachable`.
 */
export async function takeInTransfer(context: Context, transferId: string): Promise<void> {
  const found = await context.payments.retrieveTransfer(transferId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const { payoutId, accountId, amountCents } = found.value ?? {}
  const named = id.safeParse(payoutId)
  const account = accountId ? await accountOfProvider(context.sql, accountId) : null
  if (!named.success || !account || !accountId || !amountCents) return
  const { personId } = account
  const name = payoutNameOf(personId, named.data, (await context.clock.now()).getTime())
  if (name)
    await transact(context, (inside) =>
      putPaid(inside, { id: named.data, personId, name, amountCents, accountId, transferId }),
    )
}

type Made = {
  id: string
  personId: string
  name: string
  amountCents: number
  accountId: string
  transferId: string
}

/** Nothing is taken back for it, although it may be more than is owed: what the books do not know any more was earned. */
async function putPaid(
  work: TxContext,
  { id: payoutId, personId, name, amountCents, accountId, transferId }: Made,
): Promise<void> {
  const { tx, context } = work
  await lockPayoutsOf(tx, personId)
  const [fresh] = await tx`
    insert into payout (id, person_id, period, amount_cents, way, state, account_id, transfer_id, paid_at)
    values (${payoutId}, ${personId}, ${name}, ${amountCents}, 'transfer', 'paid', ${accountId}, ${transferId}, app_now())
    on conflict do nothing returning id`
  if (!fresh) return
  await recordPayout(work, { payoutId, athleteId: personId, amountCents })
  await recordTransfer(work, { transferId, athleteId: personId, amountCents })
  if (!isLastName(name))
    await tellAccount(work, { id: context.random.id(), kind: 'payout-made', personId, payoutId })
}

/** Whether payments and the provider were compared since a backup was restored, if ever one was. */
export async function isCompared(sql: Queryable): Promise<boolean> {
  const waiting = await sql`
    select from feed_epoch e where restored_at is not null
      and not exists (select from reconciliation r where r.at >= e.restored_at and r.breaks is not null)`
  return waiting.length === 0
}
