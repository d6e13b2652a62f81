import { id } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { transact } from '../../transact.ts'
import { recordBankMovement } from '../ledger.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { PaymentIntent } from '../stripe/payment-intents.ts'

/**
 * Books a charge whose question is not known here, once all of it was refunded at the provider: what came in and
 * what went back, each once and at its own time, so that the fee which the provider kept is left as its own charge.
 * Does nothing while a part is still to be refunded. Throws `PaymentsUnreachable`.
 */
export async function bookUnknownCharge(context: Context, intent: PaymentIntent): Promise<void> {
  const { charge, receivedCents } = intent
  if (!charge?.at || charge.feeCents === null || !(await isUnknown(context.sql, intent))) return
  const seen = await context.payments.listRefunds(charge.id)
  if (!seen.ok) throw new PaymentsUnreachable(seen.problem.code)
  const refunds = seen.value.filter(({ state, isBooked, isBack }) => state === 'done' && isBooked && !isBack)
  const returnedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (returnedCents === 0 || returnedCents !== receivedCents) return
  const moved = [
    { source: charge.id, at: charge.at, amountCents: receivedCents - charge.feeCents },
    ...refunds.map(({ id: source, at, amountCents }) => ({ source, at, amountCents: -amountCents })),
  ]
  await transact(context, async (inside) => {
    for (const each of moved) await recordBankMovement(inside, { ...each, kind: 'provider-fee', feeCents: 0 })
  })
}

/**
 * Returns whether nothing here can take in a payment any more: it has no question, no ask that may still become one,
 * and no booking.
 */
async function isUnknown(sql: Queryable, { metadata, charge }: PaymentIntent): Promise<boolean> {
  const asked = id.safeParse(metadata.askId ?? metadata.questionId)
  const questionId = asked.success ? asked.data : null
  const known = await sql`
    select from question where id = ${questionId}
    union all select from prepared_ask where id = ${questionId} and state <> 'released'
    union all select from ledger_transaction where source = ${charge?.id ?? null} and kind in ('capture', 'tip')`
  return known.length === 0
}
