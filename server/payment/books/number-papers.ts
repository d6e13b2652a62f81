import type { Context } from '../../context.ts'
import type { Queryable, Statement, Tx } from '../../db/sql.ts'
import { transact } from '../../transact.ts'
import { isReturn } from '../refunds-and-disputes/went-back.ts'

/**
 * Gives every payment that has none a number for its receipt, and everything that went back of one a number for its credit
 * note, each in the order of the books: a year's numbers of either begin with 1 and have no gaps, and one that was given
 * stays, a receipt's with the seller as configured now.
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

/** Two who number at once would give one number twice. */
const takeTurn = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtextextended('receipt', 0))`

const unnumberedPayments = (sql: Queryable) => sql`
  (select t.id, t.source, t.at, extract(year from t.at at time zone 'UTC')::int as year from ledger_transaction t
    where t.kind in ('capture', 'tip') and not exists (select from receipt r where r.charge_id = t.source)) fresh`

/** What went back of a payment that is in the books; what came to us again stands behind what it takes back. */
const unnumberedReturns = (sql: Queryable) => sql`
  (select t.id, t.at, t.kind in ('refund-failed', 'dispute-won') as is_back, extract(year from t.at at time zone 'UTC')::int as year
    from ledger_transaction t
    where ${isReturn(sql)} and exists (select from ledger_transaction p where p.source = t.charge_id and p.kind in ('capture', 'tip'))
      and not exists (select from credit_note n where n.transaction_id = t.id)) fresh`

/** The number of a receipt `r`; null where there is none. */
export const receiptNumber = (sql: Queryable) => sql`r.year || '-' || ${sixDigits(sql, sql`r.number::text`)}`

/** The number of a credit note `n`; null where there is none. */
export const creditNoteNumber = (sql: Queryable) =>
  sql`'C-' || n.year || '-' || ${sixDigits(sql, sql`n.number::text`)}`

/** Six digits or more: a longer number is not cut. */
const sixDigits = (sql: Queryable, text: Statement) => sql`lpad(${text}, greatest(6, length(${text})), '0')`
