import { KIND_NAMES } from '../../../../sync/desk/books.ts'
import type { Queryable } from '../../../db/sql.ts'
import { isReturn } from '../../refunds-and-disputes/went-back.ts'
import { type CreditNote, creditNotesOf } from '../credit-notes.ts'
import { type Period, secondOf } from '../period.ts'
import { receiptsOf } from '../receipts.ts'
import { money } from './money.ts'
import type { Column, Sheet } from './sheet.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Credit note', share: 0.11 },
  { title: 'Date (UTC)', share: 0.12 },
  { title: 'Corrects', share: 0.1 },
  { title: 'Why', share: 0.16 },
  { title: 'Fan', share: 0.14 },
  { title: 'Provider id', share: 0.2 },
  { title: 'Credited', share: 0.09, isMoney: true },
  { title: 'VAT in it', share: 0.08, isMoney: true },
]

/** Writes the table of a month's credit notes, in the order of their numbers; nothing when there are none. */
export function creditNotes(sheet: Sheet, notes: readonly CreditNote[]): void {
  if (notes.length === 0) return
  sheet.heading('Credit notes')
  const sum = (of: (note: CreditNote) => number) =>
    money(-notes.reduce((all, note) => all + of(note), 0) || 0)
  const [credited, tax] = [sum(({ back }) => back.cents), sum(({ vatCents }) => vatCents ?? 0)]
  sheet.table(COLUMNS, notes.map(cellsOf), ['In all', '', '', '', '', '', credited, tax])
}

/** Returns the credit notes of a period, by number. A dispute gives one only after it is lost. */
export async function notesIn(sql: Queryable, { from, to }: Period): Promise<CreditNote[]> {
  const rows = await sql<{ chargeId: string }[]>`
    select distinct t.charge_id as "chargeId" from ledger_transaction t where t.at >= ${from} and t.at < ${to} and ${isReturn(sql)}`
  const receipts = await receiptsOf(
    { sql },
    rows.map(({ chargeId }) => chargeId),
  )
  return receipts
    .flatMap(creditNotesOf)
    .filter(({ back: { at } }) => at >= from && at < to)
    .sort((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }))
}

function cellsOf({ number, receipt, back, vatCents }: CreditNote): string[] {
  return [
    number,
    secondOf(back.at).slice(0, 16),
    receipt.number,
    KIND_NAMES[back.kind] ?? back.kind,
    receipt.fan ?? '',
    back.source,
    money(-back.cents),
    vatCents === null ? '' : money(-vatCents || 0),
  ]
}
