import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everything, seed } from '../../.ci/sample.ts'
import { DAY_MS } from '../../sync/limits.ts'
import { athleteShareCents } from '../../sync/money.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { ledgerBreaks } from '../testing/ledger-breaks.ts'
import { asked, held } from '../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../testing/payments/bench.ts'
import { linesOf } from '../testing/payments/seen.ts'
import { emptyTables } from '../testing/rows/empty-tables.ts'
import { transact } from '../transact.ts'
import { captureHold } from './capture.ts'
import { earningsCents, recordCapture } from './ledger.ts'

let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await emptyTables(db.sql, 'ledger_entry, ledger_transaction, hold, money_operation')
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
})

const capture = (questionId: string, more: { athleteId: string; amountCents: number; feeCents: number }) => ({
  questionId,
  chargeId: `ch_${questionId}`,
  ...more,
})
const record = (of: ReturnType<typeof capture>) =>
  transact(bench.context, (inside) => recordCapture(inside, of))

/** Makes a question that was paid, captured and booked. */
async function captured(amountCents = 2500) {
  const hold = await held(bench, { amountCents })
  const { athleteId } = await asked(bench, hold, { amountCents })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  return { ...hold, athleteId }
}

describe('booking', () => {
  test('S2-9.8 M7 every booking comes to zero, is shared 80 to 20 and is made once', async () => {
    const [athlete, question] = [
      await asked(bench, { askId: bench.context.random.id() }),
      bench.context.random,
    ]
    const shares = fc.record({
      amountCents: fc.integer({ min: 1, max: 1_000_000 }),
      feeCents: fc.integer({ min: 0, max: 30_000 }),
    })
    let owed = 0
    await fc.assert(
      fc.asyncProperty(shares, async ({ amountCents, feeCents }) => {
        const questionId = question.id()
        const booking = capture(questionId, { ...athlete, amountCents, feeCents })
        await Promise.all([record(booking), record(booking)])
        await record(booking)
        const lines = await linesOf(bench, questionId)
        const sum = (of: (account: string) => boolean) =>
          lines.filter(({ account }) => of(account)).reduce((total, { cents }) => total + cents, 0)
        expect(sum(() => true)).toBe(0)
        expect(sum((account) => account === 'stripe_balance')).toBe(amountCents - feeCents)
        expect(sum((account) => account === 'athlete_payable')).toBe(-athleteShareCents(amountCents))
        expect(lines.every(({ cents }) => cents !== 0)).toBe(true)
        owed += athleteShareCents(amountCents)
        expect(await earningsCents(db.sql, athlete.athleteId)).toBe(owed)
      }),
      { numRuns: everything ? 100 : 25, seed },
    )
  })

  test('the database refuses what does not come to zero, and any change to what was booked', async () => {
    await captured()
    const [entry] = await db.sql`select transaction_id from ledger_entry limit 1`
    const lopsided = db.sql`
      insert into ledger_entry (transaction_id, account, amount_cents) values (${entry?.transaction_id}, 'stripe_fees', 1)`
    await expect(lopsided).rejects.toThrow('does not balance')
    await expect(db.sql`update ledger_entry set amount_cents = 1`).rejects.toThrow('append-only')
    await expect(db.sql`delete from ledger_transaction`).rejects.toThrow('append-only')
    // as a superuser, because no missing privilege stops one
    for (const table of ['ledger_entry', 'ledger_transaction', 'question_event', 'audit'])
      await expect(db.sql.unsafe(`truncate ${table} cascade`)).rejects.toThrow('append-only')
  })

  test('the role that owns the ledger may add to it, and by no privilege change, take away or empty what is there', async () => {
    const undone = new Error('undone')
    const asOwner = db.sql.begin(async (tx) => {
      await tx`create role ledger_owner`
      await tx`grant usage, create on schema public to ledger_owner`
      await tx`grant select on all tables in schema public to ledger_owner`
      for (const table of ['ledger_transaction', 'ledger_entry', 'question_event', 'audit'])
        await tx`alter table ${tx(table)} owner to ledger_owner`
      await tx`set local role ledger_owner`
      const id = bench.context.random.id()
      await tx`insert into ledger_transaction (id, kind, source) values (${id}, 'capture', ${id})`
      await tx`
        insert into ledger_entry (transaction_id, account, amount_cents)
        values (${id}, 'stripe_balance', 5), (${id}, 'platform_revenue', -5)`
      await tx`set constraints all immediate`
      for (const refused of [
        'update ledger_entry set amount_cents = 1',
        'update ledger_transaction set kind = source',
        'delete from ledger_entry',
        'truncate ledger_entry',
        'delete from ledger_transaction',
        'truncate ledger_transaction cascade',
        'delete from question_event',
        'update audit set subject = null',
      ])
        await expect(tx.savepoint((inner) => inner.unsafe(refused))).rejects.toThrow(/permission denied/)
      throw undone
    })
    await expect(asOwner).rejects.toBe(undone)
  })

  test('somebody who earned nothing has earned 0', async () => {
    expect(await earningsCents(db.sql, bench.context.random.id())).toBe(0)
  })
})

describe('M6 reconciliation', () => {
  test('finds nothing where all is well, this month and last', async () => {
    await captured()
    await advanceClock(db.sql, 40 * DAY_MS)
    await captured(499)
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('finds a captured hold that was not booked', async () => {
    const { holdId } = await captured()
    await db.sql`alter table ledger_entry disable trigger all`
    await db.sql`alter table ledger_transaction disable trigger all`
    await db.sql`delete from ledger_entry`
    await db.sql`delete from ledger_transaction`
    await db.sql`alter table ledger_entry enable trigger all`
    await db.sql`alter table ledger_transaction enable trigger all`
    const [hold] = await db.sql<{ charge_id: string }[]>`select charge_id from hold where id = ${holdId}`
    const chargeId = hold?.charge_id
    expect(await ledgerBreaks(bench.context)).toEqual([
      { between: 'payments and ledger', sourceId: chargeId, ourCents: null, theirCents: 2500 },
      { between: 'ledger and Stripe', sourceId: chargeId, ourCents: null, theirCents: 2397 },
    ])
  })

  test('finds a booking without a capture', async () => {
    const { athleteId } = await captured()
    const questionId = bench.context.random.id()
    await record(capture(questionId, { athleteId, amountCents: 700, feeCents: 50 }))
    expect(await ledgerBreaks(bench.context)).toEqual([
      { between: 'payments and ledger', sourceId: `ch_${questionId}`, ourCents: 700, theirCents: null },
      { between: 'ledger and Stripe', sourceId: `ch_${questionId}`, ourCents: 650, theirCents: null },
    ])
  })

  test('finds another fee than the one that was booked', async () => {
    await captured()
    await db.sql`update stand_in.object set body = body || '{"fee": 104, "net": 2396}' where object = 'balance_transaction'`
    expect(await ledgerBreaks(bench.context)).toMatchObject([{ ourCents: 2397, theirCents: 2396 }])
  })

  test('says nothing while Stripe gives no answer', async () => {
    bench.standIn.faults.next(/GET/, 'refuse')
    expect(await ledgerBreaks(bench.context)).toBeNull()
  })
})
