import type { Break } from '../../../sync/desk/returns.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Movement } from '../stripe/balance.ts'
import { BANK_KINDS, SET_ASIDE } from './bank-movements.ts'

/** How many days back the movements of the provider's balance are compared. */
const DAYS = 30

/** Returns the moment since which the provider is compared. */
export const comparedSince = async ({ clock }: Pick<Context, 'clock'>) =>
  new Date((await clock.now()).getTime() - DAYS * DAY_MS)

/** The breaks, and our balance at the provider according to the books and to the provider, in cents. */
export type Comparison = { breaks: Break[]; balance: { ourCents: number; theirCents: number } }

/**
 * Compares payments, payouts, the ledger and Stripe's balance (M6), and returns the breaks, none when all is well.
 * Payments and returned payments are compared with the whole ledger. The ledger is compared with Stripe for the
 * last 30 days, each movement by its cause and direction, and also by the whole balance, so that nothing older or
 * unknown stays hidden. Returns null when Stripe cannot be reached.
 */
export async function compareBooks(context: Context): Promise<Comparison | null> {
  const { sql } = context
  const from = await comparedSince(context)
  const there = await lookAtBalance(context, from)
  if (!there) return null
  const theirs = summed(
    there.movements.map(({ netCents, ...of }) => ({ sourceId: sourceOf(of), cents: netCents })),
  )
  const { ourCents, bookings } = await bookingsOf(sql, {
    from,
    sources: [...theirs.values()].map(({ sourceId }) => sourceId),
  })
  const ours = summed(bookings)
  const differing = [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((key): Break[] => {
    const [our, their] = [ours.get(key), theirs.get(key)]
    // an older movement with the same cause lies outside the period that Stripe was asked for
    if (our?.cents === their?.cents || (!their && !our?.isRecent)) return []
    return [
      {
        sourceId: our?.sourceId ?? their?.sourceId ?? '',
        between: 'ledger and Stripe',
        ourCents: our?.cents ?? null,
        theirCents: their?.cents ?? null,
      },
    ]
  })
  const balance = { ourCents, theirCents: there.balanceCents }
  return {
    breaks: [...(await paymentBreaks(sql)), ...differing, ...balanceBreak(balance, differing)],
    balance,
  }
}

/** Returns a break for the part of the balance difference that the known breaks do not explain. */
function balanceBreak({ ourCents, theirCents }: Comparison['balance'], known: readonly Break[]): Break[] {
  const explained = known.reduce((sum, each) => sum + (each.theirCents ?? 0) - (each.ourCents ?? 0), 0)
  if (theirCents - ourCents === explained) return []
  return [{ sourceId: 'balance', between: 'ledger and balance', ourCents, theirCents }]
}

type There = { balanceCents: number; movements: Movement[] }
const LOOKS = 5

/** Reads the balance and its movements at one moment, and reads again if the balance changed meanwhile. */
async function lookAtBalance({ payments }: Context, from: Date): Promise<There | null> {
  for (let look = 1; ; look += 1) {
    const before = await payments.balanceCents()
    const movements = await payments.listMovements(from)
    const after = await payments.balanceCents()
    if (!before.ok || !movements.ok || !after.ok) return null
    if (before.value === after.value || look === LOOKS)
      return {
        balanceCents: after.value,
        movements: movements.value.filter(
          ({ netCents, type }) => netCents !== 0 && !SET_ASIDE.includes(type),
        ),
      }
  }
}

/**
 * Returns the id by which the books know a movement: that of its cause or, for a movement the provider made by
 * itself, its own.
 */
function sourceOf({ id, type, sourceId }: Pick<Movement, 'id' | 'type' | 'sourceId'>): string {
  return type in BANK_KINDS ? id : (sourceId ?? id)
}

/**
 * Sums rows by cause and direction, because a dispute can take money and give it back: each direction is its own
 * movement.
 */
function summed<Row extends { sourceId: string; cents: number }>(rows: readonly Row[]): Map<string, Row> {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.sourceId} ${row.cents < 0 ? 'out' : 'in'}`
    sums.set(key, { ...row, cents: row.cents + (sums.get(key)?.cents ?? 0) })
  }
  return sums
}

function paymentBreaks(sql: Queryable): Promise<Break[]> {
  return sql<Break[]>`
    select coalesce(p.source, l.source, p.id) as "sourceId", 'payments and ledger' as between, l.cents as "ourCents",
      p.cents as "theirCents"
    from (
      select 'capture' as kind, id::text, ask_id as question_id, charge_id as source, amount_cents as cents from hold
        where state = 'captured'
      union all select 'tip', id::text, question_id, charge_id, amount_cents from tip where state = 'paid'
      union all select 'refund', id::text, question_id, stripe_refund_id, -amount_cents from refund where state = 'done'
      union all select 'refund-by-hand', id::text, question_id, id::text, -amount_cents from refund where by_hand_at is not null
      union all select 'dispute-lost', id, question_id, id, -amount_cents from dispute where state = 'lost'
      union all select 'transfer', id::text, null, transfer_id, -amount_cents from payout where transfer_id is not null
      union all select 'payout-reversed', id::text, null, stripe_reversal_id, amount_cents from reversal where state = 'done'
    ) p
    full join (
      select t.kind, t.source, t.question_id, sum(e.amount_cents)::bigint as cents
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.kind in ('capture', 'tip') and e.account = 'stripe_balance' and e.amount_cents > 0
        or t.kind in ('refund', 'transfer', 'payout-reversed') and e.account = 'stripe_balance' or t.kind = 'dispute-lost' and e.account = 'disputed'
        or t.kind = 'refund-by-hand' and e.account = 'company_bank'
      group by t.id
    ) l on l.kind = p.kind and l.source = p.source and l.question_id is not distinct from p.question_id
    where l.cents is distinct from p.cents
      -- on its way, back again, or appealed: booked, and not done
      and not (p.source is null and (l.kind = 'refund' and exists (select from refund r
          where r.stripe_refund_id = l.source and r.state in ('pending', 'failed'))
        or l.kind = 'dispute-lost' and exists (select from dispute d where d.id = l.source and d.state <> 'lost')))
      -- a charge for no question here, which was refunded at the provider
      and not (l.source is null and p.kind = 'capture' and exists (
        select from ledger_transaction t where t.kind = 'provider-fee' and t.source = p.source))`
}

type Booking = { sourceId: string; cents: number; isRecent: boolean }

/**
 * Returns the ledger's bookings on Stripe's balance: those with these causes, and those recent enough that Stripe
 * must list them. Also returns the sum of all bookings ever.
 */
async function bookingsOf(
  sql: Queryable,
  { from, sources }: { from: Date; sources: string[] },
): Promise<{ ourCents: number; bookings: Booking[] }> {
  const rows = await sql<(Booking | { sourceId: null; cents: number })[]>`
    -- a dispute that moved money several times has bookings with its id and their number
    select split_part(t.source, ' ', 1) as "sourceId", sum(e.amount_cents)::bigint as cents, t.at > ${from}::timestamptz + interval '2 days' as "isRecent"
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'stripe_balance'
    where split_part(t.source, ' ', 1) = any(${sources}) or t.at > ${from}::timestamptz + interval '2 days'
    group by t.id
    union all select null, coalesce(sum(amount_cents), 0)::bigint, false from ledger_entry where account = 'stripe_balance'`
  const isBooking = (row: (typeof rows)[number]): row is Booking => row.sourceId !== null
  return {
    ourCents: rows.find((row) => !isBooking(row))?.cents ?? 0,
    bookings: rows.filter(isBooking).filter(({ cents }) => cents !== 0),
  }
}
