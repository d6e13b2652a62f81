import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import type { Seller } from '../../env-seller.ts'
import { linkHash } from '../../notify/private-link.ts'
import { takenOffColumn } from '../../notify/taken-off.ts'
import { work } from '../../work.ts'
import { payments } from '../refunds-and-disputes/payment.ts'

/** A payment as its receipt has it. */
export type Receipt = {
  number: string
  issuedAt: Date
  /** As it was when the number was given; null: the receipt is no invoice. */
  seller: Seller | null
  chargeId: string
  of: 'answer' | 'tip'
  paidAt: Date
  paidCents: number
  /** What a discount code had taken off the price; null where none lowered it, and of a tip. */
  takenOffCents: number | null
  /** Null: they were erased. */
  fan: string | null
  email: string | null
  athlete: string
  subject: string
  /** What went back to the card, oldest first; negative where a refund came back to us after all. */
  returned: { at: Date; cents: number; why: 'refund' | 'dispute' }[]
}

/**
 * Gives every payment that has none a number, in the order of the books: a year's numbers begin with 1 and have no gaps, and
 * one that was given stays, with the seller as configured now.
 */
export async function numberPayments(context: Context): Promise<void> {
  const { seller } = context.env
  const [open] = await context.sql`select from ${unnumbered(context.sql)} limit 1`
  if (!open) return
  await work(context, async ({ tx }) => {
    await takeTurn(tx)
    await tx`
      insert into receipt (charge_id, year, number, seller)
      select source, year, coalesce((select max(number) from receipt r where r.year = fresh.year), 0)
        + row_number() over (partition by year order by at, id), ${seller && tx.json(seller)}
      from ${unnumbered(tx)}`
  })
}

/** Two who number at once would give one number twice. */
const takeTurn = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtextextended('receipt', 0))`

const unnumbered = (sql: Queryable) => sql`
  (select t.id, t.source, t.at, extract(year from t.at at time zone 'UTC')::int as year from ledger_transaction t
    where t.kind in ('capture', 'tip') and not exists (select from receipt r where r.charge_id = t.source)) fresh`

/** The payments of the question behind a private link. Refuses `not-found`: nothing was charged, or there is none. */
export async function paidByLink({ sql }: Context, token: string): Promise<Result<string[]>> {
  const rows = await sql<{ chargeId: string }[]>`
    select "chargeId" from ${payments(sql)} payment join question q on q.id = payment."questionId"
    where q.link_hash = ${linkHash(token)} order by payment.at`
  return rows.length > 0 ? done(rows.map(({ chargeId }) => chargeId)) : refuse('not-found')
}

/** A payment of the caller's own, by the question's id or the tip's. Refuses `not-found`. */
export async function paidBy(
  { sql }: Context,
  { personId }: Caller,
  receiptId: string,
): Promise<Result<string[]>> {
  const rows = await sql<{ chargeId: string }[]>`
    select "chargeId" from ${payments(sql)} payment join question q on q.id = payment."questionId"
    where q.fan_id = ${personId} and ${receiptId} = case when payment.of = 'tip' then payment.id else q.id end`
  return rows.length > 0 ? done(rows.map(({ chargeId }) => chargeId)) : refuse('not-found')
}

type Row = Omit<Receipt, 'returned'>

/** What stands on the receipts of these payments, in the order of their numbers. */
export async function receiptsOf(
  { sql }: Pick<Context, 'sql'>,
  chargeIds: readonly string[],
): Promise<Receipt[]> {
  const rows = await sql<Row[]>`
    select r.year || '-' || lpad(r.number::text, 6, '0') as number, r.issued_at as "issuedAt", r.seller, r.charge_id as "chargeId",
      case t.kind when 'tip' then 'tip' else 'answer' end as of, t.at as "paidAt", (
        select sum(e.amount_cents)::bigint from ledger_entry e
        where e.transaction_id = t.id and e.account = 'stripe_balance' and e.amount_cents > 0) as "paidCents",
      case t.kind when 'capture' then ${takenOffColumn(sql, sql`q.id`, sql`q.amount_cents`)} end as "takenOffCents",
      nullif(trim(concat_ws(' ', q.asker ->> 'firstName', q.asker ->> 'lastName')), '') as fan,
      nullif(q.asker ->> 'email', '') as email, a.first_name || ' ' || a.last_name as athlete, q.subject
    from receipt r join ledger_transaction t on t.source = r.charge_id and t.kind in ('capture', 'tip')
    join question q on q.id = t.question_id join person a on a.id = q.athlete_id
    where r.charge_id = any(${[...chargeIds]}) order by r.year, r.number`
  const back = await sql<(Receipt['returned'][number] & { chargeId: string })[]>`
    select t.charge_id as "chargeId", t.at, case when t.kind like 'refund%' then 'refund' else 'dispute' end as why,
      -sum(e.amount_cents)::bigint as cents
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      and e.account = case when t.kind like 'refund%' then 'stripe_balance' else 'disputed' end
    where t.charge_id = any(${[...chargeIds]}) and t.kind in ('refund', 'refund-failed', 'dispute-lost', 'dispute-won')
    group by t.id order by t.at, t.id`
  return rows.map((row) => ({
    ...row,
    returned: back
      .filter(({ chargeId }) => chargeId === row.chargeId)
      .map(({ chargeId: _, ...each }) => each),
  }))
}
