import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import type { Caller } from '../../../sync/roles.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import type { FaultKind } from '../stand-in/faults.ts'
import { orderRefund } from './order-refund.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  const id = crypto.randomUUID()
  await db.sql`insert into person (id, role, first_name, last_name, email) values (${id}, 'admin', 'A', 'B', 'a@t.test')`
  admin = { personId: id, role: 'admin', guestId: null, sessionId: null }
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    'refund, dispute, ledger_entry, ledger_transaction, hold, tip, money_operation, mail, stripe_event, stand_in.object, stand_in.idempotency, stand_in.delivery',
  )
  bench.standIn.faults.clear()
  bench.control.deaf = false
})

type Paid = { askId: string; paymentId: string; chargeId: string; athleteId: string }

/** Makes an answer that was paid with 25 dollars. */
async function paidAnswer(): Promise<Paid> {
  const hold = await held(bench)
  const { athleteId } = await asked(bench, hold)
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  const [row] = await db.sql<{ chargeId: string }[]>`
    select charge_id as "chargeId" from hold where id = ${hold.holdId}`
  return { askId: hold.askId, athleteId, paymentId: hold.holdId, chargeId: row?.chargeId ?? '' }
}

async function orderTenDollars({ paymentId }: Paid): Promise<void> {
  const call = {
    refundId: crypto.randomUUID(),
    paymentId,
    amountCents: 1000,
    reason: 'goodwill',
  } as const
  expect(await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admin, call))).toMatchObject({
    ok: true,
  })
}

/** Lets time pass for the retries, and for the sweep that picks up whatever was not retried. */
async function afterwards(ms: number): Promise<void> {
  for (const step of [ms, 10 * MINUTE, HOUR]) {
    await advanceClock(db.sql, step)
    await quiesce(bench)
  }
}

const made = ({ chargeId }: Paid) => db.sql<{ cents: number }[]>`
  select (body ->> 'amount')::int as cents from stand_in.object
  where object = 'refund' and body ->> 'charge' = ${chargeId}`
const known = ({ chargeId }: Paid) => db.sql<{ state: string; cents: number }[]>`
  select state, amount_cents as cents from refund where charge_id = ${chargeId}`
const mails = ({ askId }: Paid) => db.sql<{ kind: string }[]>`
  select kind from mail where question_id = ${askId} order by kind`

async function expectOneRefund(of: Paid): Promise<void> {
  expect(await made(of)).toEqual([{ cents: 1000 }])
  expect(await known(of)).toEqual([{ state: 'done', cents: 1000 }])
  expect(await earningsCents(db.sql, of.athleteId)).toBe(1200)
  expect(await mails(of)).toEqual([{ kind: 'payment-returned' }, { kind: 'refund-done' }])
  expect(await db.sql`select id from money_operation where state = 'intended'`).toEqual([])
  expect(await ledgerBreaks(bench.context)).toEqual([])
}

const KINDS: FaultKind[] = ['refuse', 'error-before', 'error-after', 'cut-after', 'rate-limit']

describe('M12 a provider that stumbles over a refund: one refund', () => {
  const cases = KINDS.flatMap(
    (kind) =>
      [
        [kind, 'heard of', 1],
        [kind, 'never heard of', 1],
        [kind, 'never heard of', 25 * 60],
      ] as const,
  )

  test.each(sample('a refund that stumbles', cases, 3))(
    '%s, %s, looked at again after %s minutes',
    async (kind, news, minutes) => {
      const of = await paidAnswer()
      bench.control.deaf = news === 'never heard of'
      const before = bench.standIn.faults.struck
      bench.standIn.faults.next(/POST .*\/refunds$/, kind, 2)
      await orderTenDollars(of)
      await bench.jobs.runDue()
      expect(bench.standIn.faults.struck).toBeGreaterThan(before)
      if (bench.control.deaf) await db.sql`update stand_in.delivery set due_at = null`
      await afterwards(minutes * MINUTE)
      await expectOneRefund(of)
    },
  )

  test.each(sample('a look for a refund that stumbles', KINDS, 1))(
    'looked for before it is asked again, and the look is answered with %s',
    async (kind) => {
      const of = await paidAnswer()
      bench.control.deaf = true
      // the refund is made without our hearing of it, and then its key expires
      bench.standIn.faults.next(/POST .*\/refunds$/, 'cut-after', 2)
      await orderTenDollars(of)
      await bench.jobs.runDue()
      await db.sql`update stand_in.delivery set due_at = null`
      await advanceClock(db.sql, 25 * HOUR)
      const before = bench.standIn.faults.struck
      bench.standIn.faults.next(/GET .*\/refunds/, kind, 2)
      await afterwards(MINUTE)
      expect(bench.standIn.faults.struck).toBeGreaterThan(before)
      await expectOneRefund(of)
    },
  )
})

describe('C17 a provider that stumbles when it is asked about a dispute', () => {
  test.each(sample('news of a dispute that stumble', KINDS, 1))(
    '%s: its news is looked at again',
    async (kind) => {
      const of = await paidAnswer()
      const before = bench.standIn.faults.struck
      bench.standIn.faults.next(/GET .*\/(refunds|disputes)/, kind, 3)
      const { id } = await bench.standIn.outside({ act: 'dispute', chargeId: of.chargeId })
      await bench.standIn.outside({ act: 'decide', disputeId: id ?? '', status: 'lost' })
      await bench.standIn.settled()
      await bench.jobs.runDue()
      expect(bench.standIn.faults.struck).toBeGreaterThan(before)
      await afterwards(2 * MINUTE)
      expect(await db.sql`select state from dispute where charge_id = ${of.chargeId}`).toEqual([
        { state: 'lost' },
      ])
      expect(await mails(of)).toEqual([
        { kind: 'dispute-lost' },
        { kind: 'dispute-opened' },
        { kind: 'payment-returned' },
      ])
      expect(await earningsCents(db.sql, of.athleteId)).toBe(0)
      expect(await db.sql`select id from stripe_event where handled_at is null`).toEqual([])
      expect(await ledgerBreaks(bench.context)).toEqual([])
    },
  )
})
