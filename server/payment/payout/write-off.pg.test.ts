import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Caller } from '../../../sync/roles.ts'
import { eraseLeaver } from '../../erasure/erase.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, giveBack, newAthlete, onPage, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { monthPdf } from '../books/pdf/month-pdf.ts'
import { readBooks } from '../books/read-books.ts'
import { yearCsv } from '../books/year-csv.ts'
import { earningsCents } from '../ledger.ts'
import { applyReversal } from './apply-reversal.ts'
import { listDebts } from './list-debts.ts'
import { orderPayouts } from './order-payouts.ts'
import { beginPayout, confirmPayout } from './pay-by-hand.ts'
import { failPayout } from './set-back.ts'
import { lockPayout } from './store.ts'
import { sweepDebts } from './write-off.ts'

let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    'leaving, reversal, payout_setback, payout_deduction, payout, payout_account, dispute, ledger_entry, ledger_transaction, hold, money_operation, mail',
  )
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
  Object.assign(bench.context, { env: { seller: null } })
  const personId = bench.context.random.id()
  await db.sql`
    insert into person (id, role, first_name, last_name, email)
    values (${personId}, 'admin', 'Ida', 'Admin', ${`${personId}@example.test`})`
  admin = { role: 'admin', personId, guestId: null, sessionId: null }
})

const erase = async (athlete: string) => {
  await db.sql`
    insert into leaving (id, person_id, email, erase_at) values (${athlete}, ${athlete}, ${athlete}, app_now())`
  await transact(bench.context, (inside) => eraseLeaver(inside, athlete))
}
const hourPasses = async () => {
  await advanceClock(db.sql, 3_600_000)
  await sweepDebts(bench.context)
  await orderPayouts(bench.context)
  await quiesce(bench)
}
const payoutId = async () => {
  const [payout] = await db.sql<{ id: string }[]>`select id from payout order by created_at desc limit 1`
  return payout?.id ?? ''
}
const begin = async () => {
  const call = { payoutId: await payoutId() }
  expect(await transactOrRefuse(bench.context, (inside) => beginPayout(inside, admin, call))).toMatchObject({
    ok: true,
  })
}
const confirm = async () => {
  const call = { payoutId: await payoutId(), reference: 'PP-1' }
  expect(await transactOrRefuse(bench.context, (inside) => confirmPayout(inside, admin, call))).toMatchObject(
    { ok: true },
  )
}

/** Makes an athlete who has earned 200 dollars and been paid them, by hand or by transfer. */
async function paidOut(how: { handle: string } | { account: string }): Promise<string> {
  const athlete = await newAthlete(bench, how)
  await earn(bench, athlete, 20_000)
  await untilDue(bench)
  await orderPayouts(bench.context)
  if ('handle' in how) {
    await begin()
    await confirm()
  }
  await quiesce(bench)
  expect(await earningsCents(db.sql, athlete)).toBe(0)
  return athlete
}

/** Returns what was written off of all debts, what booked back, and what the books say of it all in all. */
async function booked() {
  const rows = await db.sql<{ kind: string; cents: number }[]>`
    select t.kind, -e.amount_cents as cents from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.kind like 'written-off%' and e.account = 'athlete_payable' order by e.id`
  return rows.map(({ kind, cents }) => `${kind} ${cents}`)
}
async function aroundNow() {
  const now = (await bench.context.clock.now()).getTime()
  return { from: new Date(now - 90 * DAY_MS), to: new Date(now + DAY_MS) }
}
const books = async () => readBooks(bench.context, await aroundNow())
async function textOf(file: AsyncGenerator<string>) {
  let text = ''
  for await (const part of file) text += part
  return text
}

