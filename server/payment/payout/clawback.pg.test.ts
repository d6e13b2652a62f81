import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { FaultPoint } from '../../fault.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, giveBack, newAthlete, onPage, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { listReturns } from '../refunds-and-disputes/list-returns.ts'
import { orderRefund } from '../refunds-and-disputes/order-refund.ts'
import { refreshReturns } from '../refunds-and-disputes/refresh-returns.ts'
import type { FaultKind } from '../stand-in/faults.ts'
import { moneyOf } from '../statement/money-of.ts'
import { holdPayouts } from './hold-payouts.ts'
import { orderPayouts } from './order-payouts.ts'
import { beginPayout } from './pay-by-hand.ts'
import { failPayout } from './set-back.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  const id = crypto.randomUUID()
  await db.sql`insert into person (id, role, first_name, last_name, email) values (${id}, 'admin', 'A', 'B', 'a@t.test')`
  admin = { personId: id, role: 'admin', guestId: null } as Caller
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    'reversal, payout, payout_account, refund, dispute, ledger_entry, ledger_transaction, hold, money_operation, stripe_event, mail',
  )
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
})

type Paid = { holdId: string; athleteId: string; chargeId: string }

/** Makes a paid answer for $250. Its athlete, who gets $200 of it, is set up to be paid by transfer. */
async function paidAnswer(): Promise<Paid> {
  const hold = await held(bench, { amountCents: 25_000 })
  const { athleteId } = await asked(bench, hold, { amountCents: 25_000 })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  await db.sql`update question set status = 'completed', settled_at = app_now() where id = ${hold.askId}`
  await db.sql`update person set country_code = 'NO' where id = ${athleteId}`
  await onPage(bench, athleteId, 'finish')
  const [row] = await db.sql<
    { charge: string }[]
  >`select charge_id as charge from hold where id = ${hold.holdId}`
  return { holdId: hold.holdId, athleteId, chargeId: row?.charge ?? '' }
}

async function paidOut(): Promise<Paid> {
  const of = await paidAnswer()
  await untilDue(bench)
  await orderPayouts(bench.context)
  await quiesce(bench)
  expect(await earned(of)).toBe(0)
  return of
}

async function order({ holdId: paymentId }: Paid, amountCents: number): Promise<void> {
  const call = { refundId: crypto.randomUUID(), paymentId, amountCents, reason: 'mistake' } as const
  expect(await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admin, call))).toMatchObject({
    ok: true,
  })
}

async function refund(of: Paid, amountCents: number): Promise<void> {
  await order(of, amountCents)
  await quiesce(bench)
}

const earned = ({ athleteId }: Paid) => earningsCents(db.sql, athleteId)
/** Returns the reversals made at the provider, in cents. */
const reversed = async () =>
  (
    await db.sql<{ cents: number }[]>`
      select (body ->> 'amount')::int as cents from stand_in.object where object = 'transfer_reversal' order by seq`
  ).map(({ cents }) => cents)
const rows = () =>
  db.sql`select amount_cents as cents, state, error from reversal order by created_at, amount_cents`
const debts = async () => (await listReturns(bench.context)).debts
const balanced = async () => expect(await ledgerBreaks(bench.context)).toEqual([])
const settle = async (disputeId: string, status: 'won' | 'lost') => {
  await bench.standIn.outside({ act: 'decide', disputeId, status })
  await quiesce(bench)
}

