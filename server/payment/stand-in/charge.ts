import type Stripe from 'stripe'
import { type Card, chargedCard } from './card.ts'
import { type Call, listRoute, type Route, retrieveRoute } from './request.ts'
import {
  type Charge,
  emitEvent,
  getObject,
  type Intent,
  lockObject,
  putObject,
  type Session,
  saveObject,
} from './store.ts'
import { forbidden, invalid, readChoice, readInteger, readMetadata, unexpectedState } from './wire.ts'

const DAY = 86_400

/** Stripe's price for a card payment: 2.9 % and 30 cents of what was captured. */
const feeOf = (amountCents: number) => Math.round(amountCents * 0.029) + 30

/** A new charge on this card; with `hold` it waits for its capture and lapses by itself. */
export function newCharge(session: Session, intent: Intent, card: Card): Charge {
  return {
    id: session.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: card.method.billing_details,
    calculated_statement_descriptor: null,
    captured: false,
    created: session.at,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: card.method.id,
    payment_method_details: chargedCard(session, card, intent),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

/** Takes the money of a charge: once, up to its amount; the rest goes back to the card. */
export async function captureCharge(session: Session, charge: Charge, amountCents: number): Promise<void> {
  const movement = await putMovement(session, charge, {
    type: 'charge',
    amount: amountCents,
    fee: feeOf(amountCents),
    source: charge.id,
    availableOn: session.at + 2 * DAY,
  })
  Object.assign(charge, {
    captured: true,
    amount_captured: amountCents,
    amount_refunded: charge.amount - amountCents,
    balance_transaction: movement.id,
  })
  await saveObject(session, charge)
  await emitEvent(session, 'charge.captured', charge)
}

type Movement = {
  type: 'charge' | 'refund'
  amount: number
  fee: number
  source: string
  availableOn: number
}

async function putMovement(session: Session, charge: Charge, movement: Movement) {
  const { type, amount, fee, source, availableOn } = movement
  const description = 'Stripe processing fees'
  const transaction = {
    id: session.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: session.at,
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: charge.currency, description, type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  } satisfies Stripe.BalanceTransaction
  await putObject(session, transaction)
  return transaction
}

async function createRefund({ session, params }: Call): Promise<Stripe.Refund> {
  const reason = readChoice(params, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer'])
  const asked = readInteger(params, 'amount')
  const metadata = readMetadata(params)
  if (asked !== undefined && asked < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  const charge = await lockPaid(session, params.charge, params.payment_intent)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw forbidden(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = asked ?? left
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw forbidden(message, { param: 'amount' })
  }
  const refund = await putRefund(session, charge, { amount, reason: reason ?? null, metadata })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  await saveObject(session, charge)
  await emitEvent(session, 'refund.created', refund)
  await emitEvent(session, 'charge.refunded', charge)
  return refund
}

/** The captured charge that is meant, its intent locked first. */
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

async function putRefund(session: Session, charge: Charge, { amount, reason, metadata }: NewRefund) {
  const paid = await getObject(session, 'balance_transaction', charge.balance_transaction ?? '')
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
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
  await putObject(session, refund)
  return refund
}

async function retrieveBalance({ session }: Call): Promise<Stripe.Balance> {
  const [sum] = await session.tx<{ available: number; pending: number }[]>`
    select coalesce(sum(net) filter (where available), 0)::float8 as available,
      coalesce(sum(net) filter (where not available), 0)::float8 as pending
    from (
      select (body ->> 'net')::bigint as net, (body ->> 'available_on')::bigint <= ${session.at} as available
      from stand_in.object where object = 'balance_transaction'
    ) movement`
  const part = (amount = 0) => [{ amount, currency: 'usd', source_types: { card: amount } }]
  return { object: 'balance', available: part(sum?.available), livemode: false, pending: part(sum?.pending) }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

const REFUND_PARAMS = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'] as const

/** Charges, refunds, the balance and its movements, and payment methods. */
export const chargeRoutes: Route[] = [
  retrieveRoute('payment_method'),
  retrieveRoute('charge'),
  listRoute('charge', ['payment_intent', 'transfer_group']),
  { method: 'post', path: '/refunds', accepts: REFUND_PARAMS, run: createRefund },
  retrieveRoute('refund'),
  listRoute('refund', ['charge', 'payment_intent']),
  retrieveRoute('balance_transaction'),
  listRoute('balance_transaction', ['source', 'type', 'currency']),
  { method: 'get', path: '/balance', accepts: ['expand'], run: retrieveBalance },
]
