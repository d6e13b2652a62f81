import { HOUR_MS, PAYOUT_CHANGE_MS } from '../../../sync/limits.ts'
import type { WaitingChange } from '../../../sync/payment/payout-account.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
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
 * Within this time a further change sends no second mail, because the link of the first mail stops the latest
 * change.
 */
const MAILED_AGAIN_MS = HOUR_MS

/**
 * Redirects an athlete's payouts to this handle, or to direct deposits when it is null. The change takes effect at
 * once if the athlete has never earned anything, because nothing can be stolen then; otherwise after three days,
 * during which it can be stopped. `now` is the current handle; asking for it again withdraws a waiting change.
 * Returns the handle in effect from this commit on. The caller locks the person.
 */
export async function redirectTo(
  work: TxContext,
  personId: string,
  { handle, now }: { handle: string | null; now: string | null },
): Promise<string | null> {
  await endWaiting(work.tx, { personId, kind: 'handle' }, handle === now ? 'taken-back' : 'replaced')
  if (handle === now) return now
  return (await wait(work, personId, { kind: 'handle', handle })) ? now : handle
}

/**
 * Records a waiting change of the direct deposits, because the athlete is about to open the provider's sign-up,
 * where they can name a bank account. The change takes effect in three days, or at once if they have never earned
 * anything.
 */
export async function waitForDeposits(work: TxContext, personId: string): Promise<void> {
  await wait(work, personId, { kind: 'deposits' })
}

/** Returns false when the change takes effect at once. */
async function wait({ context, tx, now }: TxContext, personId: string, change: Change): Promise<boolean> {
  const id = context.random.id()
  if (!(await hasEarned(tx, personId))) {
    if (change.kind === 'handle')
      await tellAccount({ context, tx, now }, { id, kind: 'payout-set', personId })
    return false
  }
  const { kind } = change
  const handle = kind === 'handle' ? change.handle : null
  const from = new Date(now.getTime() + PAYOUT_CHANGE_MS)
  await endWaiting(tx, { personId, kind }, 'replaced')
  const [told] = await tx`
    select from payout_change where person_id = ${personId} and kind = ${kind} and ending = 'replaced'
      and asked_at > app_now() - ${MAILED_AGAIN_MS} * interval '1 millisecond'
      and exists (select from mail m where m.data ->> 'payoutChangeId' = payout_change.id::text)`
  const mailId = context.random.id()
  await tx`
    insert into payout_change (id, person_id, kind, handle, stop_hash, from_at)
    values (${id}, ${personId}, ${kind}, ${handle}, ${linkHash(mailedToken(context.secrets.mailedLink, mailId))}, ${from})`
  if (!told)
    await tellAccount(
      { context, tx, now },
      { id: mailId, kind: 'payout-change', personId, payoutChangeId: id },
    )
  return true
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
