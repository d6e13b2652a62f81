import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { type Bench, openBench } from '../../testing/payments/bench.ts'
import { paidAnswer, refund } from '../../testing/payouts/booked-month.ts'
import { isInvoice, taxRateOf } from './credit-notes.ts'
import { monthCsv } from './month-csv.ts'
import { numberPapers } from './number-papers.ts'
import { receiptsOf } from './receipts.ts'

const RUNBOOK = new URL('../../../docs/runbooks/backup-and-restore.md', import.meta.url)
let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
}, 120_000)
afterAll(() => db.drop())

/** Runs the runbook's statements that contain these words, with the values of the test. */
async function runRunbook(words: string, filled: (statements: string) => string): Promise<void> {
  const blocks = readFileSync(RUNBOOK, 'utf8').match(/```sql\n[^`]*```/g) ?? []
  const statements = blocks.find((block) => block.includes(words)) ?? ''
  expect(statements).not.toBe('')
  await db.sql.unsafe(filled(statements.replace(/^```sql|```$/g, '')))
}

test('an invoice that is put back after a restore is one of its seller, of its day, with its tax', async () => {
  const seller = {
    name: 'Infield AS',
    address: ['Street 1', 'Oslo'],
    vatId: 'NO 999 MVA',
    vatBasisPoints: 2_500,
  }
  const selling = { ...bench.context, env: { ...bench.context.env, seller } }
  await paidAnswer(bench, 1_000)
  await numberPapers(selling)
  const lost = await paidAnswer(bench, 2_500)
  await runRunbook("('ch_…'", (statements) => statements.replace('ch_…', lost.chargeId))
  await numberPapers(selling)
  const [invoice] = await receiptsOf(selling, [lost.chargeId])
  expect(invoice).toMatchObject({ number: '2026-001201', seller })
  expect(invoice?.issuedAt.toISOString()).toMatch(/^2026-11-29/)
  expect(invoice && [isInvoice(invoice), taxRateOf(invoice)]).toEqual([true, 2_500])
})

test('after a restore the numbers go on above those that had left, by the statements of the runbook', async () => {
  const personId = crypto.randomUUID()
  await db.sql`
    insert into person (id, role, first_name, last_name, email) values (${personId}, 'admin', 'A', 'B', 'a@t.test')`
  const admin: Caller = { personId, role: 'admin', guestId: null, sessionId: null }
  const now = await bench.context.clock.now()
  const year = now.getUTCFullYear()
  await runRunbook('insert into credit_note', (statements) => statements.replaceAll(', 2026,', `, ${year},`))
  const paid = await paidAnswer(bench, 2_500)
  await refund(bench, paid, { admin, amountCents: 1_000 })
  await numberPapers(bench.context)
  expect(await receiptsOf(bench.context, [paid.chargeId])).toMatchObject([
    { number: `${year}-001235`, returned: [{ note: `C-${year}-000057` }] },
  ])
  expect(await ledgerBreaks(bench.context)).toEqual([])
  let csv = ''
  const period = { from: new Date(now.getTime() - 86_400_000), to: new Date(now.getTime() + 86_400_000) }
  for await (const line of monthCsv(db.sql, period)) csv += line
  const line = csv.split('\r\n').find((each) => each.includes('numbering'))
  expect(line).toContain('given before the restore of 2026-11-30')
  expect(line).toContain(`C-${year}-000056`)
  expect(line).not.toMatch(/,-?0\.01/)
})
