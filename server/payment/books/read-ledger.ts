import { foldText } from '../../../sync/athlete/directory-rule.ts'
import {
  type deskLedgerCall,
  type LedgerAnswer,
  type LedgerRow,
  NO_ATHLETE,
} from '../../../sync/desk/books.ts'
import type { Infer } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { escapeLike } from '../../db/pages.ts'
import type { Queryable } from '../../db/sql.ts'
import { inSnapshot } from '../../db/transaction.ts'
import { creditNoteNumber, receiptNumber } from './number-papers.ts'
import { athleteOf, nameColumns, nameTables, paperColumns, parts } from './parts.ts'
import { daysOf } from './period.ts'

const PAGE = 50

type Call = Infer<typeof deskLedgerCall>
type Row = Omit<LedgerRow, 'at'> & { at: Date }

/** Reads a page of ledger entries, newest first, with the count and the sum of all that match. */
export async function readLedger({ sql, clock }: Context, call: Call): Promise<LedgerAnswer> {
  const now = (await clock.now()).getTime()
  return { ...(await inSnapshot(sql, (tx) => pageOf(tx, call))), now }
}

async function pageOf(sql: Queryable, call: Call): Promise<Omit<LedgerAnswer, 'now'>> {
  const [all] = await sql<{ count: number; sumCents: number }[]>`
    select count(*)::int as count, coalesce(sum(part.cents), 0)::bigint as "sumCents"
    from ${entries(sql, call)} ${call.search ? nameTables(sql) : sql``} where ${asked(sql, call)}`
  const rows = await sql<Row[]>`
    select part.id, part.at, part.kind, part.account, part.cents, part.source, part."chargeId", part."questionId", ${nameColumns(sql)},
      ${paperColumns(sql)}
    from ${entries(sql, call)} ${nameTables(sql)} where ${asked(sql, call)}
      ${call.after === null ? sql`` : sql`and part.id < ${call.after}`}
    order by part.id desc limit ${PAGE + 1}`
  return {
    rows: rows.slice(0, PAGE).map((row) => ({ ...row, at: row.at.getTime() })),
    more: rows.length > PAGE,
    count: all?.count ?? 0,
    sumCents: all?.sumCents ?? 0,
  }
}

/**
 * The parts of a figure. Without a figure, the plain entries, because an entry can have a part in several figures
 * and would appear several times.
 */
function entries(sql: Queryable, { figure }: Call) {
  if (figure) return parts(sql)
  return sql`
    (select e.id, e.account, t.id as "transactionId", t.at, t.kind, t.source, t.charge_id as "chargeId", t.question_id as "questionId",
      ${athleteOf(sql)} as "athleteId", null as figure, e.amount_cents as cents
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id) part`
}

function asked(sql: Queryable, { from, until, figure, athleteId, questionId, search }: Call) {
  const period = daysOf({ from: from ?? '1970-01-01', until })
  return sql`
    part.at >= ${period.from} and part.at < ${period.to} ${figure ? sql`and part.figure = ${figure}` : sql``}
    ${athleteId === NO_ATHLETE ? sql`and part."athleteId" is null` : athleteId ? sql`and part."athleteId" = ${athleteId}` : sql``}
    ${questionId ? sql`and part."questionId" = ${questionId}` : sql``} ${search ? found(sql, search) : sql``}`
}

function found(sql: Queryable, search: string) {
  const like = `%${escapeLike(foldText(search.trim().replace(/^@/, '')))}%`
  return sql`
    and (${search.trim()} in (part.source, split_part(part.source, ' ', 1), part."chargeId", ${receiptNumber(sql)}, ${creditNoteNumber(sql)})
      or folded(concat_ws(' ', q.asker ->> 'firstName', q.asker ->> 'lastName')) like ${like}
      or folded(q.subject) like ${like} or folded(a.first_name || ' ' || a.last_name) like ${like} or a.username like ${like}
      or exists (select from hold h where h.charge_id = coalesce(part."chargeId", part.source) and h.payment_intent_id = ${search.trim()})
      or exists (select from tip t where t.charge_id = coalesce(part."chargeId", part.source) and t.payment_intent_id = ${search.trim()}))`
}