describe('M12 a payment that goes back after its share was transferred takes the share back from the transfer', () => {
  test('refunded whole, or in parts that add up: nobody owes anything, and the athlete sees what it was', async () => {
    const of = await paidOut()
    await refund(of, 8_334)
    expect(await reversed()).toEqual([6_667])
    await refund(of, 16_666)
    expect(await reversed()).toEqual([6_667, 13_333])
    const done = { state: 'done', error: null }
    expect(await rows()).toEqual([
      { cents: 6_667, ...done },
      { cents: 13_333, ...done },
    ])
    const { statement } = await moneyOf(bench.context, { personId: of.athleteId, isAthlete: true })
    expect(statement).toMatchObject({ earnedCents: 0, paidOutCents: 0, balanceCents: 0 })
    expect(statement?.lines.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['reversal', 13_333],
      ['refund', -13_333],
      ['reversal', 6_667],
      ['refund', -6_667],
      ['payout', -20_000],
      ['answer', 20_000],
    ])
    await balanced()
  })

  test('while it is being taken back, the athlete’s page says how much of it', async () => {
    const of = await paidOut()
    await giveBack(bench, of.athleteId, 8_334)
    const statement = async () =>
      (await moneyOf(bench.context, { personId: of.athleteId, isAthlete: true })).statement
    expect(await statement()).toMatchObject({ balanceCents: -6_667, takingBackCents: 6_667 })
    await quiesce(bench)
    expect(await statement()).toMatchObject({ balanceCents: 0, takingBackCents: 0 })
  })

  test('what they are still owed is taken first, the rest from the transfer', async () => {
    const of = await paidOut()
    await earn(bench, of.athleteId, 3_000)
    await refund(of, 25_000)
    expect([await reversed(), await earned(of)]).toEqual([[17_000], 0])
    await balanced()
  })

  test('C17 lost to a bank it comes back; won after all it is paid by the next payout', async () => {
    const of = await paidOut()
    const { id } = await bench.standIn.outside({ act: 'dispute', chargeId: of.chargeId })
    await quiesce(bench)
    expect(await reversed()).toEqual([])
    await settle(id ?? '', 'lost')
    expect([await reversed(), await earned(of)]).toEqual([[20_000], 0])
    await settle(id ?? '', 'won')
    expect([await reversed(), await earned(of)]).toEqual([[20_000], 20_000])
    await untilDue(bench)
    await orderPayouts(bench.context)
    await quiesce(bench)
    expect(await db.sql`select amount_cents as cents, state from payout order by created_at`).toEqual([
      { cents: 20_000, state: 'paid' },
      { cents: 20_000, state: 'paid' },
    ])
    expect(await earned(of)).toBe(0)
    await balanced()
  })

  test('gone back while the transfer was on its way: it is taken back when it has arrived', async () => {
    const of = await paidAnswer()
    // payments of others provide the balance for the transfer meanwhile
    await earn(bench, await newAthlete(bench), 20_000)
    await untilDue(bench)
    await orderPayouts(bench.context)
    bench.standIn.faults.next(/POST .*transfers$/, 'refuse', 3)
    await refund(of, 25_000)
    expect([await reversed(), await earned(of)]).toEqual([[], -20_000])
    bench.standIn.faults.clear()
    await advanceClock(db.sql, HOUR)
    await quiesce(bench)
    expect([await reversed(), await earned(of)]).toEqual([[20_000], 0])
    await balanced()
  })

  describe('gone back while the transfer was on its way, and the transfer is not made', () => {
    /** Refunds a payment whose transfer got no answer from the provider, and returns how its payout stands then. */
    async function refundedMeanwhile(then: (of: Paid) => Promise<unknown>) {
      const of = await paidAnswer()
      await earn(bench, of.athleteId, 1_000)
      await untilDue(bench)
      await orderPayouts(bench.context)
      bench.standIn.faults.next(/POST .*transfers$/, 'refuse', 3)
      await refund(of, 25_000)
      expect([await reversed(), await earned(of)]).toEqual([[], -20_000])
      bench.standIn.faults.clear()
      await then(of)
      await advanceClock(db.sql, HOUR)
      await quiesce(bench)
      expect([await reversed(), await earned(of), await debts()]).toEqual([[], 0, []])
      await balanced()
      return (await db.sql`select amount_cents as cents, way, state from payout`)[0]
    }

    test('refused for good: what is paid by hand is what is left', async () => {
      const left = await refundedMeanwhile(async () => {
        await db.sql`
          update stand_in.object set body = jsonb_set(body, '{capabilities,transfers}', '"inactive"') where object = 'account'`
      })
      expect(left).toEqual({ cents: 1_000, way: 'manual', state: 'ordered' })
    })

    test('too much for our balance: what waits is what is left', async () => {
      const late = db.sql`jsonb_set(body, '{available_on}', to_jsonb((body ->> 'created')::bigint + 9999999))`
      const left = await refundedMeanwhile(async () => {
        await db.sql`update stand_in.object set body = ${late} where object = 'balance_transaction'`
      })
      expect(left).toEqual({ cents: 1_000, way: 'transfer', state: 'ordered' })
    })

    test('its account may not be paid: what waits is what is left', async () => {
      const left = await refundedMeanwhile(({ athleteId }) => onPage(bench, athleteId, 'disconnect'))
      expect(left).toEqual({ cents: 1_000, way: 'transfer', state: 'ordered' })
    })

    test('held: what waits is what is left', async () => {
      const left = await refundedMeanwhile(({ athleteId: personId }) => {
        const hold = { holdId: crypto.randomUUID(), personId, reason: 'looked into' }
        return transactOrRefuse(bench.context, (inside) => holdPayouts(inside, admin, hold))
      })
      expect(left).toEqual({ cents: 1_000, way: 'transfer', state: 'ordered' })
    })
  })

  test('two refunds at once, on two servers: never more than was transferred', async () => {
    const of = await paidOut()
    await earn(bench, of.athleteId, 500)
    await Promise.all([order(of, 12_500), order(of, 12_500)])
    const other = await openBench(db.sql)
    await Promise.all([quiesce(bench), quiesce(other), refreshReturns(other.context, of.holdId)])
    await quiesce(bench)
    expect((await reversed()).reduce((sum, cents) => sum + cents, 0)).toBe(19_500)
    expect(await earned(of)).toBe(0)
    await balanced()
  })
})

