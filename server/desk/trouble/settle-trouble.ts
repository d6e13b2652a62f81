import type { TroubleNamed, troubleDrop, troubleRetry } from '../../../sync/desk/troubles.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import { takeDead } from '../../jobs/dead-jobs.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import type { TxContext } from '../../transact.ts'

type Done = Record<string, never>

/**
 * Retries something stuck at once; a job that was given up gets all its tries again. Refuses `not-found` for what
 * is no longer stuck, and `changed-meanwhile` for an operation that has failed for good.
 */
export async function retryTrouble(
  work: TxContext,
  caller: Caller,
  named: Infer<typeof troubleRetry>,
): Promise<Result<Done>> {
  if (!can(caller, 'see-system')) return refuse('not-allowed')
  const kind = await again(work, named)
  if (!kind.ok) return kind
  const { of, troubleId } = named
  await recordAct(work, caller, {
    act: 'trouble.retry',
    subject: troubleId,
    detail: { of, kind: kind.value },
  })
  return done({})
}

/** Sends it again and returns its kind. */
async function again(work: TxContext, { of, troubleId: id }: TroubleNamed): Promise<Result<string>> {
  const { tx, context } = work
  if (of === 'job') {
    const job = await takeDead(tx, id)
    if (!job) return refuse('not-found')
    const { queue, data, singletonKey } = job
    await context.jobs.send(tx, queue, data, singletonKey === null ? {} : { singletonKey, tryNow: true })
    return done(queue)
  }
  const stuck = await lockStuck(work, { of, troubleId: id })
  if (!stuck) return refuse('not-found')
  if (of === 'money' && stuck.isOver) return refuse('changed-meanwhile')
  if (of === 'mail')
    await enqueue(work, 'mail.send', { data: { mailId: id }, singletonKey: id, tryNow: true })
  else if (of === 'push')
    await enqueue(work, 'push.send', { data: { pushId: id }, singletonKey: id, tryNow: true })
  else await enqueue(work, 'money.run', { data: { operationId: id }, singletonKey: id, tryNow: true })
  return done(stuck.kind)
}

/**
 * Gives up on something stuck, with a reason that is stored. Refuses `not-found` for what is no longer stuck, and
 * `changed-meanwhile` for an operation that is still under way, because a payment depends on it.
 */
export async function dropTrouble(
  work: TxContext,
  caller: Caller,
  { reason, ...named }: Infer<typeof troubleDrop>,
): Promise<Result<Done>> {
  if (!can(caller, 'see-system')) return refuse('not-allowed')
  const { of, troubleId } = named
  const dropped = of === 'job' ? await takeDead(work.tx, troubleId) : await lockStuck(work, named)
  if (!dropped) return refuse('not-found')
  if (of === 'money' && !('isOver' in dropped && dropped.isOver)) return refuse('changed-meanwhile')
  await work.tx`
    insert into dropped_trouble (id, of, reason, dropped_by) values (${troubleId}, ${of}, ${reason}, ${caller.personId})`
  const kind = 'queue' in dropped ? dropped.queue : dropped.kind
  await recordAct(work, caller, { act: 'trouble.drop', subject: troubleId, detail: { of, kind } })
  return done({})
}

type Stuck = { kind: string; isOver: boolean }

/** Returns the row of something stuck, locked; null where it was sent or settled in the meantime. */
async function lockStuck({ tx }: TxContext, { of, troubleId }: TroubleNamed): Promise<Stuck | null> {
  const tables = { mail: 'mail', push: 'push_message', money: 'money_operation' } as const
  if (of === 'job') return null
  await tx`select from ${tx(tables[of])} where id = ${troubleId} for update`
  const isOver = of === 'money' ? tx`state = 'failed'` : tx`false`
  const [stuck] = await tx<Stuck[]>`
    select kind, ${isOver} as "isOver" from ${tx(`stuck_${of}`)} where id = ${troubleId}`
  return stuck ?? null
}
