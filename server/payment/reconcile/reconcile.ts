import type { Break } from '../../../sync/desk/returns.ts'
import { id } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { transact } from '../../transact.ts'
import { findHold } from '../find-hold.ts'
import { refreshHold } from '../hold.ts'
import { refreshReversals } from '../payout/apply-reversal.ts'
import { takeInTransfer } from '../payout/take-in-transfer.ts'
import { payments as paymentRows } from '../refunds-and-disputes/payment.ts'
import { refreshReturns } from '../refunds-and-disputes/refresh-returns.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { PaymentIntent } from '../stripe/payment-intents.ts'
import { refreshTip } from '../tip/apply-tip.ts'
import { takeInBankMovements } from './bank-movements.ts'
import { compareBooks, comparedSince } from './breaks.ts'
import { bookUnknownCharge } from './unknown-charge.ts'

/**
 * The nightly comparison. Books the movements that the provider made by itself; compares payments, ledger and the
 * provider's balance (M6); takes in whatever is missing here, for example after a restored backup (B7), and
 * disputes that no webhook reported; compares again, and stores the result for the desk.
 */
export async function reconcile(context: Context): Promise<void> {
  await quietly(context, 'movements of the provider could not be taken in', async () =>
    takeInBankMovements(context, await comparedSince(context)),
  )
  const found = await compareBooks(context)
  // after the first comparison, so that movements of a missed dispute count as mended
  await quietly(context, 'disputes could not be looked for', async () =>
    takeInMissedDisputes(context, await comparedSince(context)),
  )
  const missing = (found?.breaks ?? []).filter(({ ourCents }) => ourCents === null)
  for (const each of missing) await mendQuietly(context, each)
  const left = missing.length > 0 ? await compareBooks(context) : found
  const breaks = left && (await Promise.all(left.breaks.map((each) => explain(context, each))))
  const mended = Math.max(0, (found?.breaks.length ?? 0) - (breaks?.length ?? found?.breaks.length ?? 0))
  if (breaks && breaks.length > 0)
    context.log.error({ breaks: breaks.length, mended }, 'payments: the books and the provider disagree')
  await transact(
    context,
    ({ tx }) => tx`
      insert into reconciliation (breaks, mended, balance)
      values (${breaks === null ? null : tx.json(breaks)}, ${mended}, ${left === null ? null : tx.json(left.balance)})`,
  )
}

/** Runs a step and logs its failure, because the next night tries it again. */
async function quietly(context: Context, failure: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    context.log.error({ err: error }, `payments: ${failure}`)
  }
}

/**
 * Takes in a missing movement. A failure is logged and leaves the break in the result, so that it does not stop the
 * others.
 */
async function mendQuietly(context: Context, { sourceId }: Break): Promise<void> {
  try {
    await mend(context, sourceId)
  } catch (error) {
    context.log.error({ err: error, sourceId }, 'payments: what is missing could not be taken in')
  }
}

/**
 * Restores from the provider alone whatever moved its balance: a tip, a capture that is owed, a refund, a dispute,
 * a transfer, a reversal, or a charge that nobody here knows and that was refunded there.
 */
async function mend(context: Context, sourceId: string): Promise<void> {
  const { payments } = context
  if (sourceId.startsWith('trr_')) return mendReversal(context, sourceId)
  if (sourceId.startsWith('tr_')) return takeInTransfer(context, sourceId)
  const found = await payments.findPaid(sourceId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const intent = found.value
  if (!intent) return
  const paymentId = id.safeParse(intent.metadata.tipId ?? intent.metadata.holdId)
  if (paymentId.success) {
    if (intent.metadata.tipId) await mendTip(context, intent, paymentId.data)
    else await mendHold(context, paymentId.data)
    await refreshReturns(context, paymentId.data)
  }
  await bookUnknownCharge(context, intent)
}

/** Adds the payment to a break that nothing here can take in yet, so that an admin knows what to do about it. */
async function explain({ sql, payments }: Context, each: Break): Promise<Break> {
  if (each.ourCents !== null || !each.sourceId.startsWith('ch_')) return each
  const found = await payments.findPaid(each.sourceId)
  if (!found.ok || !found.value) return each
  const { id: intentId, metadata } = found.value
  const questionId = id.safeParse(metadata.askId ?? metadata.questionId)
  const [known] = questionId.success ? await sql`select from question where id = ${questionId.data}` : []
  return { ...each, payment: { intentId, question: known ? 'open' : 'unknown' } }
}

async function mendReversal(context: Context, reversalId: string): Promise<void> {
  const found = await context.payments.findReversed(reversalId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  if (found.value) await refreshReversals(context, found.value)
}

/** Recreates the row of a lost tip as it was ordered, then asks Stripe for its state. */
async function mendTip(context: Context, intent: PaymentIntent, tipId: string): Promise<void> {
  const questionId = id.safeParse(intent.metadata.questionId)
  if (!questionId.success) return
  const known = await transact(
    context,
    ({ tx }) => tx`
      insert into tip (id, question_id, amount_cents, payment_intent_id, client_secret)
      select ${tipId}, id, ${intent.amountCents}, ${intent.id}, ${intent.clientSecret} from question where id = ${questionId.data}
      on conflict (id) do update set payment_intent_id = coalesce(tip.payment_intent_id, excluded.payment_intent_id)
      returning id`,
  )
  if (known.length > 0) await refreshTip(context, tipId)
}

/**
 * Handles a hold that was captured without its row knowing. If its answer is here, the capture is ordered and found
 * done; if the hold was to be released, it stands as charged. Otherwise its question may still be answered.
 */
async function mendHold(context: Context, holdId: string): Promise<void> {
  if (!(await findHold(context.sql, holdId))) return
  await refreshHold(context, holdId)
  await transact(context, (inside) =>
    enqueue(inside, 'hold.settled', { data: { holdId }, singletonKey: holdId }),
  )
}

/**
 * Takes in disputes opened since then that no webhook reported. An inquiry moves no money, so that no comparison of
 * balances would reveal it, but it must still be answered in time. Throws `PaymentsUnreachable`.
 */
async function takeInMissedDisputes(context: Context, since: Date): Promise<void> {
  const { sql } = context
  const opened = await context.payments.listOpened(since)
  if (!opened.ok) throw new PaymentsUnreachable(opened.problem.code)
  const missed = await sql<{ id: string }[]>`
    select distinct p.id from ${paymentRows(sql)} p
    join unnest(${opened.value.map(({ id }) => id)}::text[], ${opened.value.map(({ chargeId }) => chargeId)}::text[])
      opened (id, charge_id) on opened.charge_id = p."chargeId"
    where not exists (select from dispute d where d.id = opened.id)`
  for (const { id } of missed) await refreshReturns(context, id)
}
