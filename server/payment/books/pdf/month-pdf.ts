import { type BooksAnswer, type Flow, type Flows, KIND_NAMES } from '../../../../sync/desk/books.ts'
import { PRODUCT } from '../../../../sync/text/product.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../db/sql.ts'
import { inSnapshot } from '../../../db/transaction.ts'
import { type Booking, bookingsIn } from '../bookings.ts'
import { papersOf } from '../line-papers.ts'
import { dayOf, type Period, secondOf } from '../period.ts'
import { booksIn } from '../read-books.ts'
import { takenInWords } from '../taken-in.ts'
import { money } from './money.ts'
import { creditNotes, notesIn } from './month-notes.ts'
import { type Vat, vatTotals, vatWith } from './month-vat.ts'
import { type Column, openSheet, type Sheet } from './sheet.ts'

/** The most movements that the PDF lists; the CSV of the same month lists all. */
const MOST_LISTED = 5_000

const OF_BALANCE: readonly (readonly [Flow, string])[] = [
  ['captured', 'Captured for answers'],
  ['tips', 'Tips'],
  ['refunds', 'Refunds'],
  ['disputes', 'Disputes: taken and given back by banks'],
  ['fees', 'Fees of the provider'],
  ['transferred', 'Transferred to athletes, less what was taken back'],
  ['topUps', 'Top-ups from the bank'],
  ['bankPayouts', 'Payouts to the bank'],
]

const SHOWN: readonly (readonly [Flow, string])[] = [
  ['captured', 'Captured'],
  ['tips', 'Tips'],
  ['refunds', 'Refunds'],
  ['refundsByHand', 'Ref. by hand'],
  ['disputes', 'Disputes'],
  ['fees', 'Fees'],
  ['share', 'Our share'],
  ['earned', 'Earned'],
  ['writtenOff', 'Written off'],
  ['transferred', 'Transferred'],
  ['paidByHand', 'By hand'],
]

/** The figures that most months do not have; their columns are left out of such a month. */
const RARE: readonly Flow[] = ['refundsByHand', 'writtenOff']

/** Returns the columns of a period's tables. A rare figure has one where any day has it. */
const shownOf = ({ days }: Books) =>
  SHOWN.filter(([flow]) => !RARE.includes(flow) || days.some(({ flows }) => flows[flow] !== 0))

/**
 * Renders a month for the accountant: every figure in all, by athlete and by day, and every movement of the balance
 * with its cause.
 */
export async function monthPdf(context: Context, name: string, period: Period): Promise<Buffer> {
  const at = await context.clock.now()
  const { books, takenIn, movements, vat, notes } = await inSnapshot(context.sql, (tx) =>
    readMonth(tx, period),
  )
  const sheet = await openSheet({ title: `Books of ${name}`, at, isWide: true })
  sheet.title(`Books of ${name}`)
  sheet.text(
    `${context.env.seller?.name ?? PRODUCT.name}. From ${dayOf(period.from)} to ${dayOf(new Date(period.to.getTime() - 1))}, in UTC. US dollars. Sums over the ledger, by the day of booking.`,
  )
  sheet.text(takenIn)
  totals(sheet, books)
  vatTotals(sheet, vat)
  sheet.heading('By athlete')
  const shown = shownOf(books)
  const athletes = books.athletes.map((each) => athleteCells(shown, each))
  sheet.table(tableOf('Athlete', [...shown.map(titleOf), 'Owed after']), athletes, totalCells(shown, books))
  if (books.moreAthletes) sheet.text('These are the first of them. The table of the year has all.')
  sheet.heading('By day')
  sheet.table(
    tableOf('Day', shown.map(titleOf)),
    books.days.map(({ day, flows }) => [day, ...flowCells(shown, flows)]),
    ['In all', ...flowCells(shown, books.flows)],
  )
  sheet.heading('Movements of the balance at the provider')
  const netCents = books.after.balance - books.before.balance
  const feeCents = books.flows.fees
  const sum = ['In all', '', '', '', '', ...[netCents - feeCents, feeCents, netCents].map(money)]
  sheet.table(MOVEMENTS, movements, sum)
  creditNotes(sheet, notes)
  return sheet.finish(`Books of ${name} · made ${secondOf(at)} UTC`)
}

