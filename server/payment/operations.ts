import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Queryable, Tx } from '../db/sql.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { type Work, work } from '../work.ts'
import { callStripe, judge, type Operation, type Order, readBack, settle, type Verdict } from './deeds.ts'
import { type Hold, lockHold } from './store.ts'
import type { Intent, Payments, Problem } from './stripe.ts'

/**
 * Writes down what is to be done at Stripe, in the caller's transaction, with the key it will be done by (design
 * 7.2): from its commit on it is done exactly once, whatever crashes. A `create` is run by who asked for it, at once;
 * its job comes later, in case they did not.
 */
export async function intend(work: Work, order: Order & { subjectId: string }): Promise<string> {
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
  const startAfter = kind === 'create' ? new Date(now.getTime() + CREATE_HEAD_START_MS) : undefined
  await enqueue(work, 'money.run', { data: { operationId: id }, singletonKey: id, startAfter })
  return id
}

const CREATE_HEAD_START_MS = 15_000

/** In an order of its own: the database keeps JSON in another one. */
function hashOf(params: Order['params']): string {
  const pairs = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex')
}

const POINTS = { create: 'hold', capture: 'capture', release: 'release' } as const

/**
 * Carries out one intended operation, or finishes one that was interrupted anywhere: the same key while Stripe
 * remembers it; else it looks first, and asks again under a new key only where the effect is certainly absent. Two
 * workers on one operation have one effect. What stays unclear stays intended, for the sweep.
 */
export async function runOperation(context: Context, operationId: string): Promise<void> {
  const operation = await work(context, ({ tx }) => takeOperation(tx, operationId))
  if (!operation) return
  const point = POINTS[operation.kind]
  await context.fault(`${point}.after-intended`)
  const outcome = await perform(context.payments, operation)
  await context.fault(`${point}.after-stripe`)
  if (outcome.verdict === 'unclear') return noteUnclear(context, operation, outcome)
  await work(context, (inside) => finish(inside, operation, outcome))
  await context.fault(`${point}.after-done`)
}

/** `keyHolds`: calling Stripe with the stored key is safe, and still wanted. */
type Taken = Operation & { paramsHash: string; keyHolds: boolean }

async function takeOperation(tx: Tx, id: string): Promise<Taken | null> {
  const [taken] = await tx<Taken[]>`
    update money_operation o set tries = tries + 1, tried_at = app_now() from hold h
    where o.id = ${id} and o.state = 'intended' and h.id = o.subject_id
    returning o.id, o.subject_id as "holdId", o.kind, o.params, o.params_hash as "paramsHash",
      o.idempotency_key as key, o.created_at as "createdAt", o.tried_at as "triedAt",
      o.created_at > app_now() - interval '23 hours' and (o.kind <> 'create' or h.state = 'pending') as "keyHolds"`
  if (taken && hashOf(taken.params) !== taken.paramsHash) {
    throw new Error(`operation ${id} is not what was intended`)
  }
  return taken ?? null
}

type Outcome =
  | { verdict: 'done' | 'gone'; intent: Intent }
  | { verdict: 'again'; why: string }
  | { verdict: 'unclear'; why: string; outage: boolean }

async function perform(payments: Payments, operation: Taken): Promise<Outcome> {
  const called = operation.keyHolds ? await callStripe(payments, operation) : null
  if (called?.ok) return outcomeOf(judge(operation, called.value), called.value)
  if (called?.problem.kind === 'unreachable') return unreachable(called.problem)
  const seen = await readBack(payments, operation)
  if (!seen.ok) return unreachable(seen.problem)
  const verdict = judge(operation, seen.value)
  return verdict === 'absent' ? afterAbsent(called?.problem, seen.value) : outcomeOf(verdict, seen.value)
}

function outcomeOf(verdict: Verdict, intent: Intent | null): Outcome {
  if (intent && (verdict === 'done' || verdict === 'gone')) return { verdict, intent }
  return { verdict: 'unclear', why: `intent is ${intent?.status ?? 'missing'}`, outage: false }
}

const unreachable = ({ code }: Problem): Outcome => ({ verdict: 'unclear', why: code, outage: true })

/** The effect is not there: a spent key is replaced, a card's no is final, anything else is for people to look at. */
function afterAbsent(problem: Problem | undefined, intent: Intent | null): Outcome {
  switch (problem?.kind) {
    case undefined:
    case 'replayed':
    case 'idempotency':
      return { verdict: 'again', why: problem?.code ?? 'key not used any more' }
    case 'card':
      return outcomeOf('gone', intent)
    default:
      return { verdict: 'unclear', why: problem?.code ?? '', outage: false }
  }
}

/** Effect and record in one commit, by whoever comes first. The hold is locked before the operation, as everywhere. */
async function finish(
  work: Work,
  operation: Operation,
  outcome: Exclude<Outcome, { verdict: 'unclear' }>,
): Promise<void> {
  const hold = await lockHold(work.tx, operation.holdId)
  if (!(await closeOperation(work.tx, operation.id, outcome))) return
  if (outcome.verdict === 'again') return renew(work, hold, operation)
  const { verdict, intent } = outcome
  const leftOver = await settle(work, hold, { operation, verdict, intent })
  if (!leftOver) return
  const params = { paymentIntentId: intent.id, reason: 'left over' }
  await intend(work, { subjectId: hold.id, kind: 'release', params })
}

async function closeOperation(tx: Tx, id: string, outcome: Exclude<Outcome, { verdict: 'unclear' }>) {
  const state = outcome.verdict === 'done' ? 'done' : 'failed'
  const error = outcome.verdict === 'again' ? outcome.why : outcome.verdict === 'gone' ? 'gone' : null
  const [closed] = await tx`
    update money_operation set state = ${state}, error = ${error}, done_at = app_now()
    where id = ${id} and state = 'intended' returning id`
  return closed !== undefined
}

/** The same once more under a new key; not for an intent that nobody wants any more. */
async function renew(work: Work, hold: Hold, { kind, params }: Operation): Promise<void> {
  if (kind === 'create' && hold.state !== 'pending') return
  await intend(work, { subjectId: hold.id, kind, params } as Order & { subjectId: string })
}

async function noteUnclear(
  context: Context,
  { id, kind, holdId }: Operation,
  { why, outage }: { why: string; outage: boolean },
): Promise<void> {
  const fields = { operationId: id, holdId, kind, why }
  if (outage) context.log.warn(fields, 'payments: no answer that counts; looking again')
  else context.log.error(fields, 'payments: an operation does not fit its intent; looking again')
  await work(
    context,
    ({ tx }) => tx`update money_operation set error = ${why} where id = ${id} and state = 'intended'`,
  )
}

/** The operation of this kind that a hold still waits for. */
export async function findIntended(
  sql: Queryable,
  holdId: string,
  kind: Order['kind'],
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from money_operation where subject_id = ${holdId} and kind = ${kind} and state = 'intended'`
  return row?.id ?? null
}

/** Gives every interrupted operation a job again, the longest untouched first. */
export function sweepOperations(context: Context): Promise<void> {
  return work(context, async (inside) => {
    const rows = await inside.tx<{ id: string }[]>`
      select id from money_operation
      where state = 'intended' and coalesce(tried_at, created_at) < app_now() - interval '30 seconds'
      order by coalesce(tried_at, created_at) limit 500`
    for (const { id } of rows)
      await enqueue(inside, 'money.run', { data: { operationId: id }, singletonKey: id })
  })
}
