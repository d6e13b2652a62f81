import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { findObject, type PaymentIntent, putObject, type Session } from './store.ts'
import { cardRefused, forbidden } from './wire.ts'

/**
 * How a test card behaves: `ok`; asks for 3-D Secure; can be held but fails at capture; gets only half approved;
 * needs an hour for a refund, or sends it back after an hour; or the name of a decline.
 */
type CardOutcome =
  | 'ok'
  | 'authenticate'
  | 'fails-later'
  | 'in-part'
  | 'refund-pending'
  | 'refund-fails'
  | 'generic_decline'
  | 'insufficient_funds'

/** A card as typed into the local form. `exp` is month and year, such as `04/31`. */
type TypedCard = { number: string; exp: string; cvc: string }

/** A payment method and how its card behaves. */
export type Card = { method: Stripe.PaymentMethod; outcome: CardOutcome }

const OUTCOMES: Record<string, CardOutcome> = {
  '4242424242424242': 'ok',
  '5555555555554444': 'ok',
  '378282246310005': 'ok',
  '4000008260000000': 'ok',
  '6011111111111117': 'ok',
  '4000002500003155': 'authenticate',
  '4000000000000341': 'fails-later',
  '4000000000050007': 'in-part',
  '4000000000007726': 'refund-pending',
  '4000000000005126': 'refund-fails',
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
}

/** The cards of banks outside the United States, which cost more. */
const COUNTRIES: Record<string, string> = { '4000008260000000': 'GB' }

/** Stripe's ready-made test payment methods; each use creates a new one. */
const READY_MADE: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_gb: '4000008260000000',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_threeDSecure2Required: '4000002500003155',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
}

const BRANDS: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^5[1-5]/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6(011|5)/, 'discover'],
]

/** How many days an uncaptured hold lasts for an online payment by the card's owner. */
const HOLD_DAYS: Record<string, number> = { visa: 7, mastercard: 7, amex: 7, discover: 7 }
const DAY = 86_400

/** Returns the card details of a charge. For a hold they contain its expiry, which is the only source for it. */
export function chargedCard(session: Session, { method, outcome }: Card, intent: PaymentIntent) {
  const { card } = method
  const brand = card?.brand ?? 'unknown'
  const held = intent.capture_method === 'manual'
  return {
    type: 'card',
    card: {
      amount_authorized: approvedOf(outcome, intent.amount),
      authorization_code: null,
      brand,
      ...(held && { capture_before: session.at + (HOLD_DAYS[brand] ?? 7) * DAY }),
      checks: card?.checks ?? null,
      country: card?.country ?? null,
      electronic_commerce_indicator: null,
      exp_month: card?.exp_month ?? 12,
      exp_year: card?.exp_year ?? 2040,
      fingerprint: card?.fingerprint ?? null,
      funding: 'credit',
      installments: null,
      last4: card?.last4 ?? null,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  } satisfies Stripe.Charge.PaymentMethodDetails
}

/** Returns how much of an amount the card's bank approves. */
export const approvedOf = (outcome: CardOutcome, amountCents: number) =>
  outcome === 'in-part' ? Math.ceil(amountCents / 2) : amountCents

/** The plain decline. */
export const DECLINED = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

const NOT_ENOUGH = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
}

const DECLINES: Partial<Record<CardOutcome, typeof DECLINED>> = {
  generic_decline: DECLINED,
  insufficient_funds: NOT_ENOUGH,
  'fails-later': DECLINED,
  'in-part': NOT_ENOUGH,
}

/** Returns how this card declines; undefined when it accepts. */
export const declineOf = (outcome: CardOutcome) => DECLINES[outcome]

/** Whether a card that cannot pay can still be held: for the whole amount until the capture, or for a part. */
export const holdsAnyway = (outcome: CardOutcome) => outcome === 'fails-later' || outcome === 'in-part'

/** Returns the payment method with this id; one of Stripe's ready-made names creates a new one. */
export async function resolveCard(session: Session, id: string): Promise<Card> {
  const number = Object.hasOwn(READY_MADE, id) ? READY_MADE[id] : undefined
  if (number) return makeCard(session, { number, month: 12, year: yearOf(session.at) + 5 })
  const method = await findObject(session, 'payment_method', id)
  if (method) return { method, outcome: await outcomeOf(session, id) }
  throw forbidden(`No such PaymentMethod: '${id}'`, { code: 'resource_missing', param: 'payment_method' })
}

/** Creates a payment method from a typed card. Only the last four digits of the number are kept. */
export async function cardFromForm(session: Session, typed: TypedCard): Promise<Card> {
  const number = typed.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) {
    throw cardRefused('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })
  }
  const expiry = readExpiry(typed.exp, session.at)
  const cvcLength = brandOf(number) === 'amex' ? 4 : 3
  if (!/^\d+$/.test(typed.cvc) || typed.cvc.length !== cvcLength) {
    throw cardRefused("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' })
  }
  if (!Object.hasOwn(OUTCOMES, number)) {
    throw cardRefused('Your card was declined. This is a test, and the card is not a test card.', {
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    })
  }
  return makeCard(session, { number, ...expiry })
}

function readExpiry(text: string, at: number) {
  const parts = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(text)
  const month = Number(parts?.[1])
  if (!parts || month < 1 || month > 12) {
    throw cardRefused("Your card's expiration month is invalid.", {
      code: 'invalid_expiry_month',
      param: 'exp_month',
    })
  }
  const year = Number(parts[2]) < 100 ? 2000 + Number(parts[2]) : Number(parts[2])
  // a card is valid until the end of its month of expiry
  if (Date.UTC(year, month) <= at * 1000) {
    throw cardRefused('Your card has expired.', { code: 'expired_card', param: 'exp_month' })
  }
  return { month, year }
}

/** Returns how the card of a payment method behaves, as set when it was created. */
export async function outcomeOf(session: Session, id: string): Promise<CardOutcome> {
  const [row] = await session.tx<{ outcome: CardOutcome | null }[]>`
    select outcome from stand_in.object where id = ${id}`
  return row?.outcome ?? 'ok'
}

type Embossed = { number: string; month: number; year: number }

async function makeCard(session: Session, { number, month, year }: Embossed): Promise<Card> {
  const outcome = OUTCOMES[number] ?? 'generic_decline'
  const method = {
    id: session.newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: brandOf(number),
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: COUNTRIES[number] ?? 'US',
      display_brand: brandOf(number),
      exp_month: month,
      exp_year: year,
      funding: 'credit',
      generated_from: null,
      fingerprint: createHash('sha256').update(`${number} ${month} ${year}`).digest('base64url').slice(0, 16),
      last4: number.slice(-4),
      networks: { available: [brandOf(number)], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: session.at,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod
  await putObject(session, method, outcome)
  return { method, outcome }
}

const brandOf = (number: string) => BRANDS.find(([start]) => start.test(number))?.[1] ?? 'unknown'

const yearOf = (at: number) => new Date(at * 1000).getUTCFullYear()

function isLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