describe('a process that stops, a provider that stumbles: taken back once', () => {
  async function once(of: Paid, hours: number) {
    bench = await openBench(db.sql)
    await advanceClock(db.sql, hours * HOUR)
    await quiesce(bench)
    expect([await reversed(), await rows()]).toEqual([
      [20_000],
      [{ cents: 20_000, state: 'done', error: null }],
    ])
    expect(await earned(of)).toBe(0)
    await balanced()
  }
  const points: FaultPoint[] = ['reversal.after-intended', 'reversal.after-stripe', 'reversal.after-done']

  const stops = [...points.map((point) => [point, 0.02] as const), ['reversal.after-stripe', 25] as const]

  test.each(sample('stops of a reversal', stops, 1))(
    '%s, and another one after %s hours',
    async (point, hours) => {
      const of = await paidOut()
      bench.control.deaf = true
      bench.control.crashAt = point
      await refund(of, 25_000).catch(() => {})
      await db.sql`update stand_in.delivery set due_at = null`
      await once(of, hours)
    },
  )

  const kinds: FaultKind[] = ['error-before', 'error-after', 'cut-after']

  test.each(sample('a reversal that stumbles', kinds, 1))('a provider that answers with %s', async (kind) => {
    const of = await paidOut()
    bench.standIn.faults.next(/POST .*reversals$/, kind, 2)
    await refund(of, 25_000)
    await once(of, 0.1)
  })
})

