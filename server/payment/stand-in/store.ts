import { readFile } from 'node:fs/promises'
import type Stripe from 'stripe'
import type { Sql, Tx } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Faults } from './faults.ts'
import { invalid, missing, type Params, readInteger, readText } from './wire.ts'

/** Stripe's objects as they are stored, with ids where Stripe could expand them. */
export type PaymentIntent = Stripe.PaymentIntent & {
  latest_charge: string | null
  payment_method: string | null
}
export type Charge = Stripe.Charge & { balance_transaction: string | null; payment_intent: string | null }

/** A link to the page where an account is set up; the API shows only its URL. */
export type AccountLink = {
  id: string
  object: 'account_link'
  account: string
  refreshUrl: string
  returnUrl: string
  expires: number
  used: boolean
}

type Kinds = {
  payment_intent: PaymentIntent
  charge: Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  payment_method: Stripe.PaymentMethod
  event: Stripe.EventBase
  account: Stripe.Account
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  account_link: AccountLink
}
export type Kind = keyof Kinds
type Kept = { id: string; object: string }

/** One API request or one tick of the clock: its transaction, its moment and the request. */
export type Session = {
  tx: Tx
  /** The moment, in whole seconds. */
  at: number
  newId(prefix: string): string
  request: Stripe.Event.Request | null
  platform: Faults['platform']
  /** How many seconds late this session's webhooks are sent. */
  webhookDelaySeconds: number
  /** How many events were written. */
  events: { count: number }
}

/** The API version of these shapes. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** Creates or completes the schema `stand_in`; safe when several processes start at the same time. */
export async function ensureSchema(sql: Sql): Promise<void> {
  const statements = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  await inTransaction(sql, async (tx) => {
    await tx`set local client_min_messages = warning`
    await tx`select pg_advisory_xact_lock(hashtextextended('stand_in.schema', 0))`
    await tx.unsafe(statements)
  })
}

/** Stores a new object; `outcome` says how a test card behaves. */
export async function putObject(
  session: Session,
  object: Kept,
  outcome: string | null = null,
): Promise<void> {
  await session.tx`
    insert into stand_in.object (id, object, body, outcome)
    values (${object.id}, ${object.object}, ${asJson(session.tx, object)}, ${outcome})`
}

/** Stores the changed object. */
export async function saveObject(session: Session, object: Kept): Promise<void> {
  await session.tx`update stand_in.object set body = ${asJson(session.tx, object)} where id = ${object.id}`
}

/** Returns the object of this kind and id, or undefined. */
export async function findObject<K extends Kind>(session: Session, kind: K, id: string) {
  const [row] = await session.tx<{ body: Kinds[K] }[]>`
    select body from stand_in.object where id = ${id} and object = ${kind}`
  return row && (shown(session, row.body) as Kinds[K])
}

/** Returns the object, or throws Stripe's 404. */
export async function getObject<K extends Kind>(session: Session, kind: K, id: string): Promise<Kinds[K]> {
  const found = await findObject(session, kind, id)
  if (!found) throw missing(kind, id)
  return found
}

/** Locks the object until this request ends, so that two processes take turns, and returns it. */
export async function lockObject<K extends Kind>(session: Session, kind: K, id: string): Promise<Kinds[K]> {
  const [row] = await session.tx<{ body: Kinds[K] }[]>`
    select body from stand_in.object where id = ${id} and object = ${kind} for update`
  if (!row) throw missing(kind, id)
  return row.body
}

export const PAGE_PARAMS = ['limit', 'starting_after', 'ending_before', 'created', 'expand'] as const

type Listing = {
  kind: Kind
  params: Params
  /** The fields that a parameter of the same name filters. */
  filters: readonly string[]
  /** A further condition on `o`. */
  also?: ReturnType<typeof createdBetween>
}

