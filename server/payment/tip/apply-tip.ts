import { tipCreditCents } from '../../../sync/money.ts'
import { mayTipMove, type TipState } from '../../../sync/payment/tip.ts'
import type { Context } from '../../context.ts'
import { InternalError } from '../../log.ts'
import { enqueueMail } from '../../notify/enqueue.ts'
import { type TxContext, transact } from '../../transact.ts'
import { recordTip } from '../ledger.ts'
import { paidWith } from '../oneself.ts'
import { expectPaymentIntent } from '../operation/expected.ts'
import { placeRefund } from '../refunds-and-disputes/order-refund.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { PaymentIntent } from '../stripe/payment-intents.ts'
import { lockTip, type Tip, tipById } from './store.ts'

/**
 * Asks Stripe about a tip, moves it to the state found and returns that state. Never trusts a browser or a webhook
 * (M9, D29): a tip is credited only when Stripe says `succeeded`. Throws `PaymentsUnreachable`, and
 * `PaymentMismatch` for another PaymentIntent than the one ordered.
 */
export async function refreshTip(context: Context, tipId: string): Promise<TipState> {
  const tip = await tipById(context.sql, tipId)
  if (!tip) throw new InternalError(`there is no tip ${tipId}`)
  const { paymentIntentId, questionId, amountCents, state } = tip
  if (!paymentIntentId || state === 'paid' || state === 'released') return state
  const found = await context.payments.retrievePaymentIntent(paymentIntentId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const metadata = { tipId, questionId }
  const intent = expectPaymentIntent(context, found.value, { capture: 'automatic', amountCents, metadata })
  return transact(context, async (inside) => applyTip(inside, await lockTip(inside.tx, tipId), intent))
}

/**
 * Moves a locked tip to the state of its PaymentIntent, and returns the tip's new state: paid, with its booking and
 * both mails, or released. A card confirmed just before the release still pays the tip.
 */
export async function applyTip(work: TxContext, tip: Tip, intent: PaymentIntent): Promise<TipState> {
  if (intent.status === 'canceled' && mayTipMove(tip.state, 'released')) return moveTip(work, tip, 'released')
  if (intent.status !== 'succeeded' || !mayTipMove(tip.state, 'paid')) return tip.state
  const { charge, receivedCents } = intent
  // wait until Stripe reports the amount and its fee
  if (charge?.feeCents == null || receivedCents !== tip.amountCents) return tip.state
  await work.tx`update tip set charge_id = ${charge.id}, paid_at = app_now() where id = ${tip.id}`
  await moveTip(work, tip, 'paid')
  const { questionId, amountCents } = tip
  const athleteId = await athleteOf(work, questionId)
  await recordTip(work, {
    questionId,
    athleteId,
    amountCents,
    chargeId: charge.id,
    feeCents: charge.feeCents,
  })
  const data = { tipCents: String(amountCents), creditCents: String(tipCreditCents(amountCents)) }
  await enqueueMail(work, { kind: 'tip-paid', questionId, data })
  await enqueueMail(work, { kind: 'tip-given', questionId, personId: athleteId, data })
  // A tip is charged before its card is known. If the athlete tipped themselves, it is refunded, and its credit is
  // taken back with it.
  if (await paidWith(work, { athleteId, fingerprint: charge.fingerprint })) {
    const order = { refundId: work.context.random.id(), paymentId: tip.id, reason: 'mistake' } as const
    await placeRefund(work, { ...order, questionId, chargeId: charge.id, amountCents })
  }
  return 'paid'
}

async function athleteOf({ tx }: TxContext, questionId: string): Promise<string> {
  const [question] = await tx<{ athleteId: string }[]>`
    select athlete_id as "athleteId" from question where id = ${questionId}`
  if (!question) throw new InternalError(`a tip was paid for no question ${questionId}`)
  return question.athleteId
}

/** Moves a locked tip from the state in which it was read. Throws when that move is not allowed. */
export async function moveTip(work: TxContext, tip: Tip, to: TipState): Promise<TipState> {
  const [moved] = await work.tx`
    update tip set state = ${to}, updated_at = app_now()
    where id = ${tip.id} and state = ${tip.state} returning id`
  if (!moved || !mayTipMove(tip.state, to))
    throw new InternalError(`tip ${tip.id} does not go from ${tip.state} to ${to}`)
  return to
}
