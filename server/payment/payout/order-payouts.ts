import { createHash } from 'node:crypto'
import { uuidFromBytes } from '../../../sync/id.ts'
import { type ByHandReason, duePeriods, type Period, payoutCents } from '../../../sync/payment/payout.ts'
import { payoutRoute } from '../../../sync/payment/payout-account.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { planted } from '../../planted.ts'
import { type Work, work } from '../../work.ts'
import { refreshAccount } from '../connect/connect.ts'
import { accountOf } from '../connect/store.ts'
import { recordPayout } from '../ledger.ts'
import { intend } from '../operation/operations.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { lockPayout } from './store.ts'

/**
 * Orders what is due to athletes (S2-9.14, D34): for each of them once a period, however often this runs, late or on
 * several servers at once. Nothing is ordered while their account is restricted or disconnected, and of whoever is paid
 * by transfer the provider is asked first.
 */
export async function orderPayouts(context: Context): Promise<void> {
  const now = (await context.clock.now()).getTime()
  await orderAgain(context)
  for (const period of duePeriods(now)) {
    for (const personId of await dueTo(context, period)) {
      try {
        const account = await accountOf(context.sql, personId)
        if (account?.state === 'ready') await refreshAccount(context, account)
        await work(context, (inside) => orderPayout(inside, personId, period))
      } catch (error) {
        context.log.error({ err: error, personId }, 'payments: a payout could not be ordered')
        if (error instanceof PaymentsUnreachable) return
      }
    }
  }
}

/** Orders the transfers once more that the provider's balance was too low for. */
async function orderAgain(context: Context): Promise<void> {
  const idle = (sql: Queryable) => sql`
    from payout p where p.way = 'transfer' and p.state = 'ordered' and not exists (
      select from money_operation o where o.subject_id = p.id and o.kind = 'transfer' and o.state = 'intended')`
  const waiting = await context.sql<{ id: string }[]>`select p.id ${idle(context.sql)} order by p.created_at`
  for (const { id } of waiting)
    await work(context, async (inside) => {
      const payout = await lockPayout(inside.tx, id)
      const [still] = await inside.tx`select p.id ${idle(inside.tx)} and p.id = ${id}`
      if (!still || !payout?.accountId) return
      const { accountId, amountCents } = payout
      await intend(inside, { subjectId: id, kind: 'transfer', params: { accountId, amountCents } })
    })
}

type Balance = { personId: string; atEnd: number; now: number }

/** What athletes are owed now, and what they were owed when the period ended; of all, or of one. */
function balances(sql: Queryable, { name, endsAt }: Period, personId: string | null): Promise<Balance[]> {
  return sql<Balance[]>`
    select e.person_id as "personId", -sum(e.amount_cents)::bigint as now,
      coalesce(-sum(e.amount_cents) filter (where t.at < ${new Date(endsAt)}), 0)::bigint as "atEnd"
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where e.account = 'athlete_payable' ${personId === null ? sql`and e.person_id is not null` : sql`and e.person_id = ${personId}`}
      and not exists (select from payout p where p.person_id = e.person_id and p.period = ${name})
      and not exists (select from leaving l where l.person_id = e.person_id and l.erased_at is not null)
    group by e.person_id order by e.person_id`
}

function centsOf({ kind }: Period, { atEnd, now }: Balance): number {
  return payoutCents(kind, { atEnd, now: planted('payout-without-unique') ? atEnd : now })
}

async function dueTo({ sql }: Context, period: Period): Promise<string[]> {
  const all = await balances(sql, period, null)
  return all.filter((balance) => centsOf(period, balance) > 0).map(({ personId }) => personId)
}

/** Orders the payout of one athlete, by whichever way they can be paid, and books it. */
async function orderPayout(work: Work, personId: string, period: Period): Promise<void> {
  const { tx } = work
  await tx`select from person where id = ${personId} for no key update`
  const [balance] = await balances(tx, period, personId)
  const amountCents = balance ? centsOf(period, balance) : 0
  const way = await wayTo(tx, personId)
  if (amountCents === 0 || way === null) return
  const name = planted('payout-without-unique') ? `${period.name} ${work.context.random.id()}` : period.name
  const id = payoutIdOf(personId, name)
  const { accountId = null, why = null } = way
  const [fresh] = await tx`
    insert into payout (id, person_id, period, amount_cents, way, why, account_id)
    values (${id}, ${personId}, ${name}, ${amountCents}, ${accountId ? 'transfer' : 'manual'}, ${why}, ${accountId})
    on conflict do nothing returning id`
  if (!fresh) return
  await recordPayout(work, { payoutId: id, athleteId: personId, amountCents })
  if (accountId) await intend(work, { subjectId: id, kind: 'transfer', params: { accountId, amountCents } })
}

/** The same again, from whichever backup the server was restored: the provider knows a transfer by it. */
function payoutIdOf(personId: string, period: string): string {
  return uuidFromBytes(createHash('sha256').update(`${personId} ${period}`).digest().subarray(0, 16))
}

type Way = { accountId: string; why?: undefined } | { accountId?: undefined; why: ByHandReason }

/** How somebody is paid; null while nothing may be paid at all. */
async function wayTo(tx: Work['tx'], personId: string): Promise<Way | null> {
  const [person] = await tx<{ handle: string | null; countryCode: string | null }[]>`
    select payout_handle as handle, country_code as "countryCode" from person where id = ${personId}`
  if (person?.handle) return { why: 'chosen' }
  const account = await accountOf(tx, personId)
  if (account?.state === 'ready' && account.accountId) return { accountId: account.accountId }
  if (account?.state === 'restricted' || account?.state === 'disconnected') return null
  const isElsewhere = account?.state === 'refused' || payoutRoute(person?.countryCode ?? '') === 'manual'
  return { why: isElsewhere ? 'country' : 'no-account' }
}
