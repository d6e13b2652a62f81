import type Stripe from 'stripe'
import { outcomeOf } from './card.ts'
import { putMovement } from './charge.ts'
import { closeInquiries } from './disputed.ts'
import { type Call, listRoute, type Route, retrieveRoute } from './request.ts'
import {
  type Charge,
  emitEvent,
  getObject,
  lockObject,
  putObject,
  type Session,
  saveObject,
} from './store.ts'
import { forbidden, invalid, readChoice, readInteger, readMetadata, unexpectedState } from './wire.ts'

const HOUR = 3_600

async function createRefund({ session, params }: Call): Promise<Stripe.Refund> {
  const reason = readChoice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer'])
  const asked = readInteger(params, 'amount')
  const metadata = readMetadata(params)
  if (asked !== undefined && asked < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  const charge = await lockPaid(session, params.charge, params.payment_intent)
  return giveBack(session, charge, { asked, reason: reason ?? null, metadata })
}

/** Refunds a charge from the provider's own desk. */
export async function refundCharge(
  session: Session,
  chargeId: string,
  asked?: number,
): Promise<Stripe.Refund> {
  return giveBack(session, await lockPaid(session, chargeId, undefined), {
    asked,
    reason: null,
    metadata: {},
  })
}

type Asked = {
  asked: number | undefined
  reason: Stripe.Refund.Reason | null
  metadata: Record<string, string>
}

async function giveBack(
  session: Session,
  charge: Charge,
  { asked, reason, metadata }: Asked,
): Promise<Stripe.Refund> {
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
    throw forbidden(message, { code: 'charge_disputed' })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw forbidden(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = asked ?? left
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw forbidden(message, { param: 'amount' })
  }
  const refund = await putRefund(session, charge, { amount, reason, metadata })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  await saveObject(session, charge)
  await emitEvent(session, 'refund.created', refund)
  await emitEvent(session, 'charge.refunded', charge)
  if (charge.refunded) await closeInquiries(session, charge.id)
  return refund
}

/** Returns the captured charge that the parameters name, after locking its PaymentIntent. */
async function lockPaid(session: Session, charge: unknown, paymentIntent: unknown): Promise<Charge> {
  const intentId =
    typeof charge === 'string'
      ? (await getObject(session, 'charge', charge)).payment_intent
      : typeof paymentIntent === 'string'
        ? paymentIntent
        : undefined
  if (!intentId) throw invalid('One of the following params should be provided: payment_intent or charge.')
  const intent = await lockObject(session, 'payment_intent', intentId)
  const paid = intent.latest_charge ? await lockObject(session, 'charge', intent.latest_charge) : undefined
  if (!paid?.captured) {
    throw unexpectedState(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      intent,
    )
  }
  return paid
}

type NewRefund = { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> }

/** Stores a refund. The money leaves the balance at once, but may reach the card an hour later or come back. */
async function putRefund(session: Session, charge: Charge, { amount, reason, metadata }: NewRefund) {
  const paid = await getObject(session, 'balance_transaction', charge.balance_transaction ?? '')
  const card = await outcomeOf(session, charge.payment_method ?? '')
  const id = session.newId('re')
  const movement = await putMovement(session, charge, {
    type: 'refund',
    amount: -amount,
    fee: 0,
    source: id,
    availableOn: Math.max(session.at, paid.available_on),
  })
  const refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: session.at,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: card === 'refund-pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
  await putObject(session, refund, card.startsWith('refund-') ? card : null)
  return refund
}

/** Ends a pending refund: it arrives, or it returns to the balance. */
export async function settleRefund(
  session: Session,
  id: string,
  status: 'succeeded' | 'failed',
): Promise<void> {
  const refund = await lockObject(session, 'refund', id)
  await session.tx`update stand_in.object set outcome = null where id = ${id}`
  if (refund.status === status || refund.status === 'failed') return
  const charge = await lockObject(session, 'charge', refund.charge as string)
  if (status === 'failed') {
    const movement = await putMovement(session, charge, {
      type: 'refund_failure',
      amount: refund.amount,
      fee: 0,
      source: id,
      availableOn: session.at,
    })
    const failure = { failure_reason: 'lost_or_stolen_card', failure_balance_transaction: movement.id }
    Object.assign(refund, failure)
    Object.assign(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
    await saveObject(session, charge)
  }
  await saveObject(session, Object.assign(refund, { status }))
  await emitEvent(session, status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
}

/** Ends the refunds whose hour is over, and returns how many. */
export async function settleDueRefunds(session: Session): Promise<number> {
  const rows = await session.tx<{ id: string; outcome: string }[]>`
    select id, outcome from stand_in.object
    where object = 'refund' and outcome is not null and (body ->> 'created')::bigint <= ${session.at - HOUR}
    order by seq limit 100 for update skip locked`
  for (const { id, outcome } of rows)
    await settleRefund(session, id, outcome === 'refund-fails' ? 'failed' : 'succeeded')
  return rows.length
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

const REFUND_PARAMS = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'] as const

/** The routes for refunds and disputes. */
export const returnedRoutes: Route[] = [
  { method: 'post', path: '/refunds', accepts: REFUND_PARAMS, run: createRefund },
  retrieveRoute('refund'),
  listRoute('refund', ['charge', 'payment_intent']),
  retrieveRoute('dispute'),
  listRoute('dispute', ['charge', 'payment_intent']),
]
