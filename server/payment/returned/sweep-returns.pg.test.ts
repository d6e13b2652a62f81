import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { work } from '../../work.ts'
import { asked, type Bench, held, openBench, quiesce, settleBenches } from '../bench.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import { ledgerBreaks } from '../reconcile/breaks.ts'
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

/** A dispute of an answer that was paid for, heard of when it was opened. */
async function disputed() {
  const hold = await held(bench, { amountCents: 2_500 })
  const { athleteId } = await asked(bench, hold, { amountCents: 2_500 })
  await work(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  const [row] = await db.sql<
    { charge: string }[]
  >`select charge_id as charge from hold where id = ${hold.holdId}`
  const { id } = await bench.standIn.outside({ act: 'dispute', chargeId: row?.charge ?? '' })
  await quiesce(bench)
  return { disputeId: id ?? '', athleteId }
}

/** Decides it, and no webhook ever tells. */
async function decideUnheard(disputeId: string, status: 'won' | 'lost'): Promise<void> {
  bench.control.deaf = true
  await bench.standIn.outside({ act: 'decide', disputeId, status })
  await quiesce(bench)
  await db.sql`truncate stand_in.delivery`
  bench.control.deaf = false
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
  const { disputeId } = await disputed()
  const { listDisputes } = bench.payments
  let asks = 0
  bench.payments.listDisputes = (chargeId) => {
    asks += 1
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
