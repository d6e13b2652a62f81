import type { RefusalCode } from '../../../sync/errors.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import { pause } from '../../pause.ts'
import { transact } from '../../transact.ts'
import { accountHandler } from '../connect/account-handler.ts'
import { holdHandler } from '../hold-handler.ts'
import { reversalHandler } from '../payout/reversal-handler.ts'
import { transferHandler } from '../payout/transfer-handler.ts'
import { refundHandler } from '../refunds-and-disputes/refund-handler.ts'
import { ACCOUNT_TIMEOUT_MS, KEY_IN_USE, type Problem, TIMEOUT_MS } from '../stripe/answer.ts'
import { tipHandler } from '../tip/tip-handler.ts'
import type { Operation, OperationHandler, Verdict } from './operation-handler.ts'
import { findIntended, hashOf, POINTS } from './operations.ts'

/**
 * Carries out an intended operation, or finishes an interrupted one. While Stripe remembers the key, the same key
 * is used; after that, Stripe's state is read first, and a new key is used only if the effect is certainly absent.
 * Two workers on the same operation have one effect. An unclear operation stays intended, for the sweep. Returns
 * `stuck` when Stripe refused it and people have to look at it.
 */
export async function runOperation(context: Context, operationId: string): Promise<'stuck' | null> {
  const operation = await transact(context, ({ tx }) => takeOperation(tx, operationId))
  if (!operation) return null
  const { payments } = context
  switch (operation.kind) {
    case 'create':
    case 'capture':
    case 'release':
      return carryOut(context, operation, holdHandler(payments, operation))
    case 'tip':
    case 'tip-release':
      return carryOut(context, operation, tipHandler(payments, operation))
    case 'refund':
      return carryOut(context, operation, refundHandler(payments, operation))
    case 'account':
      return carryOut(context, operation, accountHandler(payments, operation))
    case 'transfer':
      return carryOut(context, operation, transferHandler(payments, operation))
    case 'reversal':
      return carryOut(context, operation, reversalHandler(payments, operation))
  }
}

/**
 * `keyHolds`: calling Stripe with the stored key is safe and still wanted. `mayBeUnderWay`: a recent call may still
 * have its effect.
 */
type Taken = Operation & { paramsHash: string; keyHolds: boolean; mayBeUnderWay: boolean }

async function takeOperation(tx: Tx, id: string): Promise<Taken | null> {
  const [taken] = await tx<Taken[]>`
    update money_operation o set tries = o.tries + 1, tried_at = app_now()
    from (select id, tried_at from money_operation where id = ${id} for update) before
    where o.id = before.id and o.state = 'intended'
    returning o.id, o.subject_id as "subjectId", o.kind, o.params, o.params_hash as "paramsHash",
      coalesce(before.tried_at > app_now() - interval '30 seconds', false) as "mayBeUnderWay", o.idempotency_key as key, o.created_at as "createdAt", o.tried_at as "triedAt",
      o.created_at > app_now() - interval '23 hours' and case o.kind
        when 'create' then exists (select from hold where id = o.subject_id and state = 'pending')
        when 'tip' then exists (select from tip where id = o.subject_id and state = 'pending')
        when 'transfer' then not exists (select from payout p join payout_hold h on h.person_id = p.person_id or h.person_id is null
          where p.id = o.subject_id and h.resumed_at is null)
          and not exists (select from payout p join payout_change c on c.person_id = p.person_id and c.kind = 'deposits'
            where p.id = o.subject_id and p.payee is null
              and (c.ended_at is null or c.ending = 'stopped' and c.ended_at >= o.created_at))
        else true end as "keyHolds"`
  if (taken && hashOf(taken.params) !== taken.paramsHash) {
    throw new InternalError(`operation ${id} is not what was intended`)
  }
  return taken ?? null
}

async function carryOut<Seen>(
  context: Context,
  operation: Taken,
  handler: OperationHandler<Seen>,
): Promise<'stuck' | null> {
  const point = POINTS[operation.kind]
  await context.fault(`${point}.after-intended`)
  const outcome = await perform(operation, handler)
  await context.fault(`${point}.after-stripe`)
  if (outcome.verdict === 'unclear') {
    await noteUnclear(context, operation, outcome)
    return outcome.outage ? null : 'stuck'
  }
  // the effect and its record are in one commit, by whichever worker comes first
  await transact(context, async (inside) => {
    await handler.lock(inside)
    if (!(await closeOperation(inside.tx, operation.id, outcome))) return
    if (outcome.verdict === 'again') await handler.renew(inside)
    else if (outcome.verdict === 'refused') await handler.refuse?.(inside, outcome.why)
    else await handler.settle(inside, outcome.verdict, outcome.seen)
    await context.fault(`${point}.before-done`)
  })
  await context.fault(`${point}.after-done`)
  return null
}

type Unclear = { verdict: 'unclear'; why: string; outage: boolean }
type Clear<Seen> =
  | { verdict: 'done' | 'gone'; seen: Seen }
  | { verdict: 'again'; why: string }
  | { verdict: 'refused'; why: string }

