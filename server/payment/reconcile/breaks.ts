import type { Break } from '../../../sync/desk/returns.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'

/** How far back the provider's balance is compared. */
const DAYS = 30

/** The moment from which on the provider is compared. */
export const comparedSince = async ({ clock }: Pick<Context, 'clock'>) =>
  new Date((await clock.now()).getTime() - DAYS * DAY_MS)

/**
 * Where payments, payouts, the ledger and Stripe's balance disagree: none, when all is well (M6). Payments and what went back of
 * them against the ledger, whole; the ledger against Stripe for the last 30 days, each movement of the balance by what
 * moved it and which way. Null when Stripe cannot be reached.
 */
export async function ledgerBreaks(context: Context): Promise<Break[] | null> {
  const { sql, payments } = context
  const from = await comparedSince(context)
  const booked = await payments.listBooked(from)
  if (!booked.ok) return null
  const theirs = new Map(booked.value.map((each) => [keyOf(each.sourceId, each.netCents), each]))
  const ours = await bookings(sql, { from, sources: booked.value.map(({ sourceId }) => sourceId) })
  const differing = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key): Break[] => {
    const [our, their] = [ours.get(key), theirs.get(key)]
    // an older movement of the same thing is not among theirs
    if (our?.cents === their?.netCents || (!their && !our?.isRecent)) return []
    return [
      {
        sourceId: our?.sourceId ?? their?.sourceId ?? '',
        between: 'ledger and Stripe',
        ourCents: our?.cents ?? null,
        theirCents: their?.netCents ?? null,
      },
    ]
  })
  return [...(await paymentBreaks(sql)), ...differing]
}

/** A dispute may take money and give it back: each way is a movement of its own. */
const keyOf = (sourceId: string, cents: number) => `${sourceId} ${cents < 0 ? 'out' : 'in'}`

function paymentBreaks(sql: Queryable): Promise<Break[]> {
  return sql<Break[]>`
    select coalesce(p.source, l.source, p.id) as "sourceId", 'payments and ledger' as between, l.cents as "ourCents",
      p.cents as "theirCents"
    from (
      select 'capture' as kind, id::text, ask_id as question_id, charge_id as source, amount_cents as cents from hold
        where state = 'captured'
      union all select 'tip', id::text, question_id, charge_id, amount_cents from tip where state = 'paid'
      union all select 'refund', id::text, question_id, stripe_refund_id, -amount_cents from refund where state = 'done'
      union all select 'dispute-lost', id, question_id, id, -amount_cents from dispute where state = 'lost'
      union all select 'transfer', id::text, null, transfer_id, -amount_cents from payout where transfer_id is not null
      union all select 'payout-reversed', id::text, null, stripe_reversal_id, amount_cents from reversal where state = 'done'
    ) p
    full join (
      select t.kind, t.source, t.question_id, sum(e.amount_cents)::bigint as cents
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.kind in ('capture', 'tip') and e.account = 'stripe_balance' and e.amount_cents > 0
        or t.kind in ('refund', 'transfer', 'payout-reversed') and e.account = 'stripe_balance' or t.kind = 'dispute-lost' and e.account = 'disputed'
      group by t.id
    ) l on l.kind = p.kind and l.source = p.source and l.question_id is not distinct from p.question_id
    where l.cents is distinct from p.cents
      -- on its way, or back again: booked, and not done
      and not (p.source is null and (l.kind = 'refund' and exists (select from refund r
          where r.stripe_refund_id = l.source and r.state in ('pending', 'failed'))
        or l.kind = 'dispute-lost' and exists (select from dispute d where d.id = l.source and d.state = 'won')))`
}

type Booking = { sourceId: string; cents: number; isRecent: boolean }

/** What the ledger says moved Stripe's balance: because of these, and all that must be among theirs by its age. */
async function bookings(
  sql: Queryable,
  { from, sources }: { from: Date; sources: string[] },
): Promise<Map<string, Booking>> {
  const rows = await sql<Booking[]>`
    select t.source as "sourceId", sum(e.amount_cents)::bigint as cents, t.at > ${from}::timestamptz + interval '2 days' as "isRecent"
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'stripe_balance'
    where t.source = any(${sources}) or t.at > ${from}::timestamptz + interval '2 days'
    group by t.id`
  return new Map(rows.map((row) => [keyOf(row.sourceId, row.cents), row]))
}
