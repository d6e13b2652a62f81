import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench } from '../../testing/payments/bench.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { monthCsv } from './month-csv.ts'
import { monthPdf } from './pdf/month-pdf.ts'
import { monthOf } from './period.ts'

const MONTH = '2027-01'
const LATER = 'Later ones may still change these figures.'
let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())

const until = (moment: string) => setClock(db.sql, new Date(moment))

async function files(): Promise<{ csv: string; pdf: string }> {
  let csv = ''
  for await (const line of monthCsv(db.sql, monthOf(MONTH))) csv += line
  const pdf = await monthPdf(bench.context, MONTH, monthOf(MONTH))
  const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
  return { csv, pdf: text.replaceAll('\n', ' ') }
}

test('a month that is fetched before the night after it says that it is not complete, and what came later', async () => {
  await until('2027-01-05T09:00:00Z')
  await bench.standIn.outside({ act: 'charge-fee', amountCents: 100 })
  expect((await files()).csv).toContain("The provider's own movements are not in yet")
  await until('2027-01-31T03:23:00Z')
  await reconcile(bench.context)
  await until('2027-01-31T20:00:00Z')
  await bench.standIn.outside({ act: 'charge-fee', amountCents: 250 })
  await until('2027-02-01T02:00:00Z')
  const early = await files()
  for (const said of [early.csv, early.pdf])
    expect(said).toMatch(/The provider's own movements are in up to 2027-01-31 03:\d\d:\d\d UTC\. Later ones/)
  // the provider did not answer, so that nothing was taken in
  await db.sql`insert into reconciliation (breaks, mended) values (null, 0)`
  // and then listed a movement that the books could not take in
  const missing = { sourceId: 'txn_1', between: 'ledger and Stripe', ourCents: null, theirCents: -250 }
  await db.sql`insert into reconciliation (breaks, mended) values (${db.sql.json([missing])}, 0)`
  expect((await files()).csv).toEqual(early.csv)
  await until('2027-02-01T03:23:00Z')
  await reconcile(bench.context)
  const late = await files()
  for (const said of [late.csv, late.pdf]) {
    expect(said).toMatch(/The provider's own movements are in up to 2027-02-01 03:\d\d:\d\d UTC\./)
    expect(said).not.toContain(LATER)
  }
  expect(early.csv).not.toContain('-2.50')
  const [head = '', line = ''] = late.csv.split('\r\n').filter((each) => /Booked at|-2\.50/.test(each))
  const cells = Object.fromEntries(head.split(',').map((title, index) => [title, line.split(',')[index]]))
  expect(cells['Booked at (UTC)']).toMatch(/^2027-02-01 03:\d\d:\d\d$/)
  expect(Object.values(cells)[0]).toMatch(/2027-01-31 20:\d\d:\d\d$/)
  expect(late.csv).not.toContain('was not recorded yet')
})

test('a line that was booked before its time was kept leaves the column empty, and the table says so', async () => {
  await db.sql`
    with old as (insert into ledger_transaction (id, kind, source, at, booked_at)
      values (gen_random_uuid(), 'top-up', 'txn_old', '2027-01-20T12:00Z', null) returning id)
    insert into ledger_entry (transaction_id, account, amount_cents)
      select id, account, cents from old, (values ('stripe_balance', 700), ('company_bank', -700)) line (account, cents)`
  const { csv } = await files()
  expect(csv).toContain('Where Booked at is empty, that was not recorded yet.')
})
