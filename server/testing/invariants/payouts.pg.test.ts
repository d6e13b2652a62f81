import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureSchema } from '../../payment/stand-in/store.ts'
import { setClock } from '../clock.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { emptyTables } from '../rows/empty-tables.ts'
import { PAYOUTS_ALWAYS, PAYOUTS_AT_END } from './payouts.ts'

let db: TestDatabase
const athlete = crypto.randomUUID()

beforeAll(async () => {
  db = await testDatabase()
  await ensureSchema(db.sql)
  await db.sql`
    insert into person (id, role, first_name, last_name, email, payout_handle)
    values (${athlete}, 'creator', 'A', 'B', 'a@t.test', '@a')`
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.sql`delete from test_clock`
  await emptyTables(db.sql, 'payout, ledger_entry, ledger_transaction')
})

type Booked = { kind: string; cents: number; source: string; chargeId?: string }

/** Books an amount that is owed to the athlete, or taken from what is owed if `cents` is negative. */
async function book(at: string, { kind, cents, source, chargeId }: Booked) {
  const id = crypto.randomUUID()
  await db.sql.begin(async (tx) => {
    await tx`
      insert into ledger_transaction (id, kind, source, charge_id, at)
      values (${id}, ${kind}, ${source}, ${chargeId ?? null}, ${at})`
    await tx`insert into ledger_entry ${tx([
      { transaction_id: id, account: 'athlete_payable', person_id: athlete, amount_cents: -cents },
      { transaction_id: id, account: 'payout_clearing', person_id: athlete, amount_cents: cents },
    ])}`
  })
}

const earned = (at: string, chargeId: string, cents: number) =>
  book(at, { kind: 'capture', cents, source: chargeId })
const wentBack = (at: string, chargeId: string, cents: number) =>
  book(at, { kind: 'refund', cents: -cents, source: `re_${chargeId}`, chargeId })

async function paid(at: string, period: string, cents: number) {
  const id = crypto.randomUUID()
  await db.sql`
    insert into payout (id, person_id, period, amount_cents, way, created_at)
    values (${id}, ${athlete}, ${period}, ${cents}, 'manual', ${at})`
  await book(at, { kind: 'payout', cents: -cents, source: id })
}

const found = async (says: RegExp) => {
  const invariant = [...PAYOUTS_ALWAYS, ...PAYOUTS_AT_END].find((each) => says.test(each.says))
  return [...((await invariant?.rows(db.sql)) ?? [{}])]
}
const overpaid = () => found(/more was paid for a period/)
const unpaid = () => found(/who was due was not paid/)

const FORTNIGHT = 'fortnight to 2048-12-07'
const MONTH = 'month to 2048-12-01'

describe('D34 more than was earned before a period’s end and still owed', () => {
  test('what a fortnight has paid, once more by the month out of what was earned since', async () => {
    await earned('2048-11-28T10:00Z', 'ch_1', 12_000)
    await paid('2048-12-10T00:07Z', FORTNIGHT, 12_000)
    await earned('2048-12-11T10:00Z', 'ch_2', 5_000)
    expect(await overpaid()).toEqual([])
    await paid('2048-12-11T10:07Z', MONTH, 5_000)
    expect(await overpaid()).toMatchObject([{ period: MONTH, cents: 5_000, owed: 0 }])
  })

  test('what went back since, made up for by what was earned since', async () => {
    await earned('2048-12-05T10:00Z', 'ch_1', 15_000)
    await wentBack('2048-12-08T10:00Z', 'ch_1', 10_000)
    await earned('2048-12-09T10:00Z', 'ch_2', 8_000)
    await paid('2048-12-10T00:07Z', FORTNIGHT, 13_000)
    expect(await overpaid()).toMatchObject([{ period: FORTNIGHT, cents: 13_000, owed: 5_000 }])
  })

  test('what was earned since and went back took nothing of it; nor is what was taken back owed twice', async () => {
    await earned('2048-11-20T10:00Z', 'ch_0', 11_000)
    await paid('2048-11-26T00:07Z', 'fortnight to 2048-11-23', 11_000)
    await earned('2048-12-05T10:00Z', 'ch_1', 15_000)
    await earned('2048-12-08T10:00Z', 'ch_2', 8_000)
    await wentBack('2048-12-08T11:00Z', 'ch_2', 8_000)
    await paid('2048-12-10T00:07Z', FORTNIGHT, 15_000)
    await wentBack('2048-12-11T00:00Z', 'ch_0', 11_000)
    await book('2048-12-11T00:01Z', { kind: 'payout-reversed', cents: 11_000, source: 'trr_1' })
    await earned('2048-12-12T10:00Z', 'ch_3', 12_000)
    await paid('2048-12-24T00:07Z', 'fortnight to 2048-12-21', 12_000)
    expect(await overpaid()).toEqual([])
  })
})

describe('D34 who was due', () => {
  test('was paid over $100 by the fortnight, below it by the month, a day after it was due', async () => {
    await earned('2048-12-05T10:00Z', 'ch_1', 10_001)
    await setClock(db.sql, new Date('2048-12-10T23:50Z'))
    expect(await unpaid()).toEqual([])
    await setClock(db.sql, new Date('2048-12-11T00:01Z'))
    expect(await unpaid()).toMatchObject([{ kind: 'fortnight', cents: 10_001 }])
    await paid('2048-12-11T00:07Z', FORTNIGHT, 10_001)
    await earned('2048-12-11T10:00Z', 'ch_2', 700)
    await setClock(db.sql, new Date('2049-01-04T00:01Z'))
    expect(await unpaid()).toEqual([])
    await setClock(db.sql, new Date('2049-01-05T00:01Z'))
    expect(await unpaid()).toMatchObject([{ kind: 'month', cents: 700 }])
    await paid('2049-01-05T00:07Z', 'month to 2049-01-01', 700)
    expect(await unpaid()).toEqual([])
  })

  test('not who is owed no more, nor who may not be paid', async () => {
    await earned('2048-12-05T10:00Z', 'ch_1', 10_001)
    await wentBack('2048-12-08T10:00Z', 'ch_1', 1)
    await setClock(db.sql, new Date('2048-12-12T00:00Z'))
    expect(await unpaid()).toEqual([])
    await earned('2048-12-06T10:00Z', 'ch_2', 8_000)
    expect(await unpaid()).toHaveLength(1)
    await db.sql`update person set payout_handle = null`
    await db.sql`
      insert into payout_account (id, person_id, country_code, state) values (${athlete}, ${athlete}, 'NO', 'restricted')`
    expect(await unpaid()).toEqual([])
  })
})
