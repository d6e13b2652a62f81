import { LIMITS } from '../../../sync/limits.ts'
import { type Balance, duePeriods, type Period, payoutCents } from '../../../sync/payment/payout.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { type TxContext, transact } from '../../transact.ts'
import { refreshAccount } from '../connect/connect.ts'
import { accountOf } from '../connect/store.ts'
import { earningsCents, recordPayout } from '../ledger.ts'
import { enqueueOperation } from '../operation/operations.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { arePayoutsHeld } from './hold-payouts.ts'
import { lastName, payoutIdOf } from './payout-name.ts'
import { makeDueChanges } from './redirect.ts'
import { reservedCents, reservedFor } from './reserve.ts'
import { lockPayoutsOf } from './store.ts'
import { isCompared } from './take-in-transfer.ts'
import { orderAgain, transferConnected } from './transfer-waiting.ts'
import { redirectIdle, type Way, wayTo } from './way-to.ts'
import { writeOff } from './write-off.ts'

/**
 * Orders the payouts that are due (S2-9.14, D34): one for each athlete and period, however often this runs, late or
 * on several servers at once. Orders nothing for an athlete whose account is restricted or disconnected; before a
 * transfer the provider is asked about the account. After a restored backup, orders nothing until the first
 * comparison has taken in what the provider knows.
 */
export async function orderPayouts(context: Context): Promise<void> {
  if (!(await isCompared(context.sql)))
    return context.log.warn({}, 'payments: payouts wait for the first comparison after a restored backup')
  const now = (await context.clock.now()).getTime()
  await transferConnected(context)
  await orderAgain(context)
  for (const period of duePeriods(now)) {
    const isReachable = await eachReachable(context, await dueTo(context, period), async (personId) => {
      const account = await accountOf(context.sql, personId)
      if (account?.state === 'ready') await refreshAccount(context, account)
      await transact(context, (inside) => orderPayout(inside, personId, period))
    })
    if (!isReachable) return
  }
  await eachReachable(context, await owedLate(context), (personId) => orderLate(context, personId))
}

/**
 * Runs the order for each athlete; one that fails does not stop the others. Returns false when the provider does
 * not answer, which ends the round.
 */
async function eachReachable(
  context: Context,
  people: readonly string[],
  order: (personId: string) => Promise<void>,
): Promise<boolean> {
  for (const personId of people) {
    try {
      await order(personId)
    } catch (error) {
      context.log.error({ err: error, personId }, 'payments: a payout could not be ordered')
      if (error instanceof PaymentsUnreachable) return false
    }
  }
  return true
}

/**
 * Returns the erased athletes who are owed something, because it came after the erasure, for example from a dispute
 * that was won.
 */
async function owedLate({ sql }: Context): Promise<string[]> {
  const owed = await sql<{ personId: string }[]>`
    select person_id as "personId" from ledger_entry e where account = 'athlete_payable'
      and exists (select from leaving l where l.person_id = e.person_id and l.erased_at is not null)
    group by person_id having sum(amount_cents) < 0 order by person_id`
  return owed.map(({ personId }) => personId)
}

/**
 * Orders the late payout to the account of the last transfer if the provider still knows it, and otherwise by hand.
 * Does nothing while everything that they are owed is in dispute.
 */
async function orderLate(context: Context, personId: string): Promise<void> {
  if ((await lastCents(context.sql, personId)) <= 0) return
  const accountId = await lastAccountOf(context, personId)
  const way = accountId ? { accountId } : { why: 'erased' as const }
  await transact(context, (inside) => orderLastPayout(inside, personId, way))
}

/**
 * Returns the account of an athlete's last transfer; null unless the provider still knows it and it may receive
 * transfers.
 */
async function lastAccountOf({ sql, payments }: Context, personId: string): Promise<string | null> {
  const [last] = await sql<{ id: string }[]>`
    select id from payout where person_id = ${personId} and transfer_id is not null order by paid_at desc, id limit 1`
  if (!last) return null
  const transfer = await payments.findTransfer(last.id)
  if (!transfer.ok) throw new PaymentsUnreachable(transfer.problem.code)
  if (!transfer.value?.accountId) return null
  const account = await payments.retrieveAccount(transfer.value.accountId)
  if (!account.ok) throw new PaymentsUnreachable(account.problem.code)
  return account.value?.mayReceive ? account.value.id : null
}

/**
 * Returns what an athlete is owed now, what they were owed at the end of the period, how much of that fell away
 * since, through payouts and returned payments, and how much is in dispute. Each payment is summed on its own, so
 * that a payment made and returned since takes nothing from the period's sum, and later money adds nothing to it.
 */
