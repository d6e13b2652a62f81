import { KIND_NAMES } from '../../../../sync/desk/books.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../db/sql.ts'
import { inSnapshot } from '../../../db/transaction.ts'
import { type Booking, bookingsIn } from '../bookings.ts'
import { ACCOUNT_OF } from '../parts.ts'
import { dayOf, type Period, secondOf } from '../period.ts'
import { money } from './money.ts'
import { type Column, openSheet, type Sheet } from './sheet.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Date (UTC)', share: 0.18 },
  { title: 'What', share: 0.22 },
  { title: 'Question', share: 0.24 },
  { title: 'Paid', share: 0.12, isMoney: true },
  { title: 'Fee', share: 0.12, isMoney: true },
  { title: 'Yours', share: 0.12, isMoney: true },
]

/**
 * Renders an athlete's statement for a month: the balance owed before, each booking that changed it, and the
 * balance after, all read in one snapshot.
 */
export async function statementPdf(
  { sql, env, clock }: Context,
  { athleteId, name, period }: { athleteId: string; name: string; period: Period },
): Promise<Buffer> {
  const at = await clock.now()
  const { athlete, bookings, payments, before, after } = await inSnapshot(sql, (tx) =>
    readStatement(tx, athleteId, period),
  )
  const earned = bookings.reduce((sum, { sums }) => sum + (sums.earned ?? 0), 0)
  const sheet = await openSheet({ title: `Statement of ${name}`, at })
  sheet.title(`Statement of ${name}`)
  sheet.pairs([
    ['Athlete', athlete?.username ? `${athlete.name} (@${athlete.username})` : (athlete?.name ?? '')],
    ...(env.seller ? ([['Paid by', [env.seller.name, ...env.seller.address].join(', ')]] as const) : []),
    ['Period', `${dayOf(period.from)} to ${dayOf(new Date(period.to.getTime() - 1))}, in UTC`],
  ])
  sheet.heading('In short')
  sheet.sums([
    ['To be paid out before', money(before)],
    ['Earned, after refunds and disputes', money(earned)],
    ['Ordered to be paid out, less what came back', money(after - before - earned)],
    ['To be paid out after', money(after)],
  ])
  sheet.heading('Line by line')
  sheet.table(COLUMNS, bookings.map(cellsOf), ['Change', '', '', '', '', money(after - before)])
  if (bookings.length === 0) sheet.text('Nothing was booked in this month.')
  paidOut(sheet, payments)
  return sheet.finish(`Amounts in US dollars · made ${secondOf(at)} UTC`)
}

async function readStatement(sql: Queryable, athleteId: string, period: Period) {
  const [athlete] = await sql<{ name: string; username: string | null }[]>`
    select first_name || ' ' || last_name as name, username from person where id = ${athleteId}`
  const owed = async (to: Date) => {
    const [row] = await sql<{ cents: number }[]>`
      select coalesce(-sum(e.amount_cents), 0)::bigint as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where e.person_id = ${athleteId} and e.account = ${ACCOUNT_OF.owed} and t.at < ${to}`
    return row?.cents ?? 0
  }
  const bookings: Booking[] = []
  const payments: Booking[] = []
  for await (const batch of bookingsIn(sql, period, athleteId)) {
    bookings.push(...batch.filter(({ sums }) => (sums.owed ?? 0) !== 0))
    payments.push(...batch.filter((booking) => paidCents(booking) !== 0))
  }
  return { athlete, bookings, payments, before: await owed(period.from), after: await owed(period.to) }
}

/** Returns what a booking paid out, in cents: negative when it came back. Ordering a payout pays nothing. */
const paidCents = ({ sums: { transferred = 0, paidByHand = 0 } }: Booking): number =>
  -(transferred + paidByHand)

/** Lists the payouts by the day they were paid, which may be in another month than the day they were ordered. */
function paidOut(sheet: Sheet, payments: readonly Booking[]): void {
  if (payments.length === 0) return
  sheet.heading('Paid out in this month')
  sheet.sums(
    payments.map((booking) => {
      const { kind, at } = booking
      return [`${KIND_NAMES[kind] ?? kind}, ${dayOf(at)}`, money(paidCents(booking))] as const
    }),
  )
  sheet.sums(
    [['In all, less what came back', money(payments.reduce((sum, each) => sum + paidCents(each), 0))]],
    'bold',
  )
}

function cellsOf({ at, kind, subject, sums }: Booking): string[] {
  const { captured = 0, tips = 0, owed = 0 } = sums
  const paid = captured + tips
  const ofPayment = paid > 0 ? [money(paid), money(owed - paid)] : ['', '']
  return [secondOf(at).slice(0, 16), KIND_NAMES[kind] ?? kind, subject ?? '', ...ofPayment, money(owed)]
}