/** Reads the month within one snapshot, so that a booking made meanwhile appears everywhere or nowhere. */
async function readMonth(sql: Queryable, period: Period) {
  return {
    books: await booksIn(sql, period),
    takenIn: await takenInWords(sql, period),
    ...(await readBookings(sql, period)),
    notes: await notesIn(sql, period),
  }
}

type Books = Omit<BooksAnswer, 'now'>

function totals(sheet: Sheet, { flows, before, after, held }: Books): void {
  sheet.heading('Balance at the provider')
  sheet.sums([
    ['Before', money(before.balance)],
    ...OF_BALANCE.map(([flow, title]) => [title, money(flows[flow])] as const),
  ])
  sheet.sums([['After', money(after.balance)]], 'bold')
  sheet.heading('Athletes')
  sheet.sums([
    ['Owed before, ordered payouts included', money(before.owed + before.onItsWay)],
    ['Earned, after refunds and lost disputes', money(flows.earned)],
    ['Transferred, less what was taken back', money(flows.transferred)],
    ['Paid by hand, less what came back', money(flows.paidByHand)],
    ['Debts of erased athletes, written off', money(flows.writtenOff)],
  ])
  sheet.sums([['Owed after, ordered payouts included', money(after.owed + after.onItsWay)]], 'bold')
  sheet.sums([['of it ordered and not paid', money(after.onItsWay)]])
  sheet.heading('Platform')
  sheet.sums([
    ['Share, after refunds and lost disputes', money(flows.share + flows.writtenOff)],
    ['Debts of erased athletes, written off', money(-flows.writtenOff || 0)],
    ['Fees of the provider', money(flows.fees)],
  ])
  sheet.sums([['Left', money(flows.share + flows.fees)]], 'bold')
  sheet.sums([
    ['Refunds paid by hand, from our own bank', money(flows.refundsByHand)],
    ['With banks, in dispute, at the end', money(after.inDispute)],
    [`Held on cards now (${held.count}), in no book yet`, money(held.cents)],
  ])
}

type Shown = readonly (readonly [Flow, string])[]

const titleOf = ([, title]: Shown[number]) => title

function tableOf(first: string, columns: readonly string[]): Column[] {
  const share = 0.8 / columns.length
  return [{ title: first, share: 0.2 }, ...columns.map((title) => ({ title, share, isMoney: true }))]
}

const flowCells = (shown: Shown, flows: Flows) => shown.map(([flow]) => money(flows[flow]))
const athleteCells = (
  shown: Shown,
  { name, username, flows, owedCents }: BooksAnswer['athletes'][number],
) => [username ? `${name} @${username}` : name, ...flowCells(shown, flows), money(owedCents)]
const totalCells = (shown: Shown, { flows, after }: Books) => [
  'In all',
  ...flowCells(shown, flows),
  money(after.owed + after.onItsWay),
]

const MOVEMENTS: readonly Column[] = [
  { title: 'Date (UTC)', share: 0.12 },
  { title: 'What', share: 0.16 },
  { title: 'Fan', share: 0.13 },
  { title: 'Athlete', share: 0.13 },
  { title: 'Provider id', share: 0.21 },
  { title: 'Amount', share: 0.09, isMoney: true },
  { title: 'Fee', share: 0.07, isMoney: true },
  { title: 'Net', share: 0.09, isMoney: true },
]

/** Returns one row for every booking that moved the balance, and the VAT of all bookings. */
async function readBookings(
  sql: Queryable,
  period: Period,
): Promise<{ movements: string[][]; vat: Vat | null }> {
  const movements: string[][] = []
  let count = 0
  let vat: Vat | null = null
  for await (const batch of bookingsIn(sql, period)) {
    vat = vatWith(vat, batch, await papersOf(sql, batch))
    for (const booking of batch.filter(({ sums }) => (sums.balance ?? 0) !== 0)) {
      count += 1
      if (count <= MOST_LISTED) movements.push(cellsOf(booking))
    }
  }
  if (count > MOST_LISTED)
    movements.push(['', `and ${count - MOST_LISTED} more`, '', '', 'The table (CSV) has all.', '', '', ''])
  return { movements, vat }
}

function cellsOf({ at, kind, fan, athlete, source, sums }: Booking): string[] {
  const { balance = 0, fees = 0 } = sums
  const names = [fan ?? '', athlete?.name ?? '', source]
  return [
    secondOf(at).slice(0, 16),
    KIND_NAMES[kind] ?? kind,
    ...names,
    ...[balance - fees, fees, balance].map(money),
  ]
}
