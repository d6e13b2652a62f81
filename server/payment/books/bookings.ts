import type { Figure, LedgerRow } from '../../../sync/desk/books.ts'
import type { Queryable } from '../../db/sql.ts'
import { nameColumns, nameTables, paperColumns, parts } from './parts.ts'
import type { Period } from './period.ts'

/** One booking, with its part of each figure in cents. Figures that it does not affect are missing from `sums`. */
export type Booking = Omit<LedgerRow, 'id' | 'at' | 'account' | 'cents'> & {
  transactionId: string
  at: Date
  /** When it was booked, which may be later; null where an older build booked it. */
  bookedAt: Date | null
  sums: Partial<Record<Figure, number>>
}

const BATCH = 1_000

/** Yields every booking of a period, oldest first, in batches. */
export async function* bookingsIn(
  sql: Queryable,
  period: Period,
  athleteId?: string,
): AsyncGenerator<Booking[]> {
  for (let after: Booking | undefined; ; ) {
    const batch: Booking[] = await batchOf(sql, period, { after, athleteId })
    if (batch.length > 0) yield batch
    after = batch.at(-1)
    if (batch.length < BATCH) return
  }
}

type From = { after: Booking | undefined; athleteId: string | undefined }

function batchOf(sql: Queryable, { from, to }: Period, { after, athleteId }: From) {
  const beyond = after
    ? sql`and (t.at, t.id) > (select p.at, p.id from ledger_transaction p where p.id = ${after.transactionId})`
    : sql``
  return sql<Booking[]>`
    with page as materialized (
      select t.id from ledger_transaction t where t.at >= ${from} and t.at < ${to} ${beyond}
        ${athleteId ? sql`and exists (select from ledger_entry e where e.transaction_id = t.id and e.person_id = ${athleteId})` : sql``}
      order by t.at, t.id limit ${BATCH}),
    part as materialized (
      select "transactionId", at, kind, source, "chargeId", "questionId", "athleteId", jsonb_object_agg(figure, cents) as sums
      from (select "transactionId", at, kind, source, "chargeId", "questionId", "athleteId", figure, sum(cents)::bigint as cents
        from ${parts(sql)} where "transactionId" in (select id from page) group by 1, 2, 3, 4, 5, 6, 7, 8) each_figure
      group by 1, 2, 3, 4, 5, 6, 7)
    select part."transactionId", part.at, booked.booked_at as "bookedAt", part.kind, part.source, part."chargeId", part."questionId", part.sums, ${nameColumns(sql)},
      ${paperColumns(sql)}
    from part join ledger_transaction booked on booked.id = part."transactionId" ${nameTables(sql)} order by part.at, part."transactionId"`
}
