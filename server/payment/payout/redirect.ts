import { HOUR_MS, PAYOUT_CHANGE_MS } from '../../../sync/limits.ts'
import type { WaitingChange } from '../../../sync/payment/payout-account.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import { transact as inWork, type TxContext } from '../../transact.ts'

/** A change of where an athlete's payouts go: to another handle (null: to direct deposits), or what is set up at the provider. */
type Change = { kind: 'handle'; handle: string | null } | { kind: 'deposits' }

/** Of several changes in a row one mail is enough: its link stops the latest. */
const MAILED_AGAIN_MS = HOUR_MS

/**
 * Pays an athlete by hand to this handle, or with null by direct deposits: from now on, while nothing was ever earned and
 * so nothing can be led astray; else in three days, and until then it can be stopped. `now` is the one that counts; asked
 * for again, it takes back what waits. Answers the handle that counts from this commit on. The person is locked by the caller.
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

/** The provider's sign-up is about to be opened, where a bank account is named: what it changes counts in three days. */
export async function waitForDeposits(work: TxContext, personId: string): Promise<void> {
  await wait(work, personId, { kind: 'deposits' })
}

/** False where it counts at once. */
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

type Waiting = { personId: string; kind: Change['kind'] }

async function endWaiting(
  tx: Tx,
  { personId, kind }: Waiting,
  ending: 'replaced' | 'taken-back' | 'stopped',
): Promise<boolean> {
  const ended = await tx`
    update payout_change set ended_at = app_now(), ending = ${ending}
    where person_id = ${personId} and kind = ${kind} and ended_at is null returning id`
  return ended.length > 0
}

/** What of somebody's payouts waits to be changed, and from when on it counts. */
export async function waitingChanges(on: Queryable, personId: string): Promise<WaitingChange[]> {
  const rows = await on<(Omit<WaitingChange, 'from'> & { from: Date })[]>`
    select kind, handle, from_at as from from payout_change
    where person_id = ${personId} and ended_at is null order by from_at, id`
  return rows.map((row) => ({ ...row, from: row.from.getTime() }))
}

/** Makes the changes whose three days are over; of everybody, or of one athlete before they are paid. */
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

/** The same for the sweep. */
export async function sweepPayoutChanges(context: Context): Promise<void> {
  await inWork(context, (work) => makeDueChanges(work))
}

/** Whether what an athlete set up at the provider does not count yet. */
export async function areDepositsWaiting(tx: Tx, personId: string): Promise<boolean> {
  const [waiting] = await tx`
    select from payout_change where person_id = ${personId} and kind = 'deposits' and ended_at is null`
  return waiting !== undefined
}

/**
 * Stops the change that a mail told of, by its link and without signing in: payouts go where they went. What was set up
 * at the provider meanwhile is let go of, because somebody else may have named their bank account there: nothing is paid
 * to it until its owner connects again. Refusal: `link-spent` where nothing waits any more.
 */
export async function stopChange({ tx, context }: TxContext, token: string): Promise<Result<object>> {
  const [change] = await tx<Waiting[]>`
    select person_id as "personId", kind from payout_change where stop_hash = ${linkHash(token)}`
  if (!change || !(await endWaiting(tx, change, 'stopped'))) return refuse('link-spent')
  if (change.kind === 'deposits')
    await tx`
      update payout_account set state = 'disconnected', updated_at = app_now()
      where person_id = ${change.personId} and state in ('unfinished', 'ready', 'restricted')`
  context.log.warn(
    { personId: change.personId, kind: change.kind },
    'payments: a change of payouts was stopped',
  )
  return done({})
}
