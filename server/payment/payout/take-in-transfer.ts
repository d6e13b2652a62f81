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
 * Records a transfer that was made after the restored backup: recreates its payout under the same name, so that
 * neither this period nor the next pays it again. Does nothing when the payout is known or the athlete is not.
 * Throws `PaymentsUnreachable`.
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

/**
 * Books the payout as paid. Nothing is taken back even if the transfer exceeds what the books show, because the
 * athlete earned it with payments that the books lost.
 */
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

/**
 * Returns whether payments were compared with the provider since the last restored backup; true when no backup was
 * ever restored.
 */
export async function isCompared(sql: Queryable): Promise<boolean> {
  const waiting = await sql`
    select from feed_epoch e where restored_at is not null
      and not exists (select from reconciliation r where r.at >= e.restored_at and r.breaks is not null)`
  return waiting.length === 0
}
