import type Stripe from 'stripe'
import type { DisputeState } from '../../../sync/payment/refund.ts'
import { type Answer, answer, answerOrNull, idOf } from './answer.ts'
import { expand, type PaymentIntent, paymentIntentOf } from './payment-intents.ts'

/**
 * The fields of a refund that we read. `isBooked`: its money has left our balance; `isBack`: the money has returned
 * to it.
 */
export type SeenRefund = {
  id: string
  at: Date
  amountCents: number
  state: 'pending' | 'done' | 'failed'
  isBooked: boolean
  isBack: boolean
  metadata: Record<string, string>
}

/**
 * All that a bank took from our balance so far, or gave back, and the provider's fees for it, in cents. A fee alone,
 * as for answering a dispute, is a movement too.
 */
export type Moved = { cents: number; feeCents: number }

/** The fields of a dispute that we read. `isInquiry`: the bank only asks about the payment, and took no money. */
export type SeenDispute = {
  id: string
  amountCents: number
  state: DisputeState
  isInquiry: boolean
  reason: string
  dueBy: Date | null
  openedAt: Date
  withdrawn: Moved | null
  reinstated: Moved | null
}

/** The calls about refunds and disputes. */
export type ReturnCalls = {
  refund(
    order: { chargeId: string; amountCents: number; refundId: string },
    key: string,
  ): Promise<Answer<SeenRefund>>
  listRefunds(chargeId: string): Promise<Answer<SeenRefund[]>>
  listDisputes(chargeId: string): Promise<Answer<SeenDispute[]>>
  /** Returns the disputes and inquiries opened since then, for any charge. */
  listOpened(since: Date): Promise<Answer<{ id: string; chargeId: string }[]>>
  /** Returns the payment of a charge, a refund or a dispute; null when there is none. */
  findPaid(sourceId: string): Promise<Answer<PaymentIntent | null>>
}

export function returnCalls(stripe: Stripe): ReturnCalls {
  return {
    refund: ({ chargeId, amountCents, refundId }, key) =>
      answer(async () => {
        const params = { charge: chargeId, amount: amountCents, metadata: { refundId } }
        return refundOf(await stripe.refunds.create(params, { idempotencyKey: key }))
      }),
    listRefunds: (chargeId) =>
      answer(async () => {
        const seen: SeenRefund[] = []
        for await (const each of stripe.refunds.list({ charge: chargeId, limit: 100 }))
          seen.push(refundOf(each))
        return seen
      }),
    listDisputes: (chargeId) =>
      answer(async () => {
        const seen: SeenDispute[] = []
        for await (const each of stripe.disputes.list({ charge: chargeId, limit: 100 }))
          seen.push(disputeOf(each))
        return seen
      }),
    listOpened: (since) =>
      answer(async () => {
        const opened: { id: string; chargeId: string }[] = []
        const created = { gte: Math.floor(since.getTime() / 1000) }
        for await (const { id, charge } of stripe.disputes.list({ created, limit: 100 }))
          opened.push({ id, chargeId: idOf(charge) ?? '' })
        return opened
      }),
    findPaid: (sourceId) => answerOrNull(() => findPaid(stripe, sourceId)),
  }
}

async function findPaid(stripe: Stripe, sourceId: string): Promise<PaymentIntent | null> {
  const returned = sourceId.startsWith('re_')
    ? await stripe.refunds.retrieve(sourceId)
    : /^(dp|du)_/.test(sourceId)
      ? await stripe.disputes.retrieve(sourceId)
      : { charge: sourceId }
  const { payment_intent: intent } = await stripe.charges.retrieve(idOf(returned.charge) ?? '')
  const intentId = idOf(intent)
  return intentId ? paymentIntentOf(await stripe.paymentIntents.retrieve(intentId, { expand })) : null
}

function refundOf(refund: Stripe.Refund): SeenRefund {
  const { id, created, amount, status, metadata } = refund
  return {
    id,
    at: new Date(created * 1000),
    amountCents: amount,
    state:
      status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    isBooked: idOf(refund.balance_transaction) !== undefined,
    isBack: idOf(refund.failure_balance_transaction) !== undefined,
    metadata: metadata ?? {},
  }
}

const STATES: Record<string, DisputeState> = {
  needs_response: 'needs-response',
  warning_needs_response: 'needs-response',
  appeal_needs_response: 'needs-response',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
}

/** A bank prevents a dispute by paying the card back at once: it is lost where our money went, and stays away. */
function stateOf(status: string, { withdrawn, reinstated }: Pick<SeenDispute, 'withdrawn' | 'reinstated'>) {
  const goneCents = (withdrawn?.cents ?? 0) - (reinstated?.cents ?? 0)
  if (status === 'prevented') return goneCents > 0 ? 'lost' : 'closed'
  return STATES[status] ?? 'under-review'
}

function disputeOf({ id, amount, status, reason, created, ...more }: Stripe.Dispute): SeenDispute {
  const moved = (direction: 1 | -1): Moved | null => {
    const found = more.balance_transactions.filter(({ net }) => Math.sign(net) === direction)
    const cents = direction * found.reduce((sum, { amount: each }) => sum + each, 0)
    return found.length > 0 ? { cents, feeCents: found.reduce((sum, { fee }) => sum + fee, 0) } : null
  }
  const taken = { withdrawn: moved(-1), reinstated: moved(1) }
  const due = more.evidence_details.due_by
  return {
    id,
    amountCents: amount,
    state: stateOf(status, taken),
    isInquiry: status.startsWith('warning_'),
    reason,
    // 0 where the bank takes no evidence
    dueBy: due ? new Date(due * 1000) : null,
    openedAt: new Date(created * 1000),
    ...taken,
  }
}