describe('where nothing can be taken back the balance is below zero, and carried', () => {
  test('refused by the provider: said, shown on the desk until it is earned off, and not asked again', async () => {
    const of = await paidOut()
    await advanceClock(db.sql, HOUR)
    bench.control.deaf = true
    await onPage(bench, of.athleteId, 'disconnect')
    await refund(of, 25_000)
    expect([await reversed(), await earned(of)]).toEqual([[], -20_000])
    expect(await rows()).toEqual([{ cents: 20_000, state: 'refused', error: 'account_invalid' }])
    expect(bench.logged).toContain('payments: a transfer is not given back; the athlete owes it')
    const [debt] = await debts()
    expect(debt).toMatchObject({ id: of.athleteId, amountCents: 20_000, askedBackCents: 0, username: null })
    expect(debt?.email).toMatch('@')
    expect(debt?.refused).toMatchObject([{ amountCents: 20_000, error: 'account_invalid' }])
    expect(debt?.refused[0]?.transferId).toMatch(/^tr_/)
    const [gone] = await db.sql<{ at: Date }[]>`select at from ledger_transaction where kind = 'refund'`
    expect(debt?.since).toBe(gone?.at.getTime())
    await earn(bench, of.athleteId, 20_500)
    expect([await earned(of), await debts()]).toEqual([500, []])
    await balanced()
  })

  test('refused after a payout by hand was begun and not paid: that one is less, and can be begun again', async () => {
    const of = await paidOut()
    await db.sql`update person set payout_handle = '@me' where id = ${of.athleteId}`
    await earn(bench, of.athleteId, 30_000)
    await untilDue(bench)
    await orderPayouts(bench.context)
    const [payout] = await db.sql<{ id: string }[]>`select id from payout where way = 'manual'`
    const payoutId = payout?.id ?? ''
    const begin = (amountCents: number) =>
      transactOrRefuse(bench.context, (inside) => beginPayout(inside, admin, { payoutId, amountCents }))
    expect(await begin(30_000)).toMatchObject({ ok: true })
    bench.control.deaf = true
    await onPage(bench, of.athleteId, 'disconnect')
    await giveBack(bench, of.athleteId, 25_000, 'oldest')
    await transactOrRefuse(bench.context, (inside) =>
      failPayout(inside, admin, { payoutId, reason: 'no such handle' }),
    )
    const left = async () =>
      (await db.sql`select amount_cents as cents, state from payout where id = ${payoutId}`)[0]
    expect(await left()).toEqual({ cents: 30_000, state: 'ordered' })
    await quiesce(bench)
    expect(await rows()).toMatchObject([{ state: 'refused' }])
    expect([await left(), await earned(of)]).toEqual([{ cents: 10_000, state: 'ordered' }, 0])
    expect(await begin(10_000)).toMatchObject({ ok: true })
  })

  test('paid by hand: there is no transfer', async () => {
    const of = await paidAnswer()
    await db.sql`update person set payout_handle = '@me' where id = ${of.athleteId}`
    await untilDue(bench)
    await orderPayouts(bench.context)
    const [payout] = await db.sql<{ id: string }[]>`select id from payout`
    await transactOrRefuse(bench.context, (inside) =>
      beginPayout(inside, admin, { payoutId: payout?.id ?? '' }),
    )
    await refund(of, 25_000)
    expect([await rows(), await earned(of)]).toEqual([[], -20_000])
    expect(await debts()).toMatchObject([{ id: of.athleteId, amountCents: 20_000, refused: [] }])
    await db.sql`update person set email = ${`${of.athleteId}${NOBODYS_DOMAIN}`} where id = ${of.athleteId}`
    expect(await debts()).toMatchObject([{ id: of.athleteId, email: null }])
    await balanced()
  })
})

test.each([false, true])(
  'a transfer taken back at the provider is owed again (unheard: %s)',
  async (deaf) => {
    const of = await paidOut()
    bench.control.deaf = deaf
    const [transfer] = await db.sql<{ id: string }[]>`select transfer_id as id from payout`
    await bench.standIn.outside({ act: 'reverse', transferId: transfer?.id ?? '', amountCents: 700 })
    await quiesce(bench)
    expect(await earned(of)).toBe(deaf ? 0 : 700)
    await reconcile(bench.context)
    expect([await earned(of), await rows()]).toEqual([700, [{ cents: 700, state: 'done', error: null }]])
    await balanced()
  },
)
