import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { type TxContext, transact } from '../../transact.ts'
import type { Order } from './operation-handler.ts'

/** The prefix of each kind's fault points. */
export const POINTS = {
  create: 'hold',
  capture: 'capture',
  release: 'release',
  tip: 'tip',
  'tip-release': 'tip-release',
  refund: 'refund',
  account: 'account',
  transfer: 'transfer',
  reversal: 'reversal',
} as const satisfies Record<Order['kind'], string>

/**
 * Records an order for Stripe in the caller's transaction, with its idempotency key, and returns the operation's
 * id. Once committed, the order has its effect exactly once, whatever crashes (docs/payments.md). For an order that
 * a user waits for, the caller runs the operation at once; its job starts later, in case the caller could not.
 */
export async function enqueueOperation(
  work: TxContext,
  order: Order & { subjectId: string },
): Promise<string> {
  const { context, tx, now } = work
  const { subjectId, kind, params } = order
  const id = context.random.id()
  await tx`
    insert into money_operation (id, subject_id, kind, attempt, idempotency_key, params, params_hash)
    select ${id}, ${subjectId}, ${kind}, n, concat_ws(':', ${subjectId}::text, ${kind}::text, n), ${tx.json(params)},
      ${hashOf(params)}
    from (
      select coalesce(max(attempt), 0) + 1 as n from money_operation
      where subject_id = ${subjectId} and kind = ${kind}
    ) next`
  const isAwaited = kind === 'create' || kind === 'tip' || kind === 'account'
  const startAfter = isAwaited ? new Date(now.getTime() + HEAD_START_MS) : undefined
  await enqueue(work, 'money.run', { data: { operationId: id }, singletonKey: id, startAfter })
  await context.fault(`${POINTS[kind]}.before-intended`)
  return id
}

const HEAD_START_MS = 15_000

/** Hashes the parameters with sorted keys, because the database returns JSON keys in another order. */
export function hashOf(params: Order['params']): string {
  const pairs = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex')
}

/** Returns the id of the intended operation of this kind that a subject waits for; null when there is none. */
export async function findIntended(
  sql: Queryable,
  subjectId: string,
  kind: Order['kind'],
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from money_operation where subject_id = ${subjectId} and kind = ${kind} and state = 'intended'`
  return row?.id ?? null
}

/**
 * After so many tries a refused account is tried once an hour, because only people can do something about it. Unlike
 * an outage, a refusal has Stripe's message behind its code.
 */
const ACCOUNT_TRIES = 5

/** Gives every interrupted operation a new job, the longest untouched first. */
export async function sweepOperations(context: Context): Promise<void> {
  const rows = await context.sql<{ id: string }[]>`
    select id from money_operation
    where state = 'intended' and coalesce(tried_at, created_at) < app_now() - case
      when kind = 'account' and tries >= ${ACCOUNT_TRIES} and error like '%: %' then interval '1 hour' else interval '30 seconds' end
    order by coalesce(tried_at, created_at) limit 500`
  if (rows.length === 0) return
  await transact(context, async (inside) => {
    for (const { id } of rows)
      await enqueue(inside, 'money.run', { data: { operationId: id }, singletonKey: id })
  })
}
