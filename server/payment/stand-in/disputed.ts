import type Stripe from 'stripe'
import { putMovement } from './charge.ts'
import {
  type Charge,
  emitEvent,
  getObject,
  lockObject,
  putObject,
  type Session,
  saveObject,
} from './store.ts'
import { forbidden } from './wire.ts'

/** The fee for a dispute, in cents. */
const DISPUTE_FEE = 1_500
/** How long evidence is taken, in seconds. */
const TO_ANSWER = 7 * 24 * 3_600

const takenFor = ({ at }: Session, source: string, cents: number) =>
  ({ type: 'adjustment', amount: -cents, fee: DISPUTE_FEE, source, availableOn: at }) as const

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith('warning_')

/**
 * Opens a dispute: the bank takes the charge back, in part or in full, until it decides. An inquiry moves no money.
 */
export async function openDispute(
  session: Session,
  chargeId: string,
  {
    asked,
    isInquiry: asksOnly = false,
  }: { asked?: number | undefined; isInquiry?: boolean | undefined } = {},
): Promise<Stripe.Dispute> {
  const charge = await lockObject(session, 'charge', chargeId)
  if (!charge.captured || charge.disputed) throw forbidden(`Charge ${chargeId} cannot be disputed.`)
  const id = session.newId('dp')
  const amount = asked ?? charge.amount_captured
  const moved = asksOnly ? [] : [await putMovement(session, charge, takenFor(session, id, amount))]
  const dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: moved,
    charge: charge.id,
    created: session.at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: session.at + TO_ANSWER,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null as unknown as Stripe.Dispute.EvidenceDetails['submission_method'],
    },
    intended_submission_method: null,
    is_charge_refundable: asksOnly,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: asksOnly ? 'warning_needs_response' : 'needs_response',
  } satisfies Stripe.Dispute
  await putObject(session, dispute)
  await emitEvent(session, 'charge.dispute.created', dispute)
  if (asksOnly) return dispute
  await saveObject(session, Object.assign(charge, { disputed: true }))
  await emitEvent(session, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/**
 * Decides a dispute for the bank. A lost dispute can still be won by an appeal. A prevented one was settled with the
 * card: what was taken for it stays away, and an inquiry that is prevented takes nothing. With a win, the provider may
 * give `feeBack` cents of its fee back.
 */
export async function closeDispute(
  session: Session,
  id: string,
  status: 'won' | 'lost' | 'prevented',
  feeBack = 0,
): Promise<void> {
  const dispute = await lockObject(session, 'dispute', id)
  if (isInquiry(dispute) && status !== 'prevented') throw forbidden(`${id} is an inquiry: it is not decided.`)
  if (dispute.status === status || dispute.status === 'won') return
  const charge = await lockObject(session, 'charge', dispute.charge as string)
  dispute.status = status
  if (status === 'won') {
    const back = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
    await move(session, { dispute, charge, cents: -back, fee: -feeBack })
  }
  await saveObject(session, dispute)
  if (status === 'won') await emitEvent(session, 'charge.dispute.funds_reinstated', dispute)
  await emitEvent(session, 'charge.dispute.closed', dispute)
}

type Adjustment = { dispute: Stripe.Dispute; charge: Charge; cents: number; fee: number }

async function move(session: Session, { dispute, charge, cents, fee }: Adjustment): Promise<void> {
  const more = {
    type: 'adjustment',
    amount: cents,
    fee,
    source: dispute.id,
    availableOn: session.at,
  } as const
  dispute.balance_transactions.push(await putMovement(session, charge, more))
}

/** Gives a part of a dispute's money back before it is decided. */
export async function reinstatePart(session: Session, id: string, cents: number): Promise<void> {
  const dispute = await lockObject(session, 'dispute', id)
  const charge = await getObject(session, 'charge', dispute.charge as string)
  await move(session, { dispute, charge, cents, fee: 0 })
  await saveObject(session, dispute)
  await emitEvent(session, 'charge.dispute.funds_reinstated', dispute)
}

/**
 * Takes the evidence for a dispute, an inquiry or an appeal, which the bank looks at from then on. The provider may
 * charge a fee for it.
 */
export async function answerDispute(session: Session, id: string, fee = 0): Promise<void> {
  const dispute = await lockObject(session, 'dispute', id)
  if (fee > 0) {
    const charge = await getObject(session, 'charge', dispute.charge as string)
    await move(session, { dispute, charge, cents: 0, fee })
  }
  if (!dispute.status.endsWith('needs_response')) throw forbidden(`${id} takes no evidence.`)
  dispute.status = dispute.status.replace('needs_response', 'under_review') as Stripe.Dispute.Status
  await saveObject(session, dispute)
  await emitEvent(session, 'charge.dispute.updated', dispute)
}

/** Turns an inquiry into a dispute: the bank takes what was not refunded of it, and wants evidence anew. */
export async function escalateInquiry(session: Session, id: string): Promise<void> {
  // the charge first, as a refund locks them
  const asked = await getObject(session, 'dispute', id)
  const charge = await lockObject(session, 'charge', asked.charge as string)
  const dispute = await lockObject(session, 'dispute', id)
  if (!isInquiry(dispute) || dispute.status === 'warning_closed')
    throw forbidden(`${id} does not become a dispute.`)
  dispute.amount = Math.min(dispute.amount, charge.amount_captured - charge.amount_refunded)
  dispute.balance_transactions.push(await putMovement(session, charge, takenFor(session, id, dispute.amount)))
  askForEvidence(session, dispute, 'needs_response')
  await saveObject(session, Object.assign(dispute, { is_charge_refundable: false }))
  await saveObject(session, Object.assign(charge, { disputed: true }))
  await emitEvent(session, 'charge.dispute.updated', dispute)
  await emitEvent(session, 'charge.dispute.funds_withdrawn', dispute)
}

/** Opens the appeal of a dispute that was lost. No money moves until it is won. */
export async function appealDispute(session: Session, id: string): Promise<void> {
  const dispute = await lockObject(session, 'dispute', id)
  if (dispute.status !== 'lost') throw forbidden(`${id} was not lost.`)
  askForEvidence(session, dispute, 'appeal_needs_response')
  await saveObject(session, dispute)
  await emitEvent(session, 'charge.dispute.updated', dispute)
}

function askForEvidence({ at }: Session, dispute: Stripe.Dispute, status: Stripe.Dispute.Status): void {
  dispute.status = status
  dispute.evidence_details.due_by = at + TO_ANSWER
}

/** Closes the inquiries about a charge that was refunded whole. */
export async function closeInquiries(session: Session, chargeId: string): Promise<void> {
  const rows = await session.tx<{ id: string }[]>`
    select id from stand_in.object where object = 'dispute' and body ->> 'charge' = ${chargeId}
      and body ->> 'status' in ('warning_needs_response', 'warning_under_review') order by seq`
  for (const { id } of rows) {
    const inquiry = await lockObject(session, 'dispute', id)
    await saveObject(session, Object.assign(inquiry, { status: 'warning_closed' }))
    await emitEvent(session, 'charge.dispute.closed', inquiry)
  }
}
