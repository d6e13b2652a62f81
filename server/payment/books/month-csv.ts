import { type Figure, KIND_NAMES } from '../../../sync/desk/books.ts'
import { BYTE_ORDER_MARK, csvLine, dollarCell, textCell } from '../../../sync/text/csv.ts'
import type { Queryable } from '../../db/sql.ts'
import { type Booking, bookingsIn } from './bookings.ts'
import { type Period, secondOf } from './period.ts'

/** The figures that have a column of their own, each with the column's title. */
const COLUMNS: readonly (readonly [Figure, string])[] = [
  ['captured', 'Captured (USD)'],
  ['tips', 'Tips (USD)'],
  ['refunds', 'Refunds (USD)'],
  ['refundsByHand', 'Refunds paid by hand (USD)'],
  ['disputes', 'Disputes (USD)'],
  ['fees', 'Provider fees (USD)'],
  ['transferred', 'Transferred to athletes (USD)'],
  ['topUps', 'Top-ups (USD)'],
  ['bankPayouts', 'Bank payouts (USD)'],
  ['balance', 'Balance at the provider (USD)'],
  ['paidByHand', 'Paid by hand (USD)'],
  ['share', 'Platform share (USD)'],
  ['earned', 'Earned by athletes (USD)'],
  ['writtenOff', 'Debts written off (USD)'],
  ['owed', 'Owed to athletes (USD)'],
  ['onItsWay', 'Payouts on their way (USD)'],
]

const NAMES = [
  'Date (UTC)',
  'What',
  'Fan',
  'Athlete',
  'Username',
  'Question',
  'Provider id',
  'Payment',
  'Receipt',
  'Credit note',
  'Question id',
  'Booking id',
]

/** Yields a period as CSV: one line for each booking, oldest first, with its change to every figure. */
export async function* monthCsv(sql: Queryable, period: Period): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...NAMES, ...COLUMNS.map(([, title]) => title)])
  for await (const batch of bookingsIn(sql, period)) yield batch.map(lineOf).join('')
}

function lineOf(booking: Booking): string {
  const { transactionId, at, kind, source, chargeId, questionId, sums, subject, fan, athlete, ...papers } =
    booking
  const { receipt, creditNote } = papers
  return csvLine([
    secondOf(at),
    textCell(KIND_NAMES[kind] ?? kind),
    textCell(fan ?? ''),
    textCell(athlete?.name ?? ''),
    textCell(athlete?.username ?? ''),
    textCell(subject ?? ''),
    textCell(source),
    textCell(chargeId ?? (receipt ? source : '')),
    receipt ?? '',
    creditNote ?? '',
    questionId ?? '',
    transactionId,
    ...COLUMNS.map(([figure]) => dollarCell(sums[figure] ?? 0)),
  ])
}
