import type Stripe from 'stripe'
import { resolveCard } from './card.ts'
import { assertConfirmable, cancelIntent, captureIntent, confirmIntent, lockIntent, OPEN } from './intent.ts'
import { type Call, listRoute, type Route } from './request.ts'
import { emitEvent, type PaymentIntent, putObject, type Session, saveObject } from './store.ts'
import {
  invalid,
  type Params,
  readChoice,
  readInteger,
  readMetadata,
  readText,
  readWords,
  unexpectedState,
} from './wire.ts'

const MIN_CENTS = 50
const MAX_CENTS = 99_999_999

const UPDATE_PARAMS = [
  'amount',
  'capture_method',
  'currency',
  'description',
  'expand',
  'metadata',
  'payment_method',
  'receipt_email',
  'statement_descriptor_suffix',
  'transfer_group',
] as const satisfies (keyof Stripe.PaymentIntentUpdateParams)[]

const CREATE_PARAMS = [
  ...UPDATE_PARAMS,
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'confirm',
  'return_url',
] as const satisfies (keyof Stripe.PaymentIntentCreateParams)[]

const CONFIRM_PARAMS = [
  'expand',
  'payment_method',
  'receipt_email',
  'return_url',
] as const satisfies (keyof Stripe.PaymentIntentConfirmParams)[]

const CAPTURE_PARAMS = [
  'amount_to_capture',
  'expand',
  'metadata',
] as const satisfies (keyof Stripe.PaymentIntentCaptureParams)[]

/** The routes for PaymentIntents. */
export const intentRoutes: Route[] = [
  { method: 'post', path: '/payment_intents', accepts: CREATE_PARAMS, run: createPaymentIntent },
  listRoute('payment_intent', []),
  {
    method: 'get',
    path: '/payment_intents/:id',
    accepts: ['client_secret', 'expand'],
    run: retrievePaymentIntent,
  },
  { method: 'post', path: '/payment_intents/:id', accepts: UPDATE_PARAMS, run: updateIntent },
  { method: 'post', path: '/payment_intents/:id/confirm', accepts: CONFIRM_PARAMS, run: confirm },
  { method: 'post', path: '/payment_intents/:id/capture', accepts: CAPTURE_PARAMS, run: capture },
  {
    method: 'post',
    path: '/payment_intents/:id/cancel',
    accepts: ['cancellation_reason', 'expand'],
    run: cancel,
  },
]

function retrievePaymentIntent({ session, id }: Call): Promise<PaymentIntent> {
  return lockIntent(session, id)
}

async function createPaymentIntent({ session, params }: Call): Promise<PaymentIntent> {
  const amount = readAmount(params)
  if (amount === undefined) throw required('amount')
  if (params.currency === undefined) throw required('currency')
  const fields = { ...readFields(params), ...readMethodTypes(params) }
  const confirmed = readChoice(params, 'confirm', ['true', 'false']) === 'true'
  const methodId = readText(params, 'payment_method')
  if (confirmed && !methodId) throw missingMethod()
  const card = methodId ? await resolveCard(session, methodId) : undefined
  const intent = { ...newIntent(session, amount), ...fields }
  if (card) Object.assign(intent, { status: 'requires_confirmation', payment_method: card.method.id })
  await putObject(session, intent)
  await emitEvent(session, 'payment_intent.created', intent)
  if (card && confirmed) await confirmIntent(session, intent, card)
  return intent
}

async function updateIntent({ session, params, id }: Call): Promise<PaymentIntent> {
  const amount = readAmount(params)
  const intent = await lockIntent(session, id)
  const fields = readFields(params, intent)
  const methodId = readText(params, 'payment_method')
  const changesMoney = amount !== undefined || methodId || params.capture_method !== undefined
  if (changesMoney && !OPEN.includes(intent.status)) {
    const message = `This PaymentIntent could not be updated because it has a status of ${intent.status}. You may only update a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`
    throw unexpectedState(message, intent)
  }
  Object.assign(intent, fields)
  if (amount !== undefined) intent.amount = amount
  if (methodId) {
    const card = await resolveCard(session, methodId)
    Object.assign(intent, {
      status: 'requires_confirmation',
      payment_method: card.method.id,
      next_action: null,
    })
  }
  await saveObject(session, intent)
  return intent
}

