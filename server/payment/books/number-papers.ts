import type { Context } from '../../context.ts'
import type { Queryable, Statement, Tx } from '../../db/sql.ts'
import { transact } from '../../transact.ts'
import { isReturn } from '../refunds-and-disputes/went-back.ts'

/**
 * Gives a receipt number to every payment without one, and a credit note number to every return of money without
 * one, in the order of the books. The numbers of a year start at 1 and have no gaps. A number never changes once
 * given; a receipt also keeps the seller configured at that time.
 */
export async function numberPapers(context: Context): Promise<void> {
  const { seller } = context.env
  const [open] = await context.sql`
    select where exists (select from ${unnumberedPayments(context.sql)}) or exists (select from ${unnumberedReturns(context.sql)})`
  if (!open) return
  await transact(context, async ({ tx }) => {
    await takeTurn(tx)
    await tx`
      insert into receipt (charge_id, year, number, seller)
      select source, year, coalesce((select max(number) from receipt r where r.year = fresh.year), 0)
        + row_number() over (partition by year order by at, id), ${seller && tx.json(seller)}
      from ${unnumberedPayments(tx)}`
    await tx`
      insert into credit_note (transaction_id, year, number)
      select id, year, coalesce((select max(number) from credit_note n where n.year = fresh.year), 0)
        + row_number() over (partition by year order by at, is_back, id)
      from ${unnumberedReturns(tx)}`
  })
}

/** Takes a lock, because two transactions that number at the same time would give the same number twice. */
const takeTurn = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtextextended('receipt', 0))`

const unnumberedPayments = (sql: Queryable) => sql`
  (select t.id, t.source, t.at, extract(year from t.at at time zone 'UTC')::int as year from ledger_transaction t
    where t.kind in ('capture', 'tip') and not exists (select from receipt r where r.charge_id = t.source)) fresh`

/**
 * Returns of payments that are in the books and have no credit note. A reversal sorts after the return that it
 * reverses.
 */
const unnumberedReturns = (sql: Queryable) => sql`
  (select t.id, t.at, t.kind in ('refund-failed', 'dispute-won') as is_back, extract(year from t.at at time zone 'UTC')::int as year
    from ledger_transaction t
    where ${isReturn(sql)} and exists (select from ledger_transaction p where p.source = t.charge_id and p.kind in ('capture', 'tip'))
      and not exists (select from credit_note n where n.transaction_id = t.id)) fresh`

/** The number of a receipt `r` as text; null when it has none. */
export const receiptNumber = (sql: Queryable) => sql`r.year || '-' || ${sixDigits(sql, sql`r.number::text`)}`

/** The number of a credit note `n` as text; null when it has none. */
export const creditNoteNumber = (sql: Queryable) =>
  sql`'C-' || n.year || '-' || ${sixDigits(sql, sql`n.number::text`)}`

/** Pads a number to six digits and never cuts a longer one. */
const sixDigits = (sql: Queryable, text: Statement) => sql`lpad(${text}, greatest(6, length(${text})), '0')`
