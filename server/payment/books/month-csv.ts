import { type Figure, KIND_NAMES, STANDINGS, type Standings } from '../../../sync/desk/books.ts'
import { BYTE_ORDER_MARK, csvLine, dollarCell, textCell } from '../../../sync/text/csv.ts'
import type { Queryable } from '../../db/sql.ts'
import { type Booking, bookingsIn } from './bookings.ts'
import { type LinePaper, papersOf, paymentOf } from './line-papers.ts'
import { type Period, secondOf } from './period.ts'
import { standingsAt } from './read-books.ts'
import { takenInWords } from './taken-in.ts'

/**
 * The figures that have a column of their own, each with the column's title. A line has its part of a flow, and its
 * change of what stands.
 */
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
  ['paidByHand', 'Paid by hand (USD)'],
  ['share', 'Platform share (USD)'],
  ['earned', 'Earned by athletes (USD)'],
  ['writtenOff', 'Debts written off (USD)'],
  ['balance', 'Change of the balance at the provider (USD)'],
  ['owed', 'Change of what is owed to athletes (USD)'],
  ['onItsWay', 'Change of payouts on their way (USD)'],
  ['inDispute', 'Change of what is in dispute (USD)'],
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
  'Paper',
  'Receipt',
  'Credit note',
  'Question id',
  'Booking id',
  'Booked at (UTC)',
  'VAT rate (%)',
  'VAT (USD)',
]

/**
 * Yields a period as CSV: one line for each booking, oldest first, with its change to every figure. The first line
 * has what stood before the period; the one after the bookings has that and every change, so that it is what the
 * lines add up to also when something is booked while the table is sent. Words at the end say until when the
 * provider's own movements are in.
 */
export async function* monthCsv(sql: Queryable, period: Period): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...NAMES, ...COLUMNS.map(([, title]) => title)])
  const footnote = await takenInWords(sql, period)
  let isOlder = false
  const standing = await standingsAt(sql, period.from)
  yield standingLine('Before the period', period.from, standing)
  for await (const batch of bookingsIn(sql, period)) {
    for (const { sums, bookedAt } of batch) {
      isOlder ||= bookedAt === null
      for (const figure of STANDINGS) standing[figure] += sums[figure] ?? 0
    }
    const papers = await papersOf(sql, batch)
    yield batch.map((booking) => lineOf(booking, papers.get(booking.transactionId))).join('')
  }
  yield standingLine('After the period', new Date(period.to.getTime() - 1_000), standing)
  yield noteLine(footnote)
  if (isOlder) yield noteLine('Where Booked at is empty, that was not recorded yet.')
}

/** Returns a line of words alone, under What. */
const noteLine = (words: string): string => {
  const cells = [...NAMES, ...COLUMNS].map(() => '')
  return csvLine(['', textCell(words), ...cells.slice(2)])
}

/** Returns a line that has the state of what stands in the columns of its changes. */
function standingLine(what: string, at: Date, standing: Standings): string {
  const cells = NAMES.map(() => '')
  const amounts = COLUMNS.map(([figure]) => (figure in standing ? standing[figure as keyof Standings] : null))
  return csvLine([
    secondOf(at),
    what,
    ...cells.slice(2),
    ...amounts.map((cents) => (cents === null ? '' : dollarCell(cents))),
  ])
}

function lineOf(booking: Booking, paper: LinePaper | undefined): string {
  const {
    transactionId,
    at,
    bookedAt,
    kind,
    source,
    chargeId,
    questionId,
    sums,
    subject,
    fan,
    athlete,
    ...papers
  } = booking
  const { receipt, creditNote } = papers
  return csvLine([
    secondOf(at),
    textCell(KIND_NAMES[kind] ?? kind),
    textCell(fan ?? ''),
    textCell(athlete?.name ?? ''),
    textCell(athlete?.username ?? ''),
    textCell(subject ?? ''),
    textCell(source),
    textCell(chargeId || receipt ? paymentOf(booking) : ''),
    paper ? (paper.isInvoice ? 'Invoice' : 'Receipt') : '',
    receipt ?? '',
    creditNote ?? '',
    questionId ?? '',
    transactionId,
    bookedAt ? secondOf(bookedAt) : '',
    ...vatCells(paper),
    ...COLUMNS.map(([figure]) => dollarCell(sums[figure] ?? 0)),
  ])
}

const vatCells = ({ rate = null, vatCents = null }: Partial<LinePaper> = {}): string[] =>
  rate === null || vatCents === null ? ['', ''] : [String(rate / 100), dollarCell(vatCents)]
