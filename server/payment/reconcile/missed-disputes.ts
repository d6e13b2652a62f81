import type { Context } from '../../context.ts'
import { payments } from '../refunds-and-disputes/payment.ts'
import { refreshReturns } from '../refunds-and-disputes/refresh-returns.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'

/**
 * Takes in disputes opened since then that no webhook reported. An inquiry moves no money, so that no comparison of
 * balances would reveal it, but it must still be answered in time. Throws `PaymentsUnreachable`.
 */
export async function takeInMissedDisputes(context: Context, since: Date): Promise<void> {
  const { sql } = context
  const opened = await context.payments.listOpened(since)
  if (!opened.ok) throw new PaymentsUnreachable(opened.problem.code)
  const missed = await sql<{ id: string }[]>`
    select distinct p.id from ${payments(sql)} p
    join unnest(${opened.value.map(({ id }) => id)}::text[], ${opened.value.map(({ chargeId }) => chargeId)}::text[])
      opened (id, charge_id) on opened.charge_id = p."chargeId"
    where not exists (select from dispute d where d.id = opened.id)`
  for (const { id } of missed) await refreshReturns(context, id)
}
