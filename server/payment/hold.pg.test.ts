import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everything, seed } from '../../.ci/sample.ts'
import { ABANDONED_ASK_MS, DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { asked, confirmCard, held, opened } from '../testing/payments/asks.ts'
import { type Bench, openBench, quiesce } from '../testing/payments/bench.ts'
import { atStripe } from '../testing/payments/seen.ts'
import { transact } from '../transact.ts'
import { captureHold } from './capture.ts'
import { activeHold, findHold } from './find-hold.ts'
import { ensureIntent, openHold, refreshHold } from './hold.ts'
import { PaymentMismatch } from './operation/expected.ts'
import { findIntended } from './operation/operations.ts'
import { runOperation } from './operation/run.ts'
import { cancelHold, releaseHold } from './release.ts'
import { PaymentsUnreachable } from './stripe/answer.ts'
import { sweepPayments } from './sweep.ts'

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

const holdOf = async (holdId: string) => {
  const hold = await findHold(db.sql, holdId)
  if (!hold) throw new Error(`no hold ${holdId}`)
  return hold
}
const stateOf = async (holdId: string) => (await holdOf(holdId)).state
const release = (holdId: string) =>
  transact(bench.context, (inside) => releaseHold(inside, holdId, 'rejected'))
const cancel = (principal: string, holdId: string) =>
  transact(bench.context, (inside) => cancelHold(inside, principal, holdId))

/** Changes the PaymentIntent at Stripe behind our back. */
const tamper = (paymentIntentId: string | null, change: object) => db.sql`
  update stand_in.object set body = body || ${db.sql.json(change as never)} where id = ${paymentIntentId}`

async function prepared(hold: { askId: string }, state = 'open') {
  const athleteId = bench.context.random.id()
  await db.sql`insert into person (id, role, first_name, last_name, email)
    values (${athleteId}, 'creator', 'A', 'B', ${`${athleteId}@example.test`})`
  await db.sql`
    insert into prepared_ask (id, principal, athlete_id, asker, subject, kind, text, amount_cents, state)
    values (${hold.askId}, 'guest:1', ${athleteId}, '{}', 'S', 'text', 'T', 2500, ${state})`
}

describe('opening', () => {
  test('D14 S2-9.13 the intent is manual, in whole cents of US dollars, and carries two ids and nothing private', async () => {
    const hold = await opened(bench, 1234)
    const intent = await ensureIntent(bench.context, hold.holdId)
    expect(intent).toMatchObject({ ok: true })
    const { paymentIntentId } = await holdOf(hold.holdId)
    const [row] = await db.sql<
      { body: { metadata: object } }[]
    >`select body from stand_in.object where id = ${paymentIntentId}`
    expect(row?.body).toMatchObject({
      amount: 1234,
      currency: 'usd',
      capture_method: 'manual',
      payment_method_types: ['card'],
      transfer_group: `q_${hold.askId}`,
      receipt_email: null,
      description: null,
    })
    expect(row?.body.metadata).toEqual({ askId: hold.askId, holdId: hold.holdId })
  })

  test('asking for the card form twice at once makes one intent', async () => {
    const hold = await opened(bench)
    const other = await openBench(db.sql)
    await Promise.all([bench, other].map(({ context }) => ensureIntent(context, hold.holdId)))
    expect(await ensureIntent(bench.context, hold.holdId)).toMatchObject({ ok: true })
    expect((await atStripe(bench, hold)).intents).toEqual(['requires_payment_method'])
  })

  test('an ask has one hold to be paid at a time; another amount is another attempt', async () => {
    const hold = await held(bench)
    const again = (amountCents: number) =>
      transact(bench.context, (inside) =>
        openHold(inside, { askId: hold.askId, principal: 'guest:1', amountCents }),
      )
    await expect(again(3000)).rejects.toThrow('already has a hold')
    const next = await transact(bench.context, async (inside) => {
      await releaseHold(inside, hold.holdId, 'amount-changed')
      return openHold(inside, { askId: hold.askId, principal: 'guest:1', amountCents: 3000 })
    })
    expect(await activeHold(db.sql, hold.askId)).toMatchObject({ id: next, attempt: 2, amountCents: 3000 })
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('released')
    expect(await ensureIntent(bench.context, next)).toMatchObject({ ok: true })
    expect((await atStripe(bench, { holdId: hold.holdId })).heldCards).toBe(0)
  })

  test('a hold that went back no longer gives a card form', async () => {
    const hold = await held(bench)
    await release(hold.holdId)
    expect(await ensureIntent(bench.context, hold.holdId)).toEqual({
      ok: false,
      refusal: { code: 'hold-gone' },
    })
  })
})

describe('D29 Stripe is asked what became of it', () => {
  test('a confirmed card is held until the moment its charge names', async () => {
    const hold = await held(bench)
    const { state, chargeId, captureBefore } = await holdOf(hold.holdId)
    const now = (await bench.context.clock.now()).getTime()
    expect({ state, chargeId }).toEqual({ state: 'held', chargeId: expect.stringMatching(/^ch_/) })
    expect(Math.abs((captureBefore?.getTime() ?? 0) - now - 7 * DAY_MS)).toBeLessThan(60_000)
  })

  test('a charge that names no moment is trusted for a day less than a week', async () => {
    const hold = await opened(bench)
    bench.control.deaf = true
    const intent = await ensureIntent(bench.context, hold.holdId)
    if (intent.ok) await confirmCard(bench, intent.value.clientSecret)
    await db.sql`update stand_in.object set body = body #- '{payment_method_details,card,capture_before}'
      where object = 'charge' and body #>> '{metadata,holdId}' = ${hold.holdId}`
    await refreshHold(bench.context, hold.holdId)
    const { state, captureBefore } = await holdOf(hold.holdId)
    const now = (await bench.context.clock.now()).getTime()
    expect(state).toBe('held')
    expect(Math.abs((captureBefore?.getTime() ?? 0) - now - 6 * DAY_MS)).toBeLessThan(60_000)
  })

  test('a declined card and a card that waits for its bank hold nothing', async () => {
    for (const number of ['4000000000000002', '4000002500003155']) {
      const hold = await held(bench, { card: number })
      expect(await stateOf(hold.holdId)).toBe('pending')
      expect((await atStripe(bench, hold)).heldCards).toBe(0)
    }
  })

  test.each([
    ['amount', { amount: 2400 }],
    ['currency', { currency: 'eur' }],
    ['mode', { livemode: true }],
    ['capture method', { capture_method: 'automatic' }],
    ['metadata', { metadata: { askId: 'another', holdId: 'another' } }],
  ])('M9 an intent of another %s is refused and moves nothing', async (what, change) => {
    const hold = await opened(bench)
    bench.control.deaf = true
    const intent = await ensureIntent(bench.context, hold.holdId)
    if (intent.ok) await confirmCard(bench, intent.value.clientSecret)
    await tamper((await holdOf(hold.holdId)).paymentIntentId, change)
    const refused = refreshHold(bench.context, hold.holdId)
    await expect(refused).rejects.toThrow(PaymentMismatch)
    await expect(refused).rejects.toThrow(what)
    expect(await stateOf(hold.holdId)).toBe('pending')
    expect(bench.logged).toContain('payments: a PaymentIntent is not the one that was ordered')
  })

  test('M9 the confirmed intent of another ask does not make this one held', async () => {
    const [mine, others] = [await held(bench, { card: '4000000000000002' }), await held(bench)]
    await db.sql`update hold set payment_intent_id = null where id = ${others.holdId}`
    await db.sql`update hold set payment_intent_id = ${others.paymentIntentId} where id = ${mine.holdId}`
    await expect(refreshHold(bench.context, mine.holdId)).rejects.toThrow('metadata')
    expect(await stateOf(mine.holdId)).toBe('pending')
  })

  test('a Stripe that gives no answer is an outage, and moves nothing', async () => {
    const hold = await held(bench)
    bench.standIn.faults.next(/GET/, 'refuse')
    await expect(refreshHold(bench.context, hold.holdId)).rejects.toThrow(PaymentsUnreachable)
    expect(await stateOf(hold.holdId)).toBe('held')
  })
})

describe('giving back', () => {
  test('D31 releasing at once, released only after Stripe confirmed', async () => {
    const hold = await held(bench)
    expect(await release(hold.holdId)).toBe('releasing')
    expect(await release(hold.holdId)).toBe('releasing')
    expect((await atStripe(bench, hold)).heldCards).toBe(1)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('released')
    expect(await atStripe(bench, hold)).toMatchObject({ intents: ['canceled'], heldCards: 0 })
    expect(await release(hold.holdId)).toBe('released')
  })

  test('one that is already cancelled at Stripe counts as given back', async () => {
    const hold = await held(bench)
    await release(hold.holdId)
    bench.control.deaf = true
    await advanceClock(db.sql, 8 * DAY_MS)
    await bench.standIn.tick()
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('released')
  })

  test('without an intent it is immediate, and none is made afterwards', async () => {
    const hold = await opened(bench)
    expect(await release(hold.holdId)).toBe('released')
    await advanceClock(db.sql, HOUR_MS)
    await quiesce(bench)
    expect((await atStripe(bench, hold)).intents).toEqual([])
    expect(await findIntended(db.sql, hold.holdId, 'create')).toBeNull()
  })

  test('an intent that was under way when its hold went back is cancelled', async () => {
    const hold = await opened(bench)
    bench.standIn.faults.next(/POST .*payment_intents$/, 'error-after')
    const operationId = await findIntended(db.sql, hold.holdId, 'create')
    await runOperation(bench.context, operationId ?? '')
    expect(await release(hold.holdId)).toBe('released')
    await advanceClock(db.sql, HOUR_MS)
    await quiesce(bench)
    expect((await atStripe(bench, hold)).intents).toEqual(['canceled'])
    expect(await stateOf(hold.holdId)).toBe('released')
  })

  test('what is being captured is not released', async () => {
    const hold = await held(bench)
    await asked(bench, hold)
    await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
    await expect(release(hold.holdId)).rejects.toThrow('too late')
  })

  test('capture and release at the same moment: one of them happens', async () => {
    for (let round = 0; round < 5; round++) {
      const hold = await held(bench)
      await asked(bench, hold)
      const other = await openBench(db.sql)
      await Promise.allSettled([
        release(hold.holdId),
        transact(other.context, (inside) => captureHold(inside, hold.holdId)),
      ])
      await quiesce(bench)
      const state = await stateOf(hold.holdId)
      expect(['released', 'captured']).toContain(state)
      const { captures, heldCards } = await atStripe(bench, hold)
      expect({ captures, heldCards }).toEqual({ captures: state === 'captured' ? 1 : 0, heldCards: 0 })
    }
  })

  test('S1-4.21 the asker cancels their own hold until it is asked, and nobody else does', async () => {
    const hold = await held(bench)
    expect(await cancel('guest:2', hold.holdId)).toEqual({ ok: false, refusal: { code: 'not-found' } })
    expect(await cancel('guest:1', bench.context.random.id())).toEqual({
      ok: false,
      refusal: { code: 'not-found' },
    })
    expect(await cancel('guest:1', hold.holdId)).toEqual({ ok: true, value: true })
    await quiesce(bench)
    expect(await cancel('guest:1', hold.holdId)).toEqual({ ok: true, value: true })
    expect((await atStripe(bench, hold)).heldCards).toBe(0)
    const late = await held(bench)
    await asked(bench, late)
    expect(await cancel('guest:1', late.holdId)).toEqual({ ok: false, refusal: { code: 'ask-closed' } })
    expect(await stateOf(late.holdId)).toBe('held')
  })
})

describe('M4 the sweep gives back what nobody will pay for', () => {
  test('an ask left before its card was confirmed, after an hour', async () => {
    const hold = await opened(bench)
    await prepared(hold)
    await ensureIntent(bench.context, hold.holdId)
    await advanceClock(db.sql, ABANDONED_ASK_MS - 60_000)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('pending')
    await advanceClock(db.sql, 120_000)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('released')
    expect((await atStripe(bench, hold)).intents).toEqual(['canceled'])
  })

  test('not a confirmed card nobody heard of: it is found, and goes back when its ask has told its end', async () => {
    const hold = await opened(bench)
    await prepared(hold)
    bench.control.deaf = true
    const intent = await ensureIntent(bench.context, hold.holdId)
    if (intent.ok) await confirmCard(bench, intent.value.clientSecret)
    await advanceClock(db.sql, 2 * ABANDONED_ASK_MS)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('held')
    expect(bench.settled).toContain(hold.holdId)
    bench.settled.length = 0
    await advanceClock(db.sql, HOUR_MS)
    await quiesce(bench)
    expect(bench.settled).toContain(hold.holdId)
    await advanceClock(db.sql, DAY_MS)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('held')
    await db.sql`update prepared_ask set state = 'released' where id = ${hold.askId}`
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('released')
    expect((await atStripe(bench, hold)).heldCards).toBe(0)
  })

  test('not a card that was confirmed at the last minute', async () => {
    const hold = await opened(bench)
    await prepared(hold)
    bench.control.deaf = true
    const intent = await ensureIntent(bench.context, hold.holdId)
    await advanceClock(db.sql, ABANDONED_ASK_MS - 300_000)
    await quiesce(bench)
    if (intent.ok) await confirmCard(bench, intent.value.clientSecret)
    await advanceClock(db.sql, 360_000)
    await sweepPayments(bench.context)
    expect(await stateOf(hold.holdId)).toBe('held')
  })

  test('an ask that was released, and a question that is over', async () => {
    const [ask, question, running] = [await held(bench), await held(bench), await held(bench)]
    await prepared(ask, 'released')
    await asked(bench, question)
    await asked(bench, running)
    await db.sql`update question set status = 'athlete rejected' where id = ${question.askId}`
    await quiesce(bench)
    const states = await Promise.all([ask, question, running].map(({ holdId }) => stateOf(holdId)))
    expect(states).toEqual(['released', 'released', 'held'])
  })

  test('a hold that Stripe let go is known without a webhook', async () => {
    const hold = await held(bench)
    await asked(bench, hold)
    bench.control.deaf = true
    await advanceClock(db.sql, 7 * DAY_MS + 1000)
    await quiesce(bench)
    expect(await stateOf(hold.holdId)).toBe('released')
  })

  test('one bad hold does not keep the others waiting', async () => {
    const [bad, good] = [await held(bench), await held(bench)]
    for (const hold of [bad, good]) await prepared(hold, 'released')
    await tamper(bad.paymentIntentId, { amount: 1 })
    await advanceClock(db.sql, DAY_MS + HOUR_MS)
    await sweepPayments(bench.context)
    expect([await stateOf(bad.holdId), await stateOf(good.holdId)]).toEqual(['held', 'releasing'])
  })
})

test('whoever waits for a question has not locked its hold: verbs cannot wait in a circle', async () => {
  const hold = await opened(bench)
  await asked(bench, hold)
  bench.control.deaf = true
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (intent.ok) await confirmCard(bench, intent.value.clientSecret)
  const isBlocked = async () =>
    (
      await db.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length > 0
  let refreshed: Promise<unknown> = Promise.resolve()
  await db.sql.begin(async (tx) => {
    await tx`select from question where id = ${hold.askId} for update`
    refreshed = refreshHold(bench.context, hold.holdId)
    await expect.poll(isBlocked, { timeout: 10_000 }).toBe(true)
    await tx`select from hold where id = ${hold.holdId} for update nowait`
  })
  expect(await refreshed).toBe('held')
})

test('whatever happens in whatever order, no card stays held for nothing and none is taken twice', async () => {
  const step = fc.constantFrom('confirm', 'refresh', 'release', 'capture', 'sweep', 'day', 'fault', 'crash')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const hold = await opened(bench)
      await asked(bench, hold)
      const secret = await ensureIntent(bench.context, hold.holdId)
      for (const one of steps) {
        if (one === 'confirm' && secret.ok) await confirmCard(bench, secret.value.clientSecret)
        if (one === 'refresh') await refreshHold(bench.context, hold.holdId).catch(() => {})
        if (one === 'release') await release(hold.holdId).catch(() => {})
        if (one === 'capture') await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
        if (one === 'sweep') await quiesce(bench)
        if (one === 'day') await advanceClock(db.sql, DAY_MS)
        if (one === 'fault') bench.standIn.faults.next(/POST .*(capture|cancel)/, 'error-after')
        if (one === 'crash') bench = await openBench(db.sql)
      }
      await db.sql`update question set status = 'athlete rejected' where id = ${hold.askId}`
      await advanceClock(db.sql, HOUR_MS)
      await quiesce(bench)
      const state = await stateOf(hold.holdId)
      const { captures, captured, heldCards } = await atStripe(bench, hold)
      expect(['captured', 'released', 'lapsed']).toContain(state)
      expect(heldCards).toBe(0)
      expect({ captures, captured }).toEqual(
        state === 'captured' ? { captures: 1, captured: 2500 } : { captures: 0, captured: 0 },
      )
    }),
    { numRuns: everything ? 100 : 10, seed },
  )
}, 1_800_000)