/** Returns a page of objects, newest first, with Stripe's cursors. */
export async function listObjects(session: Session, { kind, params, filters, also }: Listing) {
  const { tx } = session
  const limit = readInteger(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalid('Limit must be between 1 and 100.', { param: 'limit' })
  const wanted = Object.fromEntries(
    filters.flatMap((name) => (params[name] === undefined ? [] : [[name, readText(params, name)]])),
  )
  const after = await placeOf(session, kind, readText(params, 'starting_after'))
  const before = await placeOf(session, kind, readText(params, 'ending_before'))
  const rows = await tx<{ body: Kept }[]>`
    select body from stand_in.object o
    where object = ${kind} and body @> ${asJson(tx, wanted)}
      and (${after}::bigint is null or seq < ${after}) and (${before}::bigint is null or seq > ${before})
      ${createdBetween(tx, params)} ${also ?? tx``}
    order by case when ${before}::bigint is null then -seq else seq end
    limit ${limit + 1}`
  const data = rows.slice(0, limit).map(({ body }) => shown(session, body))
  if (before !== null) data.reverse()
  return { object: 'list', url: `/v1/${kind}s`, has_more: rows.length > limit, data }
}

async function placeOf({ tx }: Session, kind: Kind, id: string | undefined): Promise<number | null> {
  if (id === undefined) return null
  const [row] = await tx<{ seq: number }[]>`
    select seq from stand_in.object where id = ${id} and object = ${kind}`
  if (!row) throw missing(kind, id)
  return row.seq
}

function createdBetween(tx: Tx, params: Params) {
  const { created } = params
  const bounds = typeof created === 'object' ? created : undefined
  const range = { gte: readInteger(bounds ?? {}, 'gte'), gt: readInteger(bounds ?? {}, 'gt') }
  const until = { lte: readInteger(bounds ?? {}, 'lte'), lt: readInteger(bounds ?? {}, 'lt') }
  const exact = bounds ? undefined : readInteger(params, 'created')
  return tx`
    and (body ->> 'created')::bigint between
      ${exact ?? range.gte ?? (range.gt === undefined ? 0 : range.gt + 1)} and
      ${exact ?? until.lte ?? (until.lt === undefined ? Number.MAX_SAFE_INTEGER : until.lt - 1)}`
}

/** Returns the object as of now: a balance transaction becomes available by the clock alone. */
function shown(session: Session, body: Kept): Kept {
  if (body.object !== 'balance_transaction') return body
  const { available_on: availableOn } = body as Stripe.BalanceTransaction
  return { ...body, status: availableOn <= session.at ? 'available' : 'pending' } as Kept
}

/** Replaces ids by whole objects where the `expand` paths name them. */
export async function expandObject(
  session: Session,
  body: object,
  paths: readonly string[],
): Promise<object> {
  let expanded = body
  for (const path of paths) expanded = await expandPath(session, expanded, path.split('.'))
  return expanded
}

async function expandPath(session: Session, value: unknown, path: string[]): Promise<object> {
  const [name, ...rest] = path
  if (Array.isArray(value)) return Promise.all(value.map((item) => expandPath(session, item, path)))
  if (value === null || typeof value !== 'object' || name === undefined || !(name in value)) {
    throw invalid(`This property cannot be expanded (${path.join('.')}).`)
  }
  const held = (value as Record<string, unknown>)[name]
  const whole = typeof held === 'string' ? await byId(session, held, path) : held
  const deeper = rest.length > 0 && whole !== null ? await expandPath(session, whole, rest) : whole
  return { ...value, [name]: deeper }
}

async function byId(session: Session, id: string, path: string[]): Promise<Kept> {
  const [row] = await session.tx<{ body: Kept }[]>`select body from stand_in.object where id = ${id}`
  if (!row) throw invalid(`This property cannot be expanded (${path.join('.')}).`)
  return shown(session, row.body)
}

/** Writes an event with the object's current state, and its webhook for delivery, in the same transaction. */
export function emitEvent(session: Session, type: Stripe.Event.Type, object: Kept): Promise<void> {
  return emit(session, { type, object })
}

type Happened = { type: Stripe.Event.Type; object: Kept; account?: string }

/** Writes an event in the same way, also for a connected account. */
export async function emit(session: Session, { type, object, account }: Happened): Promise<void> {
  const event = {
    id: session.newId('evt'),
    object: 'event',
    ...(account && { account }),
    api_version: apiVersion,
    created: session.at,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: session.request,
    type,
  } satisfies Stripe.EventBase
  await putObject(session, event)
  const created = new Date(session.at * 1000)
  const dueAt = new Date((session.at + session.webhookDelaySeconds) * 1000)
  await session.tx`
    insert into stand_in.delivery (event_id, created, due_at) values (${event.id}, ${created}, ${dueAt})`
  session.events.count++
}

const asJson = (tx: Tx, value: object) => tx.json(value as Parameters<Tx['json']>[0])
