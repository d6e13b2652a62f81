import type Stripe from 'stripe'
import { isDisconnected } from './account.ts'
import { availableCents, putMovement } from './charge.ts'
import { type Call, listRoute, type Route, retrieveRoute } from './request.ts'
import { emitEvent, findObject, putObject, type Session } from './store.ts'
import { forbidden, invalid, readInteger, readMetadata, readText } from './wire.ts'

async function createTransfer({ session, params }: Call): Promise<Stripe.Transfer> {
  const amount = readInteger(params, 'amount')
  if (amount === undefined || amount < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  if (readText(params, 'currency') !== 'usd')
    throw invalid('The stand-in supports: usd', { param: 'currency' })
  const destination = readText(params, 'destination') ?? ''
  await assertMayReceive(session, destination)
  // two transfers at once do not both see the same money
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
  if (account.capabilities?.transfers === 'active') return
  throw forbidden(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer' },
  )
}

const TRANSFER_PARAMS = [
  'amount',
  'currency',
  'destination',
  'expand',
  'metadata',
  'transfer_group',
] as const satisfies (keyof Stripe.TransferCreateParams)[]

/** Transfers from the platform's balance to connected accounts. */
export const transferRoutes: Route[] = [
  { method: 'post', path: '/transfers', accepts: TRANSFER_PARAMS, run: createTransfer },
  retrieveRoute('transfer'),
  listRoute('transfer', ['destination', 'transfer_group']),
]