describe('M12 the debt of an athlete who was erased is our loss', () => {
  test('lost after the erasure: "Left" falls, the debt is gone, and "Owed" is what others are owed', async () => {
    const [gone, other] = [await paidOut({ handle: '@gone' }), await newAthlete(bench)]
    await earn(bench, other, 3_000)
    await erase(gone)
    await giveBack(bench, gone, 25_000)
    expect(await booked()).toEqual(['written-off 20000'])
    expect([await earningsCents(db.sql, gone), await listDebts(db.sql)]).toEqual([0, []])
    const { flows, after, before, athletes } = await books()
    // 5000 of the first payment went back with it, and 750 of the other one are ours
    expect(flows).toMatchObject({
      share: 750 - 20_000,
      earned: 3_000,
      writtenOff: 20_000,
      paidByHand: -20_000,
    })
    expect(after).toMatchObject({ owed: 3_000, onItsWay: 0 })
    expect(before.owed + flows.earned + flows.paidByHand + flows.writtenOff).toBe(after.owed)
    expect(athletes.find(({ id }) => id === gone)?.owedCents).toBe(0)
    const pdf = await monthPdf(bench.context, 'a month', await aroundNow())
    const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
    expect(text).toMatch(/Share, after refunds and lost disputes\s+\$7\.50/)
    expect(text).toMatch(/Debts of erased athletes, written off\s+-\$200\.00/)
    const year = await textOf(yearCsv(db.sql, await aroundNow()))
    const [line] = year.split('\n').filter((each) => each.split(',')[1] === gone)
    // paid, went back, share, earned, transferred, by hand, paid out, written off, owed
    expect(line).toContain('250.00,-250.00,0.00,0.00,0.00,200.00,200.00,200.00,0.00')
  })

  test('owed when they are erased: written off with the erasure; of nobody else', async () => {
    const [gone, stays] = [await paidOut({ handle: '@gone' }), await paidOut({ handle: '@stays' })]
    for (const athlete of [gone, stays]) await giveBack(bench, athlete, 10_000)
    await hourPasses()
    expect(await booked()).toEqual([])
    await erase(gone)
    expect(await booked()).toEqual(['written-off 8000'])
    await hourPasses()
    expect(await booked()).toEqual(['written-off 8000'])
    expect(await listDebts(db.sql)).toMatchObject([{ id: stays, amountCents: 8_000 }])
  })

  test('while a transfer may give it back it waits; refused, it is lost; reversed there later, it is booked back', async () => {
    const gone = await paidOut({ account: 'finish' })
    await onPage(bench, gone, 'disconnect')
    await erase(gone)
    bench.control.deaf = true
    await giveBack(bench, gone, 25_000)
    expect(await booked()).toEqual([])
    await quiesce(bench)
    expect(await booked()).toEqual(['written-off 20000'])
    // as the provider tells of one that was made there
    await transact(bench.context, async (inside) => {
      const payout = await lockPayout(inside.tx, await payoutId())
      if (payout) await applyReversal(inside, payout, { id: 'trr_1', amountCents: 700, reversalId: null })
    })
    await hourPasses()
    expect(await booked()).toEqual(['written-off 20000', 'written-off-back -700'])
    expect(await earningsCents(db.sql, gone)).toBe(0)
    expect(await db.sql`select from payout`).toHaveLength(1)
  })

  test('what comes in later makes up for it first, and only the rest is paid out', async () => {
    const gone = await paidOut({ handle: '@gone' })
    await erase(gone)
    await giveBack(bench, gone, 25_000)
    await earn(bench, gone, 21_500)
    await Promise.all([orderPayouts(bench.context), sweepDebts(bench.context), orderPayouts(bench.context)])
    expect(await booked()).toEqual(['written-off 20000', 'written-off-back -20000'])
    expect(await db.sql`select amount_cents as cents, state from payout where state <> 'paid'`).toEqual([
      { cents: 1_500, state: 'ordered' },
    ])
    expect((await books()).flows).toMatchObject({ writtenOff: 0 })
  })

  test('a payout that is not paid yet may still be reduced by it; once it is paid, the debt is lost', async () => {
    const [unpaid, paid] = [
      await newAthlete(bench, { handle: '@a' }),
      await newAthlete(bench, { handle: '@b' }),
    ]
    await earn(bench, unpaid, 20_000)
    await untilDue(bench)
    await orderPayouts(bench.context)
    await begin()
    await erase(unpaid)
    await giveBack(bench, unpaid, 25_000)
    await hourPasses()
    expect(await booked()).toEqual([])
    const call = { payoutId: await payoutId(), reason: 'no such handle' }
    await transactOrRefuse(bench.context, (inside) => failPayout(inside, admin, call))
    expect([await booked(), await earningsCents(db.sql, unpaid)]).toEqual([[], 0])
    await earn(bench, paid, 20_000)
    await untilDue(bench)
    await orderPayouts(bench.context)
    await begin()
    await erase(paid)
    await giveBack(bench, paid, 25_000)
    await confirm()
    await hourPasses()
    expect(await booked()).toEqual(['written-off 20000'])
  })
})
