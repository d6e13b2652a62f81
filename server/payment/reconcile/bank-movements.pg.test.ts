import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../sync/limits.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench, settleBenches } from '../../testing/payments/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { takeInBankMovements } from './bank-movements.ts'
import { compareBooks } from './breaks.ts'

let db: TestDatabase
let bench: Bench
let now: number

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`drop schema if exists stand_in cascade`
  await emptyTables(db.sql, 'ledger_entry, ledger_transaction')
  bench = await openBench(db.sql)
  now = (await bench.context.clock.now()).getTime()
})

/** Lets the provider have moved its balance by itself, this many days ago. */
async function moved(id: string, { type, amount, days }: { type: string; amount: number; days: number }) {
  const at = Math.floor((now - days * DAY_MS) / 1000)
  const body = { id, object: 'balance_transaction', type, source: null, amount, fee: 0, net: amount }
  await db.sql`
    insert into stand_in.object (id, object, body) values (
      ${id}, 'balance_transaction', ${db.sql.json({ ...body, currency: 'usd', created: at, available_on: at })})`
}

async function history(): Promise<void> {
  await moved('txn_topup', { type: 'topup', amount: 50_000, days: 90 })
  await moved('txn_payout', { type: 'payout', amount: -10_000, days: 100 })
  await moved('txn_fee', { type: 'stripe_fee', amount: -250, days: 80 })
  await moved('txn_late', { type: 'topup', amount: 700, days: 10 })
}
const WHOLE = ['txn_payout', 'txn_topup', 'txn_fee', 'txn_late']

const booked = async () =>
  (await db.sql<{ source: string }[]>`select source from ledger_transaction order by at`).map(
    ({ source }) => source,
  )
const night = (context = bench.context) => takeInBankMovements(context, new Date(now - 30 * DAY_MS))

test('a first night in which the provider stops answering is repeated whole', async () => {
  await history()
  const { listMovements } = bench.payments
  bench.payments.listMovements = async (from, type) =>
    type === 'stripe_fee'
      ? { ok: false, problem: { kind: 'unreachable', code: 'no answer', param: null, message: '' } }
      : listMovements(from, type)
  await expect(night()).rejects.toThrow('no answer')
  bench.payments.listMovements = listMovements
  await night()
  expect(await booked()).toEqual(WHOLE)
})

test('a first night that stops while it books is continued where it stopped', async () => {
  await history()
  let left = 2
  const id = () => {
    if (left === 0) throw new Error('stopped')
    left -= 1
    return bench.context.random.id()
  }
  await expect(night({ ...bench.context, random: { ...bench.context.random, id } })).rejects.toThrow(
    'stopped',
  )
  expect(await booked()).toEqual(WHOLE.slice(0, 2))
  await night()
  await night()
  expect(await booked()).toEqual(WHOLE)
})

test('a night after which nothing moved for long asks from the last movement on', async () => {
  await moved('txn_topup', { type: 'topup', amount: 50_000, days: 90 })
  await night()
  const asked: Date[] = []
  const { listMovements } = bench.payments
  bench.payments.listMovements = (from, type) => {
    asked.push(from)
    return listMovements(from, type)
  }
  await moved('txn_fee', { type: 'stripe_fee', amount: -250, days: 1 })
  await night()
  await night()
  expect(await booked()).toEqual(['txn_topup', 'txn_fee'])
  expect([...new Set(asked.map((from) => Math.round((now - from.getTime()) / DAY_MS)))]).toEqual([90, 30])
})

test('automatic payouts above a minimum balance leave no break', async () => {
  await bench.standIn.outside({ act: 'top-up', amountCents: 50_000 })
  await bench.standIn.outside({ act: 'bank-payout', amountCents: 10_000, minimumCents: 40_000 })
  await night()
  const rest = { ourCents: 40_000, theirCents: 40_000 }
  expect(await compareBooks(bench.context)).toEqual({ breaks: [], balance: rest })
})