async function confirm({ session, params, id }: Call): Promise<PaymentIntent> {
  const intent = await lockIntent(session, id)
  const methodId = readText(params, 'payment_method') ?? intent.payment_method
  assertConfirmable(intent)
  if (!methodId) throw missingMethod()
  intent.receipt_email = readText(params, 'receipt_email') ?? intent.receipt_email
  await confirmIntent(session, intent, await resolveCard(session, methodId))
  return intent
}

async function capture({ session, params, id }: Call): Promise<PaymentIntent> {
  const asked = readInteger(params, 'amount_to_capture')
  const intent = await lockIntent(session, id)
  intent.metadata = readMetadata(params, intent.metadata)
  await captureIntent(session, intent, asked)
  return intent
}

async function cancel({ session, params, id }: Call): Promise<PaymentIntent> {
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const
  const reason = readChoice(params, 'cancellation_reason', reasons)
  const intent = await lockIntent(session, id)
  await cancelIntent(session, intent, reason ?? null)
  return intent
}

const required = (name: string) =>
  invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })

const missingMethod = () =>
  invalid(
    "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
    { code: 'payment_intent_unexpected_state' },
  )

/** Reads an amount in whole cents, in dollars, within Stripe's limits. */
function readAmount(params: Params): number | undefined {
  const currency = readText(params, 'currency')
  if (currency !== undefined && currency !== 'usd') {
    throw invalid(`Invalid currency: ${currency}. The stand-in supports: usd`, { param: 'currency' })
  }
  const amount = readInteger(params, 'amount')
  if (amount === undefined) return undefined
  if (amount < MIN_CENTS) {
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > MAX_CENTS) {
    const message = 'Amount must be no more than $999,999.99'
    throw invalid(message, { code: 'amount_too_large', param: 'amount' })
  }
  return amount
}

/** Reads the allowed payment method types; a list replaces the automatic choice. */
function readMethodTypes(params: Params): Partial<PaymentIntent> {
  const allowed = readWords(params, 'allowed_payment_method_types')
  if (allowed.length === 0) return {}
  return { allowed_payment_method_types: allowed, automatic_payment_methods: null }
}

const CAPTURE_METHODS = ['automatic', 'automatic_async', 'manual'] as const

type Fields = Pick<
  Stripe.PaymentIntent,
  | 'capture_method'
  | 'description'
  | 'metadata'
  | 'receipt_email'
  | 'statement_descriptor_suffix'
  | 'transfer_group'
>

/** Reads the fields that can be set at creation and changed later; an empty text unsets a field. */
function readFields(params: Params, before?: Fields): Fields {
  const text = (name: 'description' | 'receipt_email' | 'statement_descriptor_suffix' | 'transfer_group') => {
    const given = readText(params, name)
    return given === undefined ? (before?.[name] ?? null) : given || null
  }
  return {
    capture_method:
      readChoice(params, 'capture_method', CAPTURE_METHODS) ?? before?.capture_method ?? 'automatic_async',
    description: text('description'),
    metadata: readMetadata(params, before?.metadata),
    receipt_email: text('receipt_email'),
    statement_descriptor_suffix: text('statement_descriptor_suffix'),
    transfer_group: text('transfer_group'),
  }
}

function newIntent(session: Session, amount: number): Omit<PaymentIntent, keyof Fields> {
  const id = session.newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_${session.newId('secret')}`,
    confirmation_method: 'automatic',
    created: session.at,
    currency: 'usd',
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    status: 'requires_payment_method',
    transfer_data: null,
  }
}
