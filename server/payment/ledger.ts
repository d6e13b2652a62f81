import { DAY_MS } from '../../sync/limits.ts'
import { athleteShareCents, platformShareCents, tipCreditCents } from '../../sync/money.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { planted } from '../planted.ts'
import type { Work } from '../work.ts'

/** A payment as Stripe booked it, for an athlete's question or answer. */
export type Taken = {
  questionId: string
  athleteId: string
  amountCents: number
  chargeId: string
  feeCents: number
}

type Account = 'stripe_balance' | 'stripe_fees' | 'athlete_payable' | 'platform_revenue' | 'fee_variance'
type Line = { account: Account; personId?: string; cents: number }
type Entry = { kind: 'capture' | 'tip'; source: string; questionId: string | null; lines: Line[] }

/** Books lines that come to zero; debits are positive. What caused them (`source`) is booked once, however often. */
async function book({ tx, context }: Work, { kind, source, questionId, lines }: Entry): Promise<void> {
  const id = context.random.id()
  const [fresh] = await tx`
    insert into ledger_transaction (id, kind, source, question_id) values (${id}, ${kind}, ${source}, ${questionId})
    on conflict (kind, source) do nothing returning id`
  if (!fresh) return
  const rows = lines
    .filter(({ cents }) => cents !== 0)
    .map(({ account, personId = null, cents }) => ({
      transaction_id: id,
      account,
      person_id: personId,
      amount_cents: cents,
    }))
  await tx`insert into ledger_entry ${tx(rows)}`
}

/** Books a captured question: the athlete is owed 80 % (S2-9.8), the platform keeps the rest and carries Stripe's fee. */
export function recordCapture(work: Work, { athleteId, amountCents, feeCents, ...of }: Taken): Promise<void> {
  const lost = planted('rounded-down') ? athleteShareCents(amountCents) - Math.floor(amountCents * 0.8) : 0
  const lines: Line[] = [
    { account: 'stripe_balance', cents: amountCents },
    { account: 'athlete_payable', personId: athleteId, cents: lost - athleteShareCents(amountCents) },
    { account: 'platform_revenue', cents: -lost - platformShareCents(amountCents) },
    { account: 'stripe_fees', cents: feeCents },
    { account: 'stripe_balance', cents: -feeCents },
  ]
  return book(work, { kind: 'capture', source: of.chargeId, questionId: of.questionId, lines })
}

/**
 * Books a paid tip: the athlete is owed all of it but 2.9 % and 30 cents (S2-9.12, D23). What Stripe keeps beyond that,
 * or less, is the platform's (M8).
 */
export function recordTip(work: Work, { athleteId, amountCents, feeCents, ...of }: Taken): Promise<void> {
  const creditCents = planted('tip-of-80') ? athleteShareCents(amountCents) : tipCreditCents(amountCents)
  const lines: Line[] = [
    { account: 'stripe_balance', cents: amountCents },
    { account: 'athlete_payable', personId: athleteId, cents: -creditCents },
    { account: 'stripe_balance', cents: -feeCents },
    { account: 'fee_variance', cents: feeCents + creditCents - amountCents },
  ]
  return book(work, { kind: 'tip', source: of.chargeId, questionId: of.questionId, lines })
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
  between: 'payments and ledger' | 'ledger and Stripe'
  ourCents: number | null
  theirCents: number | null
}

/**
 * Where captured holds and paid tips, the ledger and Stripe's balance disagree: none, when all is well. Payments against
 * the ledger whole (what was paid); the ledger against Stripe for the last 30 days (what it brought, less the fee). Null when
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
  return [...(await paymentBreaks(sql)), ...differing]
}

function paymentBreaks(sql: Queryable): Promise<LedgerBreak[]> {
  return sql<LedgerBreak[]>`
    select 'payments and ledger' as between, coalesce(p.charge_id, l.source, p.id::text) as "chargeId",
      l.cents as "ourCents", p.amount_cents as "theirCents"
    from (
      select 'capture' as kind, id, ask_id as question_id, charge_id, amount_cents from hold where state = 'captured'
      union all select 'tip', id, question_id, charge_id, amount_cents from tip where state = 'paid'
    ) p
    full join (
      select t.kind, t.source, t.question_id, sum(e.amount_cents)::bigint as cents
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.kind in ('capture', 'tip') and e.account = 'stripe_balance' and e.amount_cents > 0 group by t.id
    ) l on l.kind = p.kind and l.source = p.charge_id and l.question_id = p.question_id
    where l.cents is distinct from p.amount_cents`
}

/** What the ledger says came to Stripe's balance: of these charges, and of all that must be among them by their age. */
async function bookings(
  sql: Queryable,
  { from, chargeIds }: { from: Date; chargeIds: string[] },
): Promise<Map<string, number>> {
  const rows = await sql<{ chargeId: string; cents: number }[]>`
    select t.source as "chargeId", sum(e.amount_cents)::bigint as cents
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id and e.account = 'stripe_balance'
    where t.kind in ('capture', 'tip') and (t.source = any(${chargeIds}) or t.at > ${from}::timestamptz + interval '1 day')
    group by t.id`
  return new Map(rows.map(({ chargeId, cents }) => [chargeId, cents]))
}
