import type Stripe from 'stripe'
import { isDisconnected, REGIONS } from './account.ts'
import { availableCents, putMovement } from './charge.ts'
import { type Call, listRoute, type Route, retrieveRoute } from './request.ts'
import {
  emitEvent,
  findObject,
  listObjects,
  lockObject,
  PAGE_PARAMS,
  putObject,
  type Session,
  saveObject,
} from './store.ts'
import { forbidden, invalid, readInteger, readMetadata, readText } from './wire.ts'

async function createTransfer({ session, params }: Call): Promise<Stripe.Transfer> {
  const amount = readInteger(params, 'amount')
  if (amount === undefined || amount < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  if (readText(params, 'currency') !== 'usd')
    throw invalid('The stand-in supports: usd', { param: 'currency' })
  const destination = readText(params, 'destination') ?? ''
  await assertMayReceive(session, destination)
  // lock the balance, so that two simultaneous transfers do not spend the same money
  await session.tx`select pg_advisory_xact_lock(hashtextextended('stand_in.balance', 0))`
  if ((await availableCents(session)) < amount)
    throw forbidden('You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    })
  const id = session.newId('tr')
  const movement = await putMovement(
    session,
    { currency: 'usd', description: null },
    { type: 'transfer', amount: -amount, fee: 0, source: id, availableOn: session.at },
  )
  const transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: movement.id,
    created: session.at,
    currency: 'usd',
    description: null,
    destination,
    livemode: false,
    metadata: readMetadata(params),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: readText(params, 'transfer_group') ?? null,
  } satisfies Stripe.Transfer
  await putObject(session, transfer)
  await emitEvent(session, 'transfer.created', transfer)
  return transfer
}

async function assertMayReceive(session: Session, destination: string): Promise<void> {
  const account = await findObject(session, 'account', destination)
  if (!account || (await isDisconnected(session, destination)))
    throw forbidden(`No such destination: '${destination}'`, {
      code: 'resource_missing',
      param: 'destination',
    })
  if (!REGIONS.includes(account.country ?? ''))
    throw forbidden('Transfers to accounts in this region are not allowed.', {
      code: 'transfers_not_allowed',
    })
  if (account.capabilities?.transfers === 'active') return
  throw forbidden(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer' },
  )
}

async function createReversal({ session, params, id }: Call): Promise<Stripe.TransferReversal> {
  const asked = readInteger(params, 'amount')
  if (asked !== undefined && asked < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  return reverseTransfer(session, id, { asked, metadata: readMetadata(params) })
}

type Reversal = { asked?: number | undefined; metadata?: Record<string, string> }

/**
 * Reverses a transfer, in part or in full, up to what was not reversed before and only while its account is
 * connected.
 */
export async function reverseTransfer(
  session: Session,
  transferId: string,
  { asked, metadata = {} }: Reversal = {},
): Promise<Stripe.TransferReversal> {
  const transfer = await lockObject(session, 'transfer', transferId)
  await assertConnected(session, transfer.destination as string)
  const left = transfer.amount - transfer.amount_reversed
  const amount = asked ?? left
  if (left === 0 || amount > left) {
    const message = `Reversal amount (${amount}) is greater than unreversed amount on transfer (${left}).`
    throw forbidden(message, { param: 'amount' })
  }
  const id = session.newId('trr')
  const movement = await putMovement(
    session,
    { currency: 'usd', description: null },
    { type: 'transfer_refund', amount, fee: 0, source: id, availableOn: session.at },
  )
  const reversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement.id,
    created: session.at,
    currency: 'usd',
    destination_payment_refund: null,
    metadata,
    source_refund: null,
    transfer: transferId,
  } satisfies Stripe.TransferReversal
  await putObject(session, reversal)
  Object.assign(transfer, { amount_reversed: transfer.amount_reversed + amount, reversed: amount === left })
  transfer.reversals.data.unshift(reversal)
  await saveObject(session, transfer)
  await emitEvent(session, 'transfer.reversed', transfer)
  return reversal
}

async function assertConnected(session: Session, accountId: string): Promise<void> {
  if (!(await isDisconnected(session, accountId))) return
  throw forbidden(`The provided key does not have access to account '${accountId}'.`, {
    code: 'account_invalid',
  })
}

const listReversals = ({ session, params, id }: Call) =>
  listObjects(session, {
    kind: 'transfer_reversal',
    params: { ...params, transfer: id },
    filters: ['transfer'],
  })

const REVERSAL_PARAMS = [
  'amount',
  'expand',
  'metadata',
] as const satisfies (keyof Stripe.TransferCreateReversalParams)[]

const TRANSFER_PARAMS = [
  'amount',
  'currency',
  'destination',
  'expand',
  'metadata',
  'transfer_group',
] as const satisfies (keyof Stripe.TransferCreateParams)[]

/** The routes for transfers from the platform's balance to connected accounts, and for their reversals. */
export const transferRoutes: Route[] = [
  { method: 'post', path: '/transfers', accepts: TRANSFER_PARAMS, run: createTransfer },
  retrieveRoute('transfer'),
  listRoute('transfer', ['destination', 'transfer_group']),
  { method: 'post', path: '/transfers/:id/reversals', accepts: REVERSAL_PARAMS, run: createReversal },
  { method: 'get', path: '/transfers/:id/reversals', accepts: PAGE_PARAMS, run: listReversals },
]
