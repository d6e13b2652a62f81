import { NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import { BYTE_ORDER_MARK, csvLine, dollarCell, textCell } from '../../../sync/text/csv.ts'
import type { Sql } from '../../db/sql.ts'
import { inSnapshot } from '../../db/transaction.ts'
import type { Period } from './period.ts'
import { athletesOf, owedBefore } from './read-books.ts'

type Known = { id: string; email: string | null; countryCode: string | null; accountId: string | null }

const HEAD = [
  'Year (UTC)',
  'Athlete id',
  'Name',
  'Username',
  'Email',
  'Country',
  'Account at the provider',
  'Owed at the start with ordered payouts (USD)',
  'Paid by fans (USD)',
  'Refunds and lost disputes (USD)',
  'Platform share (USD)',
  'Earned (USD)',
  'Transferred (USD)',
  'Paid by hand (USD)',
  'Paid out in all (USD)',
  'Debt written off (USD)',
  'Owed at the end with ordered payouts (USD)',
]

/**
 * Yields a CSV for tax forms: one line for each athlete whose money moved in the year, or who is owed something,
 * with their earnings and payouts. What was owed at the start, what was earned, what was paid out and what was written
 * off come to what is owed at the end.
 */
export async function* yearCsv(sql: Sql, period: Period): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEAD)
  const year = String(period.from.getUTCFullYear())
  const { all, before } = await inSnapshot(sql, async (tx) => ({
    all: await athletesOf(tx, period),
    before: await owedBefore(tx, period.from),
  }))
  const athletes = all.filter(({ id }) => id !== null)
  const known = await sql<Known[]>`
    select p.id, nullif(p.email, p.id || ${NOBODYS_DOMAIN}) as email, p.country_code as "countryCode", a.account_id as "accountId" from person p
    left join lateral (select account_id from payout_account where person_id = p.id order by created_at desc limit 1) a on true
    where p.id = any(${athletes.map(({ id }) => id)})`
  const byId = new Map(known.map((row) => [row.id, row]))
  for (const { id, name, username, flows, owedCents } of athletes) {
    const { email, countryCode, accountId } = byId.get(id ?? '') ?? {}
    const paid = flows.captured + flows.tips
    // of the payments alone: a debt that was written off has a column of its own
    const share = flows.share + flows.writtenOff
    const out = flows.transferred + flows.paidByHand
    yield csvLine([
      year,
      id ?? '',
      textCell(name),
      textCell(username ?? ''),
      textCell(email ?? ''),
      countryCode ?? '',
      textCell(accountId ?? ''),
      dollarCell(before.get(id ?? '') ?? 0),
      dollarCell(paid),
      // the rest of the payment, neither our share nor the athlete's, went back for good
      dollarCell(flows.earned + share - paid),
      dollarCell(share),
      dollarCell(flows.earned),
      dollarCell(-flows.transferred || 0),
      dollarCell(-flows.paidByHand || 0),
      dollarCell(-out || 0),
      dollarCell(flows.writtenOff),
      dollarCell(owedCents),
    ])
  }
}