async function balanceOf(sql: Queryable, { endsAt }: Period, personId: string): Promise<Balance> {
  const [balance] = await sql<Omit<Balance, 'disputed' | 'disputedAtEnd'>[]>`
    select coalesce(sum(cents), 0)::bigint as now, coalesce(sum(cents) filter (where not "isLater"), 0)::bigint as "atEnd",
      coalesce(-sum(cents) filter (where "isLater" and cents < 0), 0)::bigint as fallen
    from (
      select -sum(e.amount_cents) as cents, "isLater" from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      cross join lateral (select t.at >= ${new Date(endsAt)} as "isLater") moment
      where e.account = 'athlete_payable' and e.person_id = ${personId}
      group by coalesce(t.charge_id, t.source), "isLater") each`
  const disputed = await reservedFor(sql, personId)
  const sumOf = (all: typeof disputed) => all.reduce((sum, { cents }) => sum + cents, 0)
  return {
    ...(balance ?? { atEnd: 0, fallen: 0, now: 0 }),
    disputed: sumOf(disputed),
    disputedAtEnd: sumOf(disputed.filter(({ earnedAt }) => earnedAt.getTime() < endsAt)),
  }
}

/**
 * Returns the athletes who are owed something now and have no payout for the period. `orderPayout` decides the
 * amount.
 */
async function dueTo({ sql }: Context, { name, kind }: Period): Promise<string[]> {
  const least = kind === 'fortnight' ? LIMITS.payoutEveryFortnightOverCents : 0
  const owed = await sql<{ personId: string }[]>`
    select person_id as "personId" from (
      select person_id from ledger_entry where account = 'athlete_payable' and person_id is not null
      group by person_id having -sum(amount_cents) > ${least}) owed
    where not exists (select from payout p where p.person_id = owed.person_id and p.period = ${name})
      and not exists (select from leaving l where l.person_id = owed.person_id and l.erased_at is not null)
    order by person_id`
  return owed.map(({ personId }) => personId)
}

/** Orders and books the payout of one athlete, by the way they can be paid. */
async function orderPayout(work: TxContext, personId: string, period: Period): Promise<void> {
  const { tx } = work
  await tx`select from person where id = ${personId} for no key update`
  await lockPayoutsOf(tx, personId)
  if (await arePayoutsHeld(tx, personId)) return
  await makeDueChanges(work, personId)
  const amountCents = payoutCents(period.kind, await balanceOf(tx, period, personId))
  const way = await wayTo(tx, personId)
  if (amountCents === 0 || way === null) return
  await putPayout(work, { personId, name: period.name, amountCents, way })
}

/**
 * Orders everything owed to an athlete who is being erased, at any amount, by transfer or by hand; what they owe is
 * written off, and what comes in later is set against that first. Every unpaid
 * payout keeps their name, email address and handle, as they were at the erasure, until it is paid. For an athlete
 * who was already erased, the caller passes the way to pay as `told`.
 */
export async function orderLastPayout(work: TxContext, personId: string, told?: Way): Promise<void> {
  const { tx } = work
  await tx`select from person where id = ${personId} for no key update`
  await lockPayoutsOf(tx, personId)
  await writeOff(work, personId)
  const amountCents = await lastCents(tx, personId)
  const way = told ?? (await wayTo(tx, personId)) ?? { why: 'capability' as const }
  await redirectIdle(tx, personId, way)
  if (amountCents > 0) {
    await putPayout(work, { personId, name: await nextLastName(tx, personId), amountCents, way })
  }
  await tx`
    update payout set payee = jsonb_build_object('name', p.first_name || ' ' || p.last_name, 'email', p.email,
      'handle', p.payout_handle)
    from person p where p.id = payout.person_id and p.id = ${personId} and payout.state in ('ordered', 'begun')
      and payout.payee is null`
}

/** Returns what an erased athlete may be paid now: all they are owed except what is in dispute. */
async function lastCents(sql: Queryable, personId: string): Promise<number> {
  return (await earningsCents(sql, personId)) - (await reservedCents(sql, personId))
}

/**
 * The name counts last payouts and contains no date, so that an athlete erased again, after a restored backup, gets
 * the same name.
 */
async function nextLastName(tx: TxContext['tx'], personId: string): Promise<string> {
  const before = await tx`select from payout where person_id = ${personId} and period like 'last %'`
  return lastName(before.length + 1)
}

type NewPayout = { personId: string; name: string; amountCents: number; way: Way }

async function putPayout(work: TxContext, { personId, name, amountCents, way }: NewPayout): Promise<void> {
  const { tx } = work
  const id = payoutIdOf(personId, name)
  const { accountId = null, why = null } = way
  const [fresh] = await tx`
    insert into payout (id, person_id, period, amount_cents, way, why, account_id)
    values (${id}, ${personId}, ${name}, ${amountCents}, ${accountId ? 'transfer' : 'manual'}, ${why}, ${accountId})
    on conflict do nothing returning id`
  if (!fresh) return
  await recordPayout(work, { payoutId: id, athleteId: personId, amountCents })
  if (accountId && !(await arePayoutsHeld(tx, personId)))
    await enqueueOperation(work, { subjectId: id, kind: 'transfer', params: { accountId, amountCents } })
}