async function perform<Seen>(
  { keyHolds, mayBeUnderWay }: Taken,
  handler: OperationHandler<Seen>,
): Promise<Clear<Seen> | Unclear> {
  const called = keyHolds ? await handler.call() : null
  if (called?.ok) return outcomeOf(handler.judge(called.value), called.value)
  if (called?.problem.kind === 'unreachable') return unreachable(called.problem)
  const found = await handler.readBack()
  if (!found.ok) return unreachable(found.problem)
  const verdict = handler.judge(found.value)
  if (verdict !== 'absent') return outcomeOf(verdict, found.value)
  // A recent call that is no longer wanted may still take effect, and closing the operation would leave that effect
  // unreleased.
  if (!called && mayBeUnderWay) return { verdict: 'unclear', why: 'asked for a moment ago', outage: true }
  const { problem } = called ?? {}
  if (problem?.kind === 'invalid' && handler.refuse && (handler.isFinal?.(problem) ?? true))
    return { verdict: 'refused', why: problem.code }
  return afterAbsent(problem, found.value)
}

function outcomeOf<Seen>(verdict: Verdict, seen: Seen | null): Clear<Seen> | Unclear {
  if (seen !== null && (verdict === 'done' || verdict === 'gone')) return { verdict, seen }
  const { status } = (seen ?? {}) as { status?: string }
  return { verdict: 'unclear', why: `what is there is ${status ?? 'missing'}`, outage: false }
}

const unreachable = ({ code }: Problem): Unclear => ({ verdict: 'unclear', why: code, outage: true })

/**
 * Decides when the effect is absent: a spent key is replaced, a card's refusal is final, and people have to look at
 * anything else.
 */
function afterAbsent<Seen>(problem: Problem | undefined, seen: Seen | null): Clear<Seen> | Unclear {
  switch (problem?.kind) {
    case undefined:
    case 'replayed':
    case 'idempotency':
      return { verdict: 'again', why: saidBy(problem) ?? 'key no longer used' }
    case 'card':
      return outcomeOf('gone', seen)
    default:
      return { verdict: 'unclear', why: saidBy(problem) ?? '', outage: false }
  }
}

const saidBy = (problem: Problem | undefined) => problem && `${problem.code}: ${problem.message}`

async function closeOperation(tx: Tx, id: string, outcome: Clear<unknown>): Promise<boolean> {
  const state = outcome.verdict === 'done' ? 'done' : 'failed'
  const error = 'why' in outcome ? outcome.why : outcome.verdict === 'gone' ? 'gone' : null
  const [closed] = await tx`
    update money_operation set state = ${state}, error = ${error}, done_at = app_now()
    where id = ${id} and state = 'intended' returning id`
  return closed !== undefined
}

async function noteUnclear(context: Context, operation: Operation, { why, outage }: Unclear): Promise<void> {
  const { id, kind, subjectId } = operation
  const fields = { operationId: id, subjectId, kind, why }
  if (outage) context.log.warn(fields, 'payments: no answer that counts; looking again')
  else context.log.error(fields, 'payments: what the provider has does not fit the operation; looking again')
  await transact(
    context,
    ({ tx }) => tx`update money_operation set error = ${why} where id = ${id} and state = 'intended'`,
  )
}

/** An order that a user waits for, such as the PaymentIntent of a card form, and how to look for its result. */
type Awaited<T> = {
  subjectId: string
  kind: 'create' | 'tip' | 'account'
  /** Returns the result; null while it is not there yet, `gone` when it is no longer to be paid. */
  look(): Promise<T | null | 'gone'>
  /** The refusal when people have to look at the order; without it, `payments-unreachable`. */
  whenStuck?: RefusalCode
}

/**
 * Carries out an order that a user waits for, unless its result is there already. Must be called outside a
 * transaction. Refuses `hold-gone` when it is no longer to be paid, and `payments-unreachable` when Stripe did not
 * answer: the order then stands, and the call can be repeated safely. The same holds for `whenStuck`.
 */
export async function ensureMade<T>(
  context: Context,
  { subjectId, kind, look, whenStuck = 'payments-unreachable' }: Awaited<T>,
): Promise<Result<T>> {
  const tried: (string | null)[] = []
  // together the looks last as long as the call to Stripe may take
  const mostLooks = (kind === 'account' ? ACCOUNT_TIMEOUT_MS : TIMEOUT_MS) / LOOK_AGAIN_MS
  let isLastLook = false
  let stuck: 'stuck' | null = null
  for (let looks = 0; ; ) {
    const seen = await look()
    if (seen === 'gone') return refuse('hold-gone')
    if (seen !== null) return done(seen)
    if (isLastLook) return refuse(stuck ? whenStuck : 'payments-unreachable')
    const operationId = await findIntended(context.sql, subjectId, kind)
    if (!tried.includes(operationId)) {
      // without an intended operation, another worker may just have finished it; a different operation has a new
      // key
      if (operationId) stuck = await runOperation(context, operationId)
      tried.push(operationId)
    } else {
      looks += 1
      // the worker that ran the operation may have finished since the last look, so look once more
      isLastLook = looks > mostLooks || !(await isUnderWay(context, operationId))
      if (!isLastLook) await pause(LOOK_AGAIN_MS)
    }
  }
}

const LOOK_AGAIN_MS = 100

/** Returns whether Stripe was just handling the same operation for another request. */
async function isUnderWay({ sql }: Context, operationId: string | null): Promise<boolean> {
  const rows = await sql`
    select from money_operation where id = ${operationId} and state = 'intended' and error = ${KEY_IN_USE}`
  return rows.length > 0
}
