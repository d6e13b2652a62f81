import { DAY_MS } from '../../sync/limits.ts'
import { athleteShareCents, platformShareCents } from '../../sync/money.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { planted } from '../planted.ts'
import type { Work } from '../work.ts'

/** A question's payment as Stripe booked it. */
export type Capture = {
  questionId: string
  athleteId: string
  amountCents: number
  chargeId: string
  feeCents: number
}

type Account = 'stripe_balance' | 'stripe_fees' | 'athlete_payable' | 'platform_revenue'
type Line = { account: Account; personId: string | null; cents: number }

/**
 * Books a captured payment: the athlete is owed 80 % (S2-9.8), the platform keeps the rest and carries Stripe's fee.
 * Debits are positive; the lines come to zero. A charge is booked once, however often this is called.
 */
export async function recordCapture(work: Work, capture: Capture): Promise<void> {
  const { tx, context } = work
  const id = context.random.id()
  const [fresh] = await tx`
    insert into ledger_transaction (id, kind, source, question_id)
    values (${id}, 'capture', ${capture.chargeId}, ${capture.questionId})
    on conflict (kind, source) do nothing returning id`
  if (!fresh) return
  const rows = linesOf(capture)
    .filter(({ cents }) => cents !== 0)
    .map((line) => ({
      transaction_id: id,
      account: line.account,
      person_id: line.personId,
      amount_cents: line.cents,
    }))
  await tx`insert into ledger_entry ${tx(rows)}`
}

function linesOf({ athleteId, amountCents, feeCents }: Capture): Line[] {
  const lost = planted('rounded-down') ? athleteShareCents(amountCents) - Math.floor(amountCents * 0.8) : 0
  return [
    { account: 'stripe_balance', personId: null, cents: amountCents },
    { account: 'athlete_payable', personId: athleteId, cents: lost - athleteShareCents(amountCents) },
    { account: 'platform_revenue', personId: null, cents: -lost - platformShareCents(amountCents) },
    { account: 'stripe_fees', personId: null, cents: feeCents },
    { account: 'stripe_balance', personId: null, cents: -feeCents },
  ]
}

/** What an athlete has earned and not been paid, in cents: a sum over the ledger and nothing else (D25). */
export async function earningsCents(sql: Queryable, personId: string): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entry
    where person_id = ${personId} and account = 'athlete_payable'`
  return row?.cents ?? 0
}

/** One disagreement; null stands for "not there". */
export type LedgerBreak = {
  chargeId: string
  between: 'holds and ledger' | 'ledger and Stripe'
  ourCents: number | null
  theirCents: number | null
}

/**
 * Where captured holds, the ledger and Stripe's balance disagree: none, when all is well. Holds against the ledger
 * whole (what was paid); the ledger against Stripe for the last 30 days (what it brought, less the fee). Null when
 * Stripe cannot be reached.
 */
export async function ledgerBreaks({ sql, payments, clock }: Context): Promise<LedgerBreak[] | null> {
  const from = new Date((await clock.now()).getTime() - 30 * DAY_MS)
  const booked = await payments.listBooked(from)
  if (!booked.ok) return null
  const theirs = new Map(booked.value.map(({ chargeId, netCents }) => [chargeId, netCents]))
  const ours = await bookings(sql, { from, chargeIds: [...theirs.keys()] })
  const between = 'ledger and Stripe'
  const differing = [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((chargeId) => ours.get(chargeId) !== theirs.get(chargeId))
    .map((chargeId): LedgerBreak => {
      return {
        between,
        chargeId,
        ourCents: ours.get(chargeId) ?? null,
        theirCents: theirs.get(chargeId) ?? null,
      }
    })
  return [...(await holdBreaks(sql)), ...differing]
}

function holdBreaks(sql: Queryable): Promise<LedgerBreak[]> {
  return sql<LedgerBreak[]>`
    select 'holds and ledger' as between, coalesce(h.charge_id, l.source, h.id::text) as "chargeId",
      l.cents as "ourCents", h.amount_cents as "theirCents"
    from (select * from hold where state = 'captured') h
    full join (
      select t.source, t.question_id, (-sum(e.amount_cents))::bigint as cents
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.kind = 'capture' and e.account in ('athlete_payable', 'platform_revenue') group by t.id
    ) l on l.source = h.charge_id and l.question_id = h.ask_id
    where l.cents is distinct from h.amount_cents`
}

/** What the ledger says came to Stripe's balance: of these charges, and of all that must be among them by their age. */
async function bookings(
  sql: Queryable,
  { from, chargeIds }: { from: Date; chargeIds: string[] },
): Promise<Map<string, number>> {
  const rows = await sql<{ chargeId: string; cents: number }[]>`
    select t.source as "chargeId", sum(e.amount_cents)::bigint as cents
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'stripe_balance'
    where t.kind = 'capture' and (t.source = any(${chargeIds}) or t.at > ${from}::timestamptz + interval '1 day')
    group by t.id`
  return new Map(rows.map(({ chargeId, cents }) => [chargeId, cents]))
}
