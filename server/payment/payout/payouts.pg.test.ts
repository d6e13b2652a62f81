import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import type { FaultPoint } from '../../fault.ts'
import { advanceClock, setClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, newAthlete, nextPeriod, onPage, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { earningsCents } from '../ledger.ts'
import type { FaultKind } from '../stand-in/faults.ts'
import { moneyOf } from '../statement/money-of.ts'
import { orderPayouts } from './order-payouts.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench

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
    'reversal, payout, payout_account, ledger_entry, ledger_transaction, hold, money_operation, stripe_event, mail',
  )
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
})

const run = () => orderPayouts(bench.context)
const payouts = () =>
  db.sql`select person_id as "personId", period, amount_cents as cents, way, why, state, created_at as at from payout order by created_at, id`
const transfers = () =>
  db.sql`select (body ->> 'amount')::int as cents, body ->> 'destination' as account from stand_in.object
    where object = 'transfer' order by seq`
const clearing = async () =>
  (
    await db.sql<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::int as cents from ledger_entry where account = 'payout_clearing'`
  )[0]?.cents
const mails = () => db.sql`select kind, person_id as "personId" from mail where kind = 'payout-made'`

async function expectPaidOnce(personId: string, cents: number) {
  expect(await payouts()).toMatchObject([{ personId, cents, way: 'transfer', state: 'paid' }])
  expect(await transfers()).toMatchObject([{ cents }])
  expect(await clearing()).toBe(0)
  expect(await earningsCents(db.sql, personId)).toBe(0)
  expect(await mails()).toEqual([{ kind: 'payout-made', personId }])
  expect(await ledgerBreaks(bench.context)).toEqual([])
}

describe('S2-1.9 S2-9.14 D34 an athlete with an account is paid by transfer, once a period', () => {
  test('the whole balance over $100, in dollars, to their account; booked, told, and in the statement', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 8_000)
    await earn(bench, athlete, 2_345)
    const period = await nextPeriod(bench)
    await setClock(db.sql, new Date(period.dueAt - 60_000))
    await run()
    expect(await payouts()).toEqual([])
    await advanceClock(db.sql, 60_000)
    await run()
    expect(await payouts()).toMatchObject([{ period: period.name, cents: 10_345, state: 'ordered' }])
    expect(await clearing()).toBe(-10_345)
    const statement = async () =>
      (await moneyOf(bench.context, { personId: athlete, isAthlete: true })).statement
    const ordered = { earnedCents: 10_345, paidOutCents: 0, onItsWayCents: 10_345, balanceCents: 0 }
    const line = { kind: 'payout', cents: -10_345, subject: null, payout: { way: 'transfer', isPaid: false } }
    expect(await statement()).toMatchObject({ ...ordered, lines: [line, {}, {}] })
    await quiesce(bench)
    expect(await statement()).toMatchObject({ ...ordered, paidOutCents: 10_345, onItsWayCents: 0 })
    expect((await statement())?.lines[0]?.payout).toEqual({
      way: 'transfer',
      isPaid: true,
      paidAt: expect.any(Number),
    })
    await expectPaidOnce(athlete, 10_345)
  })

  test('run again, late, and on two servers at once: the same rows', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    const other = await openBench(db.sql)
    await Promise.all([run(), orderPayouts(other.context), run(), orderPayouts(other.context)])
    await Promise.all([quiesce(bench), quiesce(other)])
    for (const hours of [1, 24, 150]) {
      await advanceClock(db.sql, hours * HOUR)
      await run()
      await quiesce(bench)
    }
    await expectPaidOnce(athlete, 12_000)
  })

  test('$100.00 waits for the month, $100.01 does not; what came after its end waits for the next', async () => {
    const [even, over] = [
      await newAthlete(bench, { account: 'finish' }),
      await newAthlete(bench, { account: 'finish' }),
    ]
    await earn(bench, even, 10_000)
    await earn(bench, over, 10_001)
    const fortnight = await nextPeriod(bench)
    const month = await nextPeriod(bench, 'month')
    // depending on the calendar, the fortnight ends before or after the month's payout is due
    const payday = () => run().then(() => quiesce(bench))
    const days = [
      { at: fortnight.endsAt, happens: () => earn(bench, over, 444) },
      { at: fortnight.dueAt, happens: payday },
      { at: month.dueAt, happens: payday },
    ]
    for (const { at, happens } of days.sort((a, b) => a.at - b.at)) {
      await setClock(db.sql, new Date(at))
      await happens()
    }
    const paid = (await payouts()).map(({ at, ...row }) => ({ ...row, dueAt: at - (at % HOUR) }))
    expect(paid).toContainEqual(
      expect.objectContaining({ personId: even, cents: 10_000, period: month.name, dueAt: month.dueAt }),
    )
    expect(paid).toContainEqual(
      expect.objectContaining({
        personId: over,
        cents: 10_001,
        period: fortnight.name,
        dueAt: fortnight.dueAt,
      }),
    )
    expect(await clearing()).toBe(0)
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('a balance below zero is carried, and earned off before anything is paid', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    const takenBack = bench.context.random.id()
    await db.sql`insert into ledger_transaction (id, kind, source) values (${takenBack}, 'dispute', 'dp_1')`
    await db.sql`insert into ledger_entry ${db.sql([
      { transaction_id: takenBack, account: 'athlete_payable', person_id: athlete, amount_cents: 13_000 },
      { transaction_id: takenBack, account: 'platform_revenue', person_id: null, amount_cents: -13_000 },
    ])}`
    await untilDue(bench)
    await run()
    expect([await payouts(), await earningsCents(db.sql, athlete)]).toEqual([[], -1_000])
    await earn(bench, athlete, 11_500)
    await untilDue(bench)
    await run()
    expect(await payouts()).toMatchObject([{ cents: 10_500 }])
  })
})

describe('a process that stops at any point leaves a payout that another one finishes, once', () => {
  async function due() {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 15_001)
    await untilDue(bench)
    return athlete
  }
  async function afterCrash(hours: number) {
    bench = await openBench(db.sql)
    await advanceClock(db.sql, hours * HOUR)
    await run()
    await quiesce(bench)
  }
  const points: FaultPoint[] = ['transfer.after-intended', 'transfer.after-stripe', 'transfer.after-done']

  const stops = points.flatMap((point) => [0.02, 25].map((hours) => [point, hours] as const))

  test.each(sample('stops of a transfer', stops, 2))('%s, and %d hours later', async (point, hours) => {
    const athlete = await due()
    await run()
    bench.control.crashAt = point
    await quiesce(bench).catch(() => {})
    await afterCrash(hours)
    await expectPaidOnce(athlete, 15_001)
  })

  const kinds: FaultKind[] = ['refuse', 'error-before', 'error-after', 'cut-after', 'rate-limit']

  test.each(sample('a transfer that stumbles', kinds, 1))('a provider that answers with %s', async (kind) => {
    const athlete = await due()
    await run()
    bench.standIn.faults.next(/POST .*transfers$/, kind, 2)
    await quiesce(bench)
    await afterCrash(0.1)
    await expectPaidOnce(athlete, 15_001)
  })

  /** Pays an athlete, then restores a backup from before; only the provider knows of the transfer. */
  async function forgotten() {
    const athlete = await due()
    await run()
    await quiesce(bench)
    await db.sql`truncate reversal, payout, payout_deduction, payout_setback, money_operation, mail`
    for (const table of ['ledger_entry', 'ledger_transaction'])
      await db.sql.unsafe(`alter table ${table} disable trigger all`)
    await db.sql`delete from ledger_entry where transaction_id in
      (select id from ledger_transaction where kind in ('payout', 'transfer'))`
    await db.sql`delete from ledger_transaction where kind in ('payout', 'transfer')`
    for (const table of ['ledger_entry', 'ledger_transaction'])
      await db.sql.unsafe(`alter table ${table} enable trigger all`)
    return athlete
  }

  test('B7 from a backup that knows nothing of it, days later: the provider’s transfer is found, and booked', async () => {
    const athlete = await forgotten()
    expect(await ledgerBreaks(bench.context)).toMatchObject([{ ourCents: null, theirCents: -15_001 }])
    await afterCrash(48)
    await expectPaidOnce(athlete, 15_001)
  })

  test.each([18_000, 12_000])(
    'B7 from a backup that knows of more or less that was owed: what was transferred counts, %i',
    async (paidCents) => {
      const athlete = await forgotten()
      await db.sql`
        update stand_in.object set body = body || jsonb_build_object('amount', ${paidCents}::int) where object = 'transfer'`
      await db.sql`
        update stand_in.object set body = body || jsonb_build_object('net', ${-paidCents}::int)
        where object = 'balance_transaction' and body ->> 'type' = 'transfer'`
      await afterCrash(48)
      expect(await payouts()).toMatchObject([{ cents: paidCents, way: 'transfer', state: 'paid' }])
      expect(await transfers()).toMatchObject([{ cents: paidCents }])
      expect(await clearing()).toBe(0)
      expect(await earningsCents(db.sql, athlete)).toBe(15_001 - paidCents)
      expect(await db.sql`select from reversal`).toHaveLength(0)
      expect(await db.sql`select from money_operation where state = 'intended'`).toHaveLength(0)
      expect(await mails()).toHaveLength(1)
      expect(await ledgerBreaks(bench.context)).toEqual([])
      const { statement } = await moneyOf(bench.context, { personId: athlete, isAthlete: true })
      expect(statement).toMatchObject({ paidOutCents: paidCents, balanceCents: 15_001 - paidCents })
      const told = statement?.lines.filter(({ kind }) => kind === 'payout').map(({ payout }) => payout)
      expect(told).toEqual([1, 2].map(() => ({ way: 'transfer', isPaid: true, paidAt: expect.any(Number) })))
    },
  )
})

describe('C19 nothing is paid while an account is restricted or disconnected', () => {
  test('one of ten athletes each: they keep their balance, and are paid once they may be; everybody else is not kept waiting', async () => {
    const athletes: string[] = []
    for (let n = 0; n < 10; n += 1) {
      const athlete = await newAthlete(bench, { account: 'finish' })
      await earn(bench, athlete, 10_100 + n)
      athletes.push(athlete)
    }
    const [restricted = '', gone = ''] = athletes
    bench.control.deaf = true
    await onPage(bench, restricted, 'restrict')
    await onPage(bench, gone, 'disconnect')
    // no webhook arrived, so the provider is asked before a payout is ordered
    await db.sql`update payout_account set state = 'ready' where person_id in (${restricted}, ${gone})`
    await untilDue(bench)
    await run()
    await quiesce(bench)
    expect(await transfers()).toHaveLength(8)
    expect([await earningsCents(db.sql, restricted), await earningsCents(db.sql, gone)]).toEqual([
      10_100, 10_101,
    ])
    await onPage(bench, restricted, 'finish')
    await onPage(bench, gone, 'finish')
    await run()
    expect(await transfers(), 'what was set up a moment ago does not count yet').toHaveLength(8)
    await setClock(db.sql, new Date((await bench.context.clock.now()).getTime() + 72 * HOUR_MS))
    await run()
    await quiesce(bench)
    expect(await transfers()).toHaveLength(10)
    expect([await clearing(), await ledgerBreaks(bench.context)]).toEqual([0, []])
  })
})

describe('C20 a transfer that the provider refuses is paid by hand, and says why', () => {
  test.each([
    ['capability', (athlete: string) => onPage(bench, athlete, 'restrict')],
    ['refused', (athlete: string) => onPage(bench, athlete, 'disconnect')],
    [
      'region',
      async (athlete: string) => {
        const [account] = await db.sql<{ id: string }[]>`
          select account_id as id from payout_account where person_id = ${athlete}`
        await bench.standIn.outside({ act: 'move-account', accountId: account?.id ?? '', country: 'BR' })
      },
    ],
  ] as const)('%s', async (why, happens) => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await run()
    await happens(athlete)
    // it came about at the provider, and no change waits
    await db.sql`delete from payout_change where person_id = ${athlete}`
    await quiesce(bench)
    expect(await payouts()).toMatchObject([{ cents: 12_000, way: 'manual', why, state: 'ordered' }])
    expect([await transfers(), await clearing(), await mails()]).toEqual([[], -12_000, []])
  })

  const emptied = (net: number) =>
    db.sql`update stand_in.object set body = jsonb_set(body, '{net}', ${net}) where object = 'balance_transaction'`
  const orders = async () => (await db.sql`select state from money_operation where kind = 'transfer'`).length

  test('a balance that is too low is waited for with the next runs: transferred once it is there', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await run()
    await emptied(1)
    for (let hours = 0; hours < 3; hours += 1) {
      await quiesce(bench)
      expect(await payouts()).toMatchObject([{ way: 'transfer', why: null, state: 'ordered' }])
      await advanceClock(db.sql, HOUR)
      await Promise.all([run(), run()])
    }
    expect(await orders()).toBe(4)
    await emptied(15_000)
    await quiesce(bench)
    await expectPaidOnce(athlete, 12_000)
  })

  test('one that stays too low for three days is paid by hand', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await run()
    await emptied(1)
    await quiesce(bench)
    await advanceClock(db.sql, 73 * HOUR)
    await run()
    await quiesce(bench)
    expect(await payouts()).toMatchObject([
      { cents: 12_000, way: 'manual', why: 'balance', state: 'ordered' },
    ])
    await advanceClock(db.sql, HOUR)
    await run()
    expect(await orders()).toBe(2)
  })

  test('the three days count anew once a hold has ended, or once the athlete is paid another way', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await run()
    await emptied(1)
    await quiesce(bench)
    const retried = async () => {
      await run()
      await quiesce(bench)
      return (await payouts())[0]
    }
    const waits = { way: 'transfer', why: null, state: 'ordered' }
    await db.sql`
      insert into payout_hold (id, person_id, reason, held_by)
      values (gen_random_uuid(), ${athlete}, 'looked into', ${athlete})`
    await advanceClock(db.sql, 80 * HOUR)
    await db.sql`
      update payout_hold set resumed_at = app_now(), resumed_by = ${athlete} where person_id = ${athlete}`
    expect(await retried()).toMatchObject(waits)
    await advanceClock(db.sql, 76 * HOUR)
    await db.sql`
      insert into payout_change (id, person_id, kind, stop_hash, from_at, ended_at, ending)
      values (gen_random_uuid(), ${athlete}, 'handle', ${athlete}, app_now(), app_now(), 'made')`
    expect(await retried()).toMatchObject(waits)
    await advanceClock(db.sql, 73 * HOUR)
    expect(await retried()).toMatchObject({ way: 'manual', why: 'balance' })
  })

  test('the three days count from the first transfer, however long ago the payout was ordered', async () => {
    const athlete = await newAthlete(bench)
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await run()
    expect(await payouts()).toMatchObject([{ way: 'manual', why: 'no-account' }])
    await advanceClock(db.sql, 10 * 24 * HOUR)
    await onPage(bench, athlete, 'finish')
    // what this is about is the balance, not the time that a change waits
    await db.sql`delete from payout_change where person_id = ${athlete}`
    await emptied(1)
    for (const hours of [0, 1, 70]) {
      await advanceClock(db.sql, hours * HOUR)
      await run()
      await quiesce(bench)
      expect(await payouts(), `${hours} hours later`).toMatchObject([{ way: 'transfer', state: 'ordered' }])
    }
    await advanceClock(db.sql, 2 * HOUR)
    await run()
    await quiesce(bench)
    expect(await payouts()).toMatchObject([{ way: 'manual', why: 'balance', state: 'ordered' }])
  })
})
