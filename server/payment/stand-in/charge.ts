import type Stripe from 'stripe'
import { approvedOf, type Card, chargedCard } from './card.ts'
import { type Call, listRoute, type Route, retrieveRoute } from './request.ts'
import { type Charge, emitEvent, type PaymentIntent, putObject, type Session, saveObject } from './store.ts'
import { forbidden, missing } from './wire.ts'

const DAY = 86_400

/**
 * Returns Stripe's fee for a card payment: 2.9 % of the captured amount plus 30 cents, and 1.5 % more for a foreign
 * card.
 */
const feeOf = (amountCents: number, country: string | null | undefined) =>
  Math.round(amountCents * (country === 'US' ? 0.029 : 0.044)) + 30

/** Returns a new charge on this card. With manual capture, the charge waits for its capture and expires by itself. */
export function newCharge(session: Session, intent: PaymentIntent, card: Card): Charge {
  return {
    id: session.newId('ch'),
    object: 'charge',
    amount: approvedOf(card.outcome, intent.amount),
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

/** Captures a charge once, up to its amount; the rest returns to the card. */
export async function captureCharge(session: Session, charge: Charge, amountCents: number): Promise<void> {
  const movement = await putMovement(session, charge, {
    type: 'charge',
    amount: amountCents,
    fee: feeOf(amountCents, charge.payment_method_details?.card?.country),
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

type BankType =
  | 'topup'
  | 'payout'
  | 'payout_failure'
  | 'payout_minimum_balance_hold'
  | 'payout_minimum_balance_release'
  | 'stripe_fee'
type Movement = {
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'transfer' | 'transfer_refund' | BankType
  amount: number
  fee: number
  /** Null when nothing caused it, for example for a fee of the provider's. */
  source: string | null
  availableOn: number
}

/** Stores a movement of the balance, with the currency and description of what it is for. */
export async function putMovement(
  session: Session,
  charge: Pick<Charge, 'currency' | 'description'>,
  movement: Movement,
) {
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

/** Adds money of the company's own to the balance. */
export async function topUp(session: Session, amount: number): Promise<string> {
  const source = session.newId('tu')
  const more = { type: 'topup', amount, fee: 0, source, availableOn: session.at } as const
  await putMovement(session, { currency: 'usd', description: null }, more)
  return source
}

/**
 * Pays out to the company's bank; `fee` is what the provider keeps for an instant payout. With a minimum balance,
 * the provider sets it aside before the payout and gives it back after it.
 */
export async function payOutToBank(
  session: Session,
  amount: number,
  { fee = 0, minimum = 0 }: { fee?: number | undefined; minimum?: number | undefined } = {},
): Promise<string> {
  await session.tx`select pg_advisory_xact_lock(hashtextextended('stand_in.balance', 0))`
  if ((await availableCents(session)) < amount + fee + minimum)
    throw forbidden('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    })
  const source = session.newId('po')
  const more = { type: 'payout', amount: -amount, fee, source, availableOn: session.at } as const
  const aside = { fee: 0, source: null, availableOn: session.at } as const
  const currency = 'usd'
  const hold = { ...aside, type: 'payout_minimum_balance_hold', amount: -minimum } as const
  const release = { ...aside, type: 'payout_minimum_balance_release', amount: minimum } as const
  if (minimum > 0) await putMovement(session, { currency, description: 'Minimum balance hold' }, hold)
  await putMovement(session, { currency, description: 'STRIPE PAYOUT' }, more)
  if (minimum > 0) await putMovement(session, { currency, description: 'Minimum balance release' }, release)
  return source
}

/** Returns a payout, because the company's bank sent it back. */
export async function failBankPayout(session: Session, source: string): Promise<void> {
  const [paid] = await session.tx<{ amount: number }[]>`
    select (body ->> 'amount')::int as amount from stand_in.object
    where object = 'balance_transaction' and body @> ${session.tx.json({ type: 'payout', source })}`
  if (!paid) throw missing('payout', source)
  const back = {
    type: 'payout_failure',
    amount: -paid.amount,
    fee: 0,
    source,
    availableOn: session.at,
  } as const
  await putMovement(session, { currency: 'usd', description: 'STRIPE PAYOUT FAILURE' }, back)
}

/** Charges a fee that belongs to no other movement. */
export async function chargeFee(session: Session, amount: number): Promise<string> {
  const more = { type: 'stripe_fee', amount: -amount, fee: 0, source: null, availableOn: session.at } as const
  return (await putMovement(session, { currency: 'usd', description: 'Billing - Usage Fee' }, more)).id
}

async function retrieveBalance({ session }: Call): Promise<Stripe.Balance> {
  const sum = await balanceOf(session)
  const part = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
  return { object: 'balance', available: part(sum.available), livemode: false, pending: part(sum.pending) }
}

/** Returns how much can be sent on now; card payments become available after two days. */
export const availableCents = async (session: Session) => (await balanceOf(session)).available

async function balanceOf(session: Session): Promise<{ available: number; pending: number }> {
  const [sum] = await session.tx<{ available: number; pending: number }[]>`
    select coalesce(sum(net) filter (where available), 0)::float8 as available,
      coalesce(sum(net) filter (where not available), 0)::float8 as pending
    from (
      select (body ->> 'net')::bigint as net, (body ->> 'available_on')::bigint <= ${session.at} as available
      from stand_in.object where object = 'balance_transaction'
    ) movement`
  return sum ?? { available: 0, pending: 0 }
}

/** The routes for charges, the balance and its movements, and payment methods. */
export const chargeRoutes: Route[] = [
  retrieveRoute('payment_method'),
  retrieveRoute('charge'),
  listRoute('charge', ['payment_intent', 'transfer_group']),
  retrieveRoute('balance_transaction'),
  listRoute('balance_transaction', ['source', 'type', 'currency']),
  { method: 'get', path: '/balance', accepts: ['expand'], run: retrieveBalance },
]
