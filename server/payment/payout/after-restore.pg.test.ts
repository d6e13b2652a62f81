import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eraseLeaver } from '../../erasure/erase.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, newAthlete, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact } from '../../transact.ts'
import { earningsCents } from '../ledger.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { orderPayouts } from './order-payouts.ts'

const DAY = 86_400_000
let db: TestDatabase
let bench: Bench
let athlete: string

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
    `leaving, reversal, payout, payout_account, ledger_entry, ledger_transaction, hold, money_operation, mail, reconciliation`,
  )
  await db.sql`delete from feed_epoch`
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
  athlete = await newAthlete(bench, { account: 'finish' })
})

const payouts = () =>
  db.sql`select period, amount_cents as cents, state from payout order by paid_at, amount_cents`
const transfers = async () =>
  (
    await db.sql`select (body ->> 'amount')::int as cents from stand_in.object where object = 'transfer' order by seq`
  ).map(({ cents }) => cents)
const pay = () => orderPayouts(bench.context).then(() => quiesce(bench))

const booksTakeBack = async (isAllowed: boolean) => {
  for (const table of ['ledger_entry', 'ledger_transaction'])
    await db.sql.unsafe(`alter table ${table} ${isAllowed ? 'disable' : 'enable'} trigger all`)
}

/**
 * Restores a backup from before the payouts, or from before they were earned (`isOlder`); only the provider knows
 * the rest.
 */
async function restore(isOlder = false) {
  await db.sql`truncate reversal, payout, payout_deduction, payout_setback, money_operation, mail`
  await booksTakeBack(true)
  await db.sql`delete from ledger_entry where transaction_id in
    (select id from ledger_transaction where kind in ('payout', 'transfer') or ${isOlder})`
  await db.sql`delete from ledger_transaction where kind in ('payout', 'transfer') or ${isOlder}`
  await booksTakeBack(false)
  await db.sql`insert into feed_epoch (epoch, restored_at) values ('another', app_now())`
}

async function erase() {
  await db.sql`
    insert into leaving (id, person_id, email, erase_at) values (${athlete}, ${athlete}, ${athlete}, app_now())
    on conflict (id) do update set erased_at = null, email = excluded.email`
  await transact(bench.context, (inside) => eraseLeaver(inside, athlete))
}

test('B7 who was erased and paid is erased once more a day later: their last payout is the same', async () => {
  await earn(bench, athlete, 2_345)
  await advanceClock(db.sql, 3 * DAY)
  const [kept] = await db.sql`select to_jsonb(a) as account from payout_account a`
  await erase()
  await quiesce(bench)
  expect(await payouts()).toEqual([{ period: 'last 1', cents: 2_345, state: 'paid' }])
  await restore()
  await db.sql`delete from payout_account`
  await db.sql`insert into payout_account select * from jsonb_populate_record(null::payout_account, ${kept?.account})`
  await advanceClock(db.sql, DAY)
  await erase()
  await quiesce(bench)
  expect(await transfers()).toEqual([2_345])
  expect(await payouts()).toEqual([{ period: 'last 1', cents: 2_345, state: 'paid' }])
  expect([await earningsCents(db.sql, athlete), await ledgerBreaks(bench.context)]).toEqual([0, []])
  // later earnings go into another payout
  await earn(bench, athlete, 700)
  await advanceClock(db.sql, 3 * DAY)
  await reconcile(bench.context)
  await pay()
  expect(await transfers()).toEqual([2_345, 700])
  expect((await payouts()).map(({ period }) => period)).toEqual(['last 1', 'last 2'])
})

test('B7 restored when the next period is due: what was transferred for the one before is taken in first', async () => {
  await earn(bench, athlete, 15_000)
  const first = await untilDue(bench)
  await pay()
  await restore()
  await untilDue(bench)
  await pay()
  expect(await payouts()).toEqual([])
  expect(bench.logged).toContain('payments: payouts wait for the first comparison after a restored backup')
  await reconcile(bench.context)
  const known = { period: first.name, cents: 15_000, state: 'paid' }
  expect(await payouts()).toEqual([known])
  expect(await db.sql`select kind from mail where person_id = ${athlete}`).toEqual([{ kind: 'payout-made' }])
  await pay()
  await reconcile(bench.context)
  expect([await transfers(), await payouts()]).toEqual([[15_000], [known]])
  expect([await earningsCents(db.sql, athlete), await ledgerBreaks(bench.context)]).toEqual([0, []])
})

test('B7 a transfer whose earnings are not known again yet is taken in, and not taken back', async () => {
  await earn(bench, athlete, 15_000)
  const first = await untilDue(bench)
  await pay()
  await restore(true)
  await reconcile(bench.context)
  await quiesce(bench)
  expect(await payouts()).toEqual([{ period: first.name, cents: 15_000, state: 'paid' }])
  expect(await earningsCents(db.sql, athlete)).toBe(-15_000)
  expect(await db.sql`select from reversal`).toHaveLength(0)
})
