import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../.ci/sample.ts'
import type { FaultPoint } from '../fault.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { ledgerBreaks } from '../testing/ledger-breaks.ts'
import { asked, held, opened } from '../testing/payments/asks.ts'
import { type Bench, Crash, openBench, quiesce } from '../testing/payments/bench.ts'
import { atStripe, linesOf } from '../testing/payments/seen.ts'
import { transact } from '../transact.ts'
import { captureHold } from './capture.ts'
import { findHold } from './find-hold.ts'
import { ensureIntent } from './hold.ts'
import { earningsCents } from './ledger.ts'
import { findIntended } from './operation/operations.ts'
import { runOperation } from './operation/run.ts'
import { releaseHold } from './release.ts'
import type { FaultKind } from './stand-in/faults.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  bench = await openBench(db.sql)
})

const stateOf = async (holdId: string) => (await findHold(db.sql, holdId))?.state
const operationsOf = (holdId: string) => db.sql<{ kind: string; attempt: number; state: string }[]>`
  select kind, attempt, state from money_operation where subject_id = ${holdId} order by created_at, attempt`
const operationOf = async (holdId: string, kind: 'create' | 'capture' | 'release') => {
  const id = await findIntended(db.sql, holdId, kind)
  if (!id) throw new Error(`no intended ${kind}`)
  return id
}

/** Makes a hold whose question is answered and whose capture is ordered. */
async function capturing(options?: { amountCents?: number; card?: string }) {
  const hold = await held(bench, options)
  const { athleteId } = await asked(bench, hold, options)
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  return { ...hold, athleteId, operationId: await operationOf(hold.holdId, 'capture') }
}

async function releasing(options?: { card?: string }) {
  const hold = await held(bench, options)
  await transact(bench.context, (inside) => releaseHold(inside, hold.holdId, 'rejected'))
  return { ...hold, operationId: await operationOf(hold.holdId, 'release') }
}

/** Lets another process take over after a while, with a new context and only the rows to go by. */
async function afterCrash(hours = 0.02) {
  bench = await openBench(db.sql)
  await advanceClock(db.sql, hours * HOUR)
  await quiesce(bench)
}

const once = { intents: ['succeeded'], captures: 1, captured: 2500, heldCards: 0 }
const givenBack = { intents: ['canceled'], captures: 0, captured: 0, heldCards: 0 }
const bookedOnce = [
  { account: 'stripe_balance', cents: 2500 },
  { account: 'athlete_payable', cents: -2000 },
  { account: 'platform_revenue', cents: -500 },
  { account: 'stripe_fees', cents: 103 },
  { account: 'stripe_balance', cents: -103 },
]

async function expectCapturedOnce(hold: { holdId: string; askId: string; athleteId: string }) {
  expect(await atStripe(bench, hold)).toEqual(once)
  expect(await stateOf(hold.holdId)).toBe('captured')
  expect(await linesOf(bench, hold.askId)).toEqual(bookedOnce)
  expect(await earningsCents(db.sql, hold.athleteId)).toBe(2000)
  expect(await ledgerBreaks(bench.context)).toEqual([])
  const [question] = await db.sql`select hold_state from question where id = ${hold.askId}`
  expect(question).toEqual({ hold_state: 'captured' })
}

test('S2-1.7 S1-4.24 S2-9.16 a hold is taken once, after the answer, and shared 80 to 20', async () => {
  const hold = await held(bench)
  expect(await stateOf(hold.holdId)).toBe('held')
  const { athleteId } = await asked(bench, hold)
  await quiesce(bench)
  expect(await atStripe(bench, hold)).toEqual({
    ...once,
    intents: ['requires_capture'],
    captures: 0,
    captured: 0,
    heldCards: 1,
  })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  expect(await transact(bench.context, (inside) => captureHold(inside, hold.holdId))).toBe('capturing')
  await quiesce(bench)
  await expectCapturedOnce({ ...hold, athleteId })
  expect(bench.settled).toContain(hold.holdId)
})

