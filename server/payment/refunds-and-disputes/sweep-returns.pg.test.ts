import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { transact } from '../../transact.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import type { OutsideAct } from '../stand-in/outside.ts'
import { listReturns } from './list-returns.ts'
import { sweepReturns } from './refresh-returns.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  Object.assign(bench.control, { deaf: false })
})

/** Makes an answer that was paid, and returns its charge. */
async function paid(card?: string) {
  const hold = await held(bench, { amountCents: 2_500, ...(card && { card }) })
  const { athleteId } = await asked(bench, hold, { amountCents: 2_500 })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  const [row] = await db.sql<
    { charge: string }[]
  >`select charge_id as charge from hold where id = ${hold.holdId}`
  return { chargeId: row?.charge ?? '', athleteId }
}

/** Makes a dispute of a paid answer whose opening a webhook reported. */
async function disputed() {
  const { chargeId, athleteId } = await paid()
  const { id } = await bench.standIn.outside({ act: 'dispute', chargeId })
  await quiesce(bench)
  return { disputeId: id ?? '', chargeId, athleteId }
}

/** Decides a dispute without any webhook about it. */
const decideUnheard = (disputeId: string, status: 'won' | 'lost') =>
  actUnheard({ act: 'decide', disputeId, status })

async function actUnheard(act: OutsideAct): Promise<string> {
  bench.control.deaf = true
  const { id } = await bench.standIn.outside(act)
  await quiesce(bench)
  await db.sql`truncate stand_in.delivery`
  bench.control.deaf = false
  return id ?? ''
}

const stateOf = async (disputeId: string) =>
  (await listReturns(bench.context)).disputes.find(({ id }) => id === disputeId)?.state

test.each(['lost', 'won'] as const)(
  'C11 C17 a dispute that was %s, of which no webhook ever told, is found within a day',
  async (status) => {
    const { disputeId, athleteId } = await disputed()
    await decideUnheard(disputeId, status)
    await sweepReturns(bench.context)
    expect(await stateOf(disputeId)).toBe('needs-response')
    await advanceClock(db.sql, 25 * HOUR)
    await quiesce(bench)
    expect(await stateOf(disputeId)).toBe(status)
    expect(await earningsCents(db.sql, athleteId)).toBe(status === 'lost' ? 0 : 2_000)
    expect(await ledgerBreaks(bench.context)).toEqual([])
  },
)

test('one that is still open is asked about once a day, and a provider that gives no answer changes nothing', async () => {
  const { disputeId, chargeId: ours } = await disputed()
  const { listDisputes } = bench.payments
  let asks = 0
  bench.payments.listDisputes = (chargeId) => {
    // the lost one of the test before is asked about too, because it may be appealed
    if (chargeId === ours) asks += 1
    return listDisputes(chargeId)
  }
  await advanceClock(db.sql, 25 * HOUR)
  bench.standIn.faults.next(/^GET \/v1\/disputes/, 'refuse', 10)
  await sweepReturns(bench.context)
  expect(await stateOf(disputeId)).toBe('needs-response')
  bench.standIn.faults.clear()
  asks = 0
  await sweepReturns(bench.context)
  await sweepReturns(bench.context)
  expect(asks).toBe(1)
  expect(await stateOf(disputeId)).toBe('needs-response')
  bench.payments.listDisputes = listDisputes
})

test.each([false, true])(
  'C11 C17 one that was opened, of which no webhook ever told, is found the same night: an inquiry too (%s)',
  async (isInquiry) => {
    const { chargeId } = await paid()
    const disputeId = await actUnheard({ act: 'dispute', chargeId, isInquiry })
    await advanceClock(db.sql, HOUR)
    await quiesce(bench)
    expect(await stateOf(disputeId)).toBeUndefined()
    bench.standIn.faults.next(/^GET \/v1\/disputes/, 'refuse', 10)
    await reconcile(bench.context)
    bench.standIn.faults.clear()
    await reconcile(bench.context)
    expect(await stateOf(disputeId)).toBe('needs-response')
    expect(await ledgerBreaks(bench.context)).toEqual([])
    const told = await db.sql`select from mail where kind = 'dispute-opened'`
    await reconcile(bench.context)
    expect(await db.sql`select from mail where kind = 'dispute-opened'`).toHaveLength(told.length)
  },
)

test('C17 an appeal of which no webhook told is found a day later, for two months after the loss', async () => {
  const lose = async () => {
    const { disputeId } = await disputed()
    await bench.standIn.outside({ act: 'decide', disputeId, status: 'lost' })
    await quiesce(bench)
    return disputeId
  }
  const late = await lose()
  await advanceClock(db.sql, 61 * 24 * HOUR)
  const early = await lose()
  await advanceClock(db.sql, 23 * HOUR)
  for (const disputeId of [late, early]) await actUnheard({ act: 'appeal', disputeId })
  await sweepReturns(bench.context)
  expect(await stateOf(early), 'asked about once a day').toBe('lost')
  await advanceClock(db.sql, 2 * HOUR)
  await sweepReturns(bench.context)
  expect([await stateOf(early), await stateOf(late)]).toEqual(['needs-response', 'lost'])
  expect(await ledgerBreaks(bench.context)).toEqual([])
})

test('a refund that arrived unheard is found a day later, and ten minutes after a provider that gave no answer', async () => {
  const { chargeId } = await paid('4000000000007726')
  await bench.standIn.outside({ act: 'refund', chargeId, amountCents: 500 })
  await quiesce(bench)
  const states = async () => (await db.sql`select state from refund where charge_id = ${chargeId}`).flat()
  expect(await states()).toEqual([{ state: 'pending' }])
  bench.control.deaf = true
  await advanceClock(db.sql, 25 * HOUR)
  await bench.standIn.tick()
  await bench.standIn.settled()
  await db.sql`truncate stand_in.delivery`
  bench.standIn.faults.next(/^GET \/v1\/refunds/, 'refuse', 10)
  await sweepReturns(bench.context)
  bench.standIn.faults.clear()
  await sweepReturns(bench.context)
  expect(await states()).toEqual([{ state: 'pending' }])
  await advanceClock(db.sql, 0.2 * HOUR)
  await sweepReturns(bench.context)
  expect(await states()).toEqual([{ state: 'done' }])
})
