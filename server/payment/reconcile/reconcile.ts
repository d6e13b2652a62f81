import type { Break } from '../../../sync/desk/returns.ts'
import { id } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { transact } from '../../transact.ts'
import { refreshHold } from '../hold.ts'
import { refreshReversals } from '../payout/apply-reversal.ts'
import { takeInTransfer } from '../payout/take-in-transfer.ts'
import { refreshReturns } from '../refunds-and-disputes/refresh-returns.ts'
import { holdById } from '../store.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { Intent } from '../stripe/intents.ts'
import { refreshTip } from '../tip/apply-tip.ts'
import { takeInBankMovements } from './bank-movements.ts'
import { compareBooks, comparedSince } from './breaks.ts'
import { takeInMissedDisputes } from './missed-disputes.ts'

/**
 * Every night: takes in what the provider moved by itself, compares payments, ledger and the provider's balance (M6), takes in
 * from the provider what is missing here, as after a restored backup (B7), disputes nobody told of among it, compares again
 * and keeps what it found for the desk.
 */
export async function reconcile(context: Context): Promise<void> {
  await quietly(context, 'movements of the provider could not be taken in', async () =>
    takeInBankMovements(context, await comparedSince(context)),
  )
  const found = await compareBooks(context)
  // after the first comparison, so that what a dispute moved counts as taken in
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

/** What cannot be asked now is asked next night. */
async function quietly(context: Context, trouble: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    context.log.error({ err: error }, `payments: ${trouble}`)
  }
}

/** One that cannot be mended does not keep the others waiting: it is shown as what it is. */
async function mendQuietly(context: Context, { sourceId }: Break): Promise<void> {
  try {
    await mend(context, sourceId)
  } catch (error) {
    context.log.error({ err: error, sourceId }, 'payments: what is missing could not be taken in')
  }
}

/** Knows again, from the provider alone, what moved its balance: a tip, a capture that is owed, a refund, a dispute, a transfer, a reversal. */
async function mend(context: Context, sourceId: string): Promise<void> {
  const { payments } = context
  if (sourceId.startsWith('trr_')) return mendReversal(context, sourceId)
  if (sourceId.startsWith('tr_')) return takeInTransfer(context, sourceId)
  const found = await payments.findPaid(sourceId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const intent = found.value
  const paymentId = id.safeParse(intent?.metadata.tipId ?? intent?.metadata.holdId)
  if (!intent || !paymentId.success) return
  if (intent.metadata.tipId) await mendTip(context, intent, paymentId.data)
  else await mendHold(context, paymentId.data)
  await refreshReturns(context, paymentId.data)
}

/** Names the payment that nothing here can take in yet, so that a person knows what to do about it. */
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

/** A tip whose row was lost is made again as it was ordered; what it came to, Stripe is asked. */
async function mendTip(context: Context, intent: Intent, tipId: string): Promise<void> {
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
 * A hold that was captured while its row was not told: an answer that is here orders the capture, which is then found
 * done; one that was to go back stands as charged. While neither is so, its question may still be answered.
 */
async function mendHold(context: Context, holdId: string): Promise<void> {
  if (!(await holdById(context.sql, holdId))) return
  await refreshHold(context, holdId)
  await transact(context, (inside) =>
    enqueue(inside, 'hold.settled', { data: { holdId }, singletonKey: holdId }),
  )
}