test('D33 M1 nothing is captured without a verified answer', async () => {
  const hold = await held(bench)
  const capture = () => transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await expect(capture()).rejects.toThrow('no verified answer')
  await asked(bench, hold)
  await db.sql`update answer set state = 'waiting' where question_id = ${hold.askId}`
  await expect(capture()).rejects.toThrow('no verified answer')
  await quiesce(bench)
  expect(await stateOf(hold.holdId)).toBe('held')
  expect((await atStripe(bench, hold)).captures).toBe(0)
})

describe('a process that stops at any point leaves work that another one finishes, once', () => {
  const points = (kind: string) =>
    ['after-intended', 'after-stripe', 'after-done'].map((when) => `${kind}.${when}` as FaultPoint)

  test.each(sample('stops of hold', points('hold'), 1))('create: %s', async (point) => {
    const hold = await opened(bench)
    bench.control.crashAt = point
    await expect(ensureIntent(bench.context, hold.holdId)).rejects.toThrow(Crash)
    await afterCrash()
    expect((await atStripe(bench, hold)).intents).toEqual(['requires_payment_method'])
    expect(await ensureIntent(bench.context, hold.holdId)).toMatchObject({ ok: true })
    expect(await operationsOf(hold.holdId)).toEqual([{ kind: 'create', attempt: 1, state: 'done' }])
  })

  test.each(sample('stops of capture', points('capture'), 1))('capture: %s', async (point) => {
    const hold = await capturing()
    bench.control.deaf = true
    bench.control.crashAt = point
    await expect(runOperation(bench.context, hold.operationId)).rejects.toThrow(Crash)
    await afterCrash()
    await expectCapturedOnce(hold)
  })

  test.each(sample('stops of release', points('release'), 1))('release: %s', async (point) => {
    const hold = await releasing()
    bench.control.deaf = true
    bench.control.crashAt = point
    await expect(runOperation(bench.context, hold.operationId)).rejects.toThrow(Crash)
    if (point !== 'release.after-done') expect(await stateOf(hold.holdId)).toBe('releasing')
    await afterCrash()
    expect(await stateOf(hold.holdId)).toBe('released')
    expect(await atStripe(bench, hold)).toEqual(givenBack)
  })
})

test('two workers on one operation capture and book it once', async () => {
  const hold = await capturing()
  const second = await openBench(db.sql)
  const workers = [bench, second, bench, second]
  await Promise.all(workers.map(({ context }) => runOperation(context, hold.operationId)))
  await quiesce(bench)
  await expectCapturedOnce(hold)
})

