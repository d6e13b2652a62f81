import { tipCreditCents } from '../../../sync/money.ts'
import { mayTipMove, type TipState } from '../../../sync/payment/tip.ts'
import type { Context } from '../../context.ts'
import { InternalError } from '../../log.ts'
import { enqueueMail } from '../../notify/enqueue.ts'
import { type TxContext, transact } from '../../transact.ts'
import { recordTip } from '../ledger.ts'
import { paidWith } from '../oneself.ts'
import { expectIntent } from '../operation/expected.ts'
import { placeRefund } from '../refunds-and-disputes/order-refund.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { Intent } from '../stripe/intents.ts'
import { lockTip, type Tip, tipById } from './store.ts'

/**
 * Asks Stripe what became of a tip and moves it there. Never believes a browser or a webhook (M9, D29): only what
 * `succeeded` there is credited. Throws `PaymentsUnreachable`, and `PaymentMismatch` for another intent than was ordered.
 */
export async function refreshTip(context: Context, tipId: string): Promise<TipState> {
  const tip = await tipById(context.sql, tipId)
  if (!tip) throw new InternalError(`there is no tip ${tipId}`)
  const { paymentIntentId, questionId, amountCents, state } = tip
  if (!paymentIntentId || state === 'paid' || state === 'released') return state
  const found = await context.payments.retrieveIntent(paymentIntentId)
  if (!found.ok) throw new PaymentsUnreachable(found.problem.code)
  const metadata = { tipId, questionId }
  const intent = expectIntent(context, found.value, { capture: 'automatic', amountCents, metadata })
  return transact(context, async (inside) => applyTip(inside, await lockTip(inside.tx, tipId), intent))
}

/**
 * Moves a locked tip to where its intent is: paid with its booking and both mails, or released. A card that was
 * confirmed just before its release is paid all the same. Answers the state it is then in.
 */
export async function applyTip(work: TxContext, tip: Tip, intent: Intent): Promise<TipState> {
  if (intent.status === 'canceled' && mayTipMove(tip.state, 'released')) return moveTip(work, tip, 'released')
  if (intent.status !== 'succeeded' || !mayTipMove(tip.state, 'paid')) return tip.state
  const { charge, receivedCents } = intent
  // not before Stripe says what it took and what it kept
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
  // a tip is taken before its card is known: an athlete's own to themselves goes back, and its credit with it
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

/** Moves a locked tip from the state it was read in. Illegal moves throw. */
export async function moveTip(work: TxContext, tip: Tip, to: TipState): Promise<TipState> {
  const [moved] = await work.tx`
    update tip set state = ${to}, updated_at = app_now()
    where id = ${tip.id} and state = ${tip.state} returning id`
  if (!moved || !mayTipMove(tip.state, to))
    throw new InternalError(`tip ${tip.id} does not go from ${tip.state} to ${to}`)
  return to
}
