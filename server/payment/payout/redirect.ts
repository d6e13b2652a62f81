import { PAYOUT_CHANGE_MS } from '../../../sync/limits.ts'
import type { WaitingChange } from '../../../sync/payment/payout-account.ts'
import { done, type Result } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { countHit, hashed, limitFactorOf } from '../../http/rate-limit.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import { transact as inWork, type TxContext } from '../../transact.ts'

/**
 * A change of where an athlete's payouts go: to another handle (null for direct deposits), or to another set-up at
 * the provider.
 */
type Change = { kind: 'handle'; handle: string | null } | { kind: 'deposits' }

/**
 * How many changes of each kind one athlete may make in an hour. Each is told by mail, because a silent one could be
 * a thief's who waited for the athlete's own.
 */
const CHANGES = { max: 6, windowS: 3_600 }

/**
 * Redirects an athlete's payouts to this handle, or to direct deposits when it is null. The change takes effect at
 * once if the athlete has never earned anything, because nothing can be stolen then; otherwise after three days,
 * during which it can be stopped. `now` is the current handle; asking for it again withdraws a waiting change.
 * Asking again for the handle that waits changes nothing. Returns the handle in effect from this commit on. The
 * caller locks the person. Refuses `too-many-requests`.
 */
export async function redirectTo(
  work: TxContext,
  personId: string,
  { handle, now }: { handle: string | null; now: string | null },
): Promise<Result<string | null>> {
  const { tx } = work
  if (handle === now) {
    await endWaiting(tx, { personId, kind: 'handle' }, 'taken-back')
    return done(now)
  }
  const waiting = await tx`
    select from payout_change where person_id = ${personId} and kind = 'handle' and ended_at is null
      and handle is not distinct from ${handle}`
  if (waiting.length > 0) return done(now)
  const changed = await change(work, personId, { kind: 'handle', handle })
  return changed.ok ? done(changed.value === 'waits' ? now : handle) : changed
}

/**
 * Records a waiting change of the direct deposits, because the athlete is about to open the provider's sign-up,
 * where they can name a bank account. The change takes effect in three days, or at once if they have never earned
 * anything. Each opening starts the three days again. Refuses `too-many-requests`.
 */
export async function waitForDeposits(
  work: TxContext,
  personId: string,
): Promise<Result<'waits' | 'counts'>> {
  return change(work, personId, { kind: 'deposits' })
}

/** Makes a change and tells the athlete of it by mail; `counts` when it takes effect at once. */
async function change(
  { context, tx, now }: TxContext,
  personId: string,
  wanted: Change,
): Promise<Result<'waits' | 'counts'>> {
  const { kind } = wanted
  const rule = { ...CHANGES, max: CHANGES.max * limitFactorOf(context) }
  const counted = await countHit(tx, `payouts of ${hashed(personId)} by ${kind}`, rule)
  if (!counted.ok) return counted
  await endWaiting(tx, { personId, kind }, 'replaced')
  const mailId = context.random.id()
  if (!(await hasEarned(tx, personId))) {
    await tellAccount({ context, tx, now }, { id: mailId, kind: 'payout-set', personId })
    return done('counts')
  }
  const id = context.random.id()
  const handle = wanted.kind === 'handle' ? wanted.handle : null
  const from = new Date(now.getTime() + PAYOUT_CHANGE_MS)
  await tx`
    insert into payout_change (id, person_id, kind, handle, stop_hash, from_at)
    values (${id}, ${personId}, ${kind}, ${handle}, ${linkHash(mailedToken(context.secrets.mailedLink, mailId))}, ${from})`
  const mail = { id: mailId, kind: 'payout-change', personId, payoutChangeId: id } as const
  await tellAccount({ context, tx, now }, mail)
  return done('waits')
}

async function hasEarned(tx: Tx, personId: string): Promise<boolean> {
  const [entry] = await tx`
    select from ledger_entry where account = 'athlete_payable' and person_id = ${personId} limit 1`
  return entry !== undefined
}

export type Waiting = { personId: string; kind: Change['kind'] }

/** Ends an athlete's waiting change of this kind. Returns false when none was waiting. */
export async function endWaiting(
  tx: Tx,
  { personId, kind }: Waiting,
  ending: 'replaced' | 'taken-back' | 'stopped',
): Promise<boolean> {
  const ended = await tx`
    update payout_change set ended_at = app_now(), ending = ${ending}
    where person_id = ${personId} and kind = ${kind} and ended_at is null returning id`
  return ended.length > 0
}

/** Returns an athlete's waiting changes, each with the moment when it takes effect. */
export async function waitingChanges(on: Queryable, personId: string): Promise<WaitingChange[]> {
  const rows = await on<(Omit<WaitingChange, 'from'> & { from: Date })[]>`
    select kind, handle, from_at as from from payout_change
    where person_id = ${personId} and ended_at is null order by from_at, id`
  return rows.map((row) => ({ ...row, from: row.from.getTime() }))
}

/** Applies the changes whose three days are over: of everybody, or of one athlete before a payout. */
export async function makeDueChanges(
  { tx }: Pick<TxContext, 'tx'>,
  personId: string | null = null,
): Promise<void> {
  await tx`
    with due as (
      update payout_change set ended_at = app_now(), ending = 'made'
      where ended_at is null and from_at <= app_now() and person_id = coalesce(${personId}, person_id)
      returning person_id, kind, handle
    )
    update person set payout_handle = due.handle, updated_at = app_now() from due
    where person.id = due.person_id and due.kind = 'handle'`
}

/** Applies the due changes of everybody, for the sweep. */
export async function sweepPayoutChanges(context: Context): Promise<void> {
  await inWork(context, (work) => makeDueChanges(work))
}

/** Returns whether a change of the athlete's set-up at the provider is still waiting. */
export async function areDepositsWaiting(tx: Tx, personId: string): Promise<boolean> {
  const [waiting] = await tx`
    select from payout_change where person_id = ${personId} and kind = 'deposits' and ended_at is null`
  return waiting !== undefined
}