test('two workers that find a key spent replace it once', async () => {
  const hold = await capturing()
  bench.control.deaf = true
  bench.standIn.faults.next(/POST .*\/capture/, 'error-before')
  await runOperation(bench.context, hold.operationId)
  const [arrived, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  bench.control.waitAt = async (point) => {
    if (point !== 'capture.after-stripe') return
    arrived.resolve()
    await goOn.promise
  }
  const slow = runOperation(bench.context, hold.operationId)
  await arrived.promise
  bench.control.waitAt = async () => {}
  await runOperation(bench.context, hold.operationId)
  goOn.resolve()
  await slow
  expect((await operationsOf(hold.holdId)).map(({ attempt, state }) => `${attempt} ${state}`)).toEqual([
    '1 done',
    '1 failed',
    '2 intended',
  ])
  await quiesce(bench)
  await expectCapturedOnce(hold)
})

test('a key that another call is using right now is not spent', async () => {
  const hold = await capturing()
  await db.sql.begin(async (tx) => {
    const key = `stand_in.key ${hold.holdId}:capture:1`
    await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
    await runOperation(bench.context, hold.operationId)
  })
  expect(await operationOf(hold.holdId, 'capture')).toBe(hold.operationId)
  await quiesce(bench)
  await expectCapturedOnce(hold)
})

describe('an outage at Stripe is survived whichever side of the effect it strikes', () => {
  const faults: [FaultKind, number][] = [
    ['refuse', 1],
    ['error-before', 1],
    ['error-after', 1],
    ['cut-after', 2],
    ['rate-limit', 1],
  ]

  test.each(sample('outages of capture', faults, 1))('capture: %s', async (fault, times) => {
    const hold = await capturing()
    bench.control.deaf = true
    bench.standIn.faults.next(/POST .*\/capture/, fault, times)
    await runOperation(bench.context, hold.operationId)
    expect(bench.standIn.faults.struck).toBe(times)
    expect(await stateOf(hold.holdId)).toBe('capturing')
    expect(await linesOf(bench, hold.askId)).toEqual([])
    await advanceClock(db.sql, HOUR)
    await quiesce(bench)
    await expectCapturedOnce(hold)
  })

  test.each(sample('outages of release', faults, 1))(
    'D31 released only after Stripe confirmed: %s',
    async (fault, times) => {
      const hold = await releasing()
      bench.control.deaf = true
      bench.standIn.faults.next(/POST .*\/cancel/, fault, times)
      await runOperation(bench.context, hold.operationId)
      expect(await stateOf(hold.holdId)).toBe('releasing')
      await advanceClock(db.sql, HOUR)
      await quiesce(bench)
      expect(await stateOf(hold.holdId)).toBe('released')
      expect(await atStripe(bench, hold)).toEqual(givenBack)
    },
  )

  test.each(sample('outages of create', faults, 1))('create: %s', async (fault, times) => {
    const hold = await opened(bench)
    bench.standIn.faults.next(/POST .*payment_intents$/, fault, times)
    expect(await ensureIntent(bench.context, hold.holdId)).toMatchObject({
      ok: false,
      refusal: { code: 'payments-unreachable' },
    })
    expect(await ensureIntent(bench.context, hold.holdId)).toMatchObject({ ok: true })
    expect((await atStripe(bench, hold)).intents).toEqual(['requires_payment_method'])
  })

  test('a timeout after the effect is not a second capture', async () => {
    const hold = await capturing()
    bench.control.deaf = true
    bench.standIn.faults.next(/POST .*\/capture/, 'hang-after')
    await runOperation(bench.context, hold.operationId)
    expect(await stateOf(hold.holdId)).toBe('capturing')
    await runOperation(bench.context, hold.operationId)
    await expectCapturedOnce(hold)
  })

  test('a replayed 500 is read back, and only a certainly absent effect gets another key', async () => {
    const hold = await capturing()
    bench.control.deaf = true
    bench.standIn.faults.next(/POST .*\/capture/, 'error-before')
    await runOperation(bench.context, hold.operationId)
    await runOperation(bench.context, hold.operationId)
    expect((await operationsOf(hold.holdId)).slice(1)).toEqual([
      { kind: 'capture', attempt: 1, state: 'failed' },
      { kind: 'capture', attempt: 2, state: 'intended' },
    ])
    await quiesce(bench)
    await expectCapturedOnce(hold)
  })

  test('Stripe down for six hours loses nothing', async () => {
    const [taken, given] = [await capturing(), await releasing()]
    bench.control.deaf = true
    bench.standIn.faults.next(/./, 'refuse', 1000)
    for (let hour = 0; hour < 6; hour++) {
      await advanceClock(db.sql, HOUR)
      await quiesce(bench)
    }
    expect([await stateOf(taken.holdId), await stateOf(given.holdId)]).toEqual(['capturing', 'releasing'])
    bench.standIn.faults.clear()
    await advanceClock(db.sql, HOUR)
    await quiesce(bench)
    await expectCapturedOnce(taken)
    expect(await atStripe(bench, given)).toEqual(givenBack)
  })
})

describe('a key that Stripe has forgotten is never used again', () => {
  const crashedBefore = async (point: FaultPoint, operationId: string) => {
    bench.control.deaf = true
    bench.control.crashAt = point
    await expect(runOperation(bench.context, operationId)).rejects.toThrow(Crash)
  }

  test.each(['capture.after-intended', 'capture.after-stripe'] as const)(
    '%s, 25 hours ago',
    async (point) => {
      const hold = await capturing()
      await crashedBefore(point, hold.operationId)
      await afterCrash(25)
      await expectCapturedOnce(hold)
    },
  )

  test.each(['hold.after-intended', 'hold.after-stripe'] as const)('%s, 25 hours ago', async (point) => {
    const hold = await opened(bench)
    await crashedBefore(point, await operationOf(hold.holdId, 'create'))
    await advanceClock(db.sql, 25 * HOUR)
    bench = await openBench(db.sql)
    expect(await ensureIntent(bench.context, hold.holdId)).toMatchObject({ ok: true })
    expect((await atStripe(bench, hold)).intents).toEqual(['requires_payment_method'])
  })

  test.each(['release.after-intended', 'release.after-stripe'] as const)(
    '%s, 25 hours ago',
    async (point) => {
      const hold = await releasing()
      await crashedBefore(point, hold.operationId)
      await afterCrash(25)
      expect(await stateOf(hold.holdId)).toBe('released')
      expect(await atStripe(bench, hold)).toEqual(givenBack)
    },
  )
})

describe('D33 a hold that can no longer be captured lapses', () => {
  test('it expired before the capture', async () => {
    const hold = await capturing()
    bench.control.deaf = true
    await advanceClock(db.sql, 8 * 24 * HOUR)
    await runOperation(bench.context, hold.operationId)
    expect(await stateOf(hold.holdId)).toBe('lapsed')
    await quiesce(bench)
    expect(bench.settled).toContain(hold.holdId)
    expect(await atStripe(bench, hold)).toEqual(givenBack)
    expect(await linesOf(bench, hold.askId)).toEqual([])
  })

  test('the card fails at the capture: nothing stays behind that could be confirmed again', async () => {
    const hold = await capturing({ card: '4000000000000341' })
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('lapsed')
    expect(await atStripe(bench, hold)).toEqual(givenBack)
    expect(await linesOf(bench, hold.askId)).toEqual([])
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('a declined capture that leaves the card held: it is let go', async () => {
    const hold = await capturing()
    const problem = { kind: 'card', code: 'card_declined', param: null, message: 'No.' } as const
    const payments = { ...bench.payments, capture: async () => ({ ok: false, problem }) as const }
    await runOperation({ ...bench.context, payments }, hold.operationId)
    expect(await stateOf(hold.holdId)).toBe('lapsed')
    expect((await atStripe(bench, hold)).heldCards).toBe(1)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('lapsed')
    expect(await atStripe(bench, hold)).toEqual(givenBack)
  })
})

test('M2 a capture of another amount is nobody of ours: it is not booked, and people are told', async () => {
  const hold = await capturing()
  await bench.payments.capture(hold.paymentIntentId, 1000, 'by hand')
  await quiesce(bench)
  expect([await stateOf(hold.holdId), await linesOf(bench, hold.askId)]).toEqual(['capturing', []])
  expect(await operationOf(hold.holdId, 'capture')).toBe(hold.operationId)
  expect(bench.logged).toContain('payments: what the provider has does not fit the operation; looking again')
  await db.sql`update money_operation set state = 'failed' where id = ${hold.operationId}`
  await db.sql`delete from stand_in.object where object = 'balance_transaction' and body ->> 'amount' = '1000'`
})

test('D31 a PaymentIntent that Stripe does not know confirms nothing: another account must not settle ours', async () => {
  const [taken, given] = [await capturing(), await releasing()]
  await db.sql`update stand_in.object set id = 'away_' || id where object = 'payment_intent'`
  await quiesce(bench)
  expect([await stateOf(taken.holdId), await stateOf(given.holdId)]).toEqual(['capturing', 'releasing'])
  expect(bench.logged).toContain('payments: what the provider has does not fit the operation; looking again')
  await db.sql`update stand_in.object set id = replace(id, 'away_', '') where object = 'payment_intent'`
  await advanceClock(db.sql, HOUR)
  await quiesce(bench)
  await expectCapturedOnce(taken)
  expect(await atStripe(bench, given)).toEqual(givenBack)
})

test('what was intended is what is done: an order changed behind our back is refused', async () => {
  const hold = await capturing()
  await db.sql`update money_operation set params = jsonb_set(params, '{amountCents}', '1') where id = ${hold.operationId}`
  await expect(runOperation(bench.context, hold.operationId)).rejects.toThrow('not what was intended')
  expect((await atStripe(bench, hold)).captures).toBe(0)
})

test('intent and effect are one commit: a rolled-back verb orders nothing', async () => {
  const hold = await held(bench)
  const failing = transact(bench.context, async (inside) => {
    await releaseHold(inside, hold.holdId, 'rejected')
    throw new Crash('before commit')
  })
  await expect(failing).rejects.toThrow(Crash)
  await quiesce(bench)
  expect(await stateOf(hold.holdId)).toBe('held')
  expect((await atStripe(bench, hold)).heldCards).toBe(1)
})
