import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { VISITOR } from '../../../sync/roles.ts'
import type { FaultPoint } from '../../fault.ts'
import { linkHash } from '../../notify/private-link.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, confirmCard, delivered } from '../../testing/payments/asks.ts'
import { type Bench, Crash, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { linesOf } from '../../testing/payments/seen.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { SIGNED_IN, shownOf } from '../../testing/shown.ts'
import { transactOrRefuse } from '../../transact.ts'
import { runOperation } from '../operation/run.ts'
import type { FaultKind } from '../stand-in/faults.ts'
import { refreshTip } from './apply-tip.ts'
import { cancelTip, openTipOnline, tipStatus } from './give-tip.ts'
import { tipById } from './store.ts'

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
    'refund, dispute, ledger_entry, ledger_transaction, hold, tip, money_operation, mail',
  )
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
})

let links = 0

/** Makes an answer and its link. */
async function answer(state: 'stored' | 'delivered' = 'delivered') {
  const askId = bench.context.random.id()
  const { athleteId } = await asked(bench, { askId }, { amountCents: 0 })
  links += 1
  const token = String(links).padStart(43, 'L')
  await db.sql`
    update question set status = 'completed', hold_state = 'none', link_hash = ${linkHash(token)}, settled_at = app_now()
    where id = ${askId}`
  if (state === 'delivered') await delivered(bench, askId)
  return { askId, athleteId, token, tipId: bench.context.random.id() }
}

type Answer = Awaited<ReturnType<typeof answer>>

const open = ({ tipId, token }: Pick<Answer, 'tipId' | 'token'>, amount = 500) =>
  openTipOnline(bench.context, SIGNED_IN, {
    amount,
    currency: 'usd',
    capture_method: 'automatic',
    tipId,
    token,
  })

async function opened(of: Answer, amount = 500): Promise<string> {
  const made = await open(of, amount)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.clientSecret
}

const stateOf = async ({ tipId }: Answer) => (await tipById(db.sql, tipId))?.state
const giveUp = (of: Answer) => transactOrRefuse(bench.context, (inside) => cancelTip(inside, of))
const intentsOf = async ({ tipId }: Answer) =>
  (
    await db.sql<{ status: string }[]>`
      select body ->> 'status' as status from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,tipId}' = ${tipId} order by seq`
  ).map(({ status }) => status)
const mailsOf = ({ askId }: Answer) =>
  db.sql`select kind, person_id is null as "toAsker", data from mail where question_id = ${askId} order by kind desc`

/** Lets another process take over after a while, with a new context and only the rows to go by. */
async function afterCrash(hours = 0.02) {
  bench = await openBench(db.sql)
  await advanceClock(db.sql, hours * HOUR)
  await quiesce(bench)
}

const booked = (tipCents: number, creditCents: number) => [
  { account: 'stripe_balance', cents: tipCents },
  { account: 'athlete_payable', cents: -creditCents },
  { account: 'stripe_balance', cents: creditCents - tipCents },
]

async function expectPaidOnce(of: Answer, tipCents = 500, creditCents = 455) {
  expect(await intentsOf(of)).toEqual(['succeeded'])
  expect(await stateOf(of)).toBe('paid')
  expect(await linesOf(bench, of.askId)).toEqual(booked(tipCents, creditCents))
  const data = { tipCents: String(tipCents), creditCents: String(creditCents) }
  expect(await mailsOf(of)).toEqual([
    { kind: 'tip-paid', toAsker: true, data },
    { kind: 'tip-given', toAsker: false, data },
  ])
  expect(await ledgerBreaks(bench.context)).toEqual([])
}

describe('S2-4.29 S2-9.12 S2-9.13 a tip is taken at once, and credited less 2.9 % and 30 cents', () => {
  test.each([
    [200, 164],
    [500, 455],
    [1_000, 941],
    [331, 291],
  ])('of %i cents the athlete gets %i', async (tipCents, creditCents) => {
    const of = await answer()
    const secret = await opened(of, tipCents)
    expect(await mailsOf(of)).toEqual([])
    const [intent] = await db.sql<{ body: object }[]>`
      select body from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,tipId}' = ${of.tipId}`
    expect(intent?.body).toMatchObject({ amount: tipCents, currency: 'usd', capture_method: 'automatic' })
    expect(await confirmCard(bench, secret)).toEqual({ status: 'succeeded' })
    await quiesce(bench)
    await expectPaidOnce(of, tipCents, creditCents)
    expect(await tipStatus(bench.context, of)).toEqual({
      ok: true,
      value: { state: 'paid', amountCents: tipCents },
    })
  })

  test('M8 what a card from abroad costs beyond that is the platform’s, never the athlete’s', async () => {
    const of = await answer()
    const secret = await opened(of, 1_000)
    await confirmCard(bench, secret, '4000008260000000')
    await quiesce(bench)
    expect(await linesOf(bench, of.askId)).toEqual([
      { account: 'stripe_balance', cents: 1_000 },
      { account: 'athlete_payable', cents: -941 },
      { account: 'stripe_balance', cents: -74 },
      { account: 'fee_variance', cents: 15 },
    ])
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })
})

test('a double tap, and twenty at once, are one tip', async () => {
  const of = await answer()
  const made = await Promise.all(Array.from({ length: 20 }, () => open(of)))
  // a call that meets another with the same key is told to try again, and does
  const refused = made.flatMap((each) => (each.ok ? [] : [each.refusal.code]))
  expect(refused.filter((code) => code !== 'payments-unreachable')).toEqual([])
  const secret = await opened(of)
  for (const each of made) if (each.ok) expect(each.value.clientSecret).toBe(secret)
  await Promise.all([confirmCard(bench, secret), confirmCard(bench, secret)])
  await quiesce(bench)
  await expectPaidOnce(of)
  expect(await open(of)).toMatchObject({ ok: false, refusal: { code: 'hold-gone' } })
})

test('a declined card takes nothing, and the next one pays the same tip', async () => {
  const of = await answer()
  const secret = await opened(of)
  expect(await confirmCard(bench, secret, '4000000000000002')).toMatchObject({
    status: 'requires_payment_method',
    error: { message: 'Your card was declined.' },
  })
  expect(await tipStatus(bench.context, of)).toMatchObject({ value: { state: 'pending' } })
  await confirmCard(bench, secret)
  await quiesce(bench)
  await expectPaidOnce(of)
})

test('D30 3-D Secure: nothing before the bank agrees, and no tip when it does not', async () => {
  const [passed, left] = [await answer(), await answer()]
  for (const each of [passed, left])
    expect(await confirmCard(bench, await opened(each), '4000002500003155')).toMatchObject({
      status: 'requires_action',
    })
  expect(await stateOf(passed)).toBe('pending')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ clientSecret: await opened(passed), outcome: 'pass' })
  await bench.standIn.browser.request('/authenticate', { method: 'POST', headers, body })
  await quiesce(bench)
  await expectPaidOnce(passed)
  await afterCrash(1.5)
  expect([await stateOf(left), await intentsOf(left)]).toEqual(['released', ['canceled']])
})

describe('a process that stops at any point leaves a tip that another one finishes, once', () => {
  const points: FaultPoint[] = ['tip.after-intended', 'tip.after-stripe', 'tip.after-done']

  test.each(sample('stops of a tip', points, 1))('opening: %s', async (point) => {
    const of = await answer()
    bench.control.crashAt = point
    await expect(open(of)).rejects.toThrow(Crash)
    await afterCrash()
    const secret = await opened(of)
    expect(await intentsOf(of)).toEqual(['requires_payment_method'])
    await confirmCard(bench, secret)
    await quiesce(bench)
    await expectPaidOnce(of)
  })

  test('opening, a day later, when the key is forgotten', async () => {
    const of = await answer()
    bench.control.crashAt = 'tip.after-stripe'
    await expect(open(of)).rejects.toThrow(Crash)
    bench = await openBench(db.sql)
    await advanceClock(db.sql, 25 * HOUR)
    expect((await open(of)).ok).toBe(true)
    expect(await intentsOf(of)).toEqual(['requires_payment_method'])
  })

  const kinds: FaultKind[] = ['refuse', 'error-before', 'error-after', 'cut-after', 'rate-limit']

  test.each(sample('a tip that stumbles', kinds, 1))('a provider that answers with %s', async (kind) => {
    const of = await answer()
    bench.standIn.faults.next(/POST .*payment_intents$/, kind, 2)
    await open(of)
    await advanceClock(db.sql, HOUR / 60)
    await quiesce(bench)
    await confirmCard(bench, await opened(of))
    await quiesce(bench)
    await expectPaidOnce(of)
  })

  test('nobody hears that the card was charged: the sweep asks', async () => {
    const of = await answer()
    const secret = await opened(of)
    bench.control.deaf = true
    await confirmCard(bench, secret)
    await bench.standIn.settled()
    expect(await stateOf(of)).toBe('pending')
    await db.sql`update stand_in.delivery set due_at = null`
    await afterCrash(0.2)
    await expectPaidOnce(of)
  })
})

describe('S2-4.29 giving a tip up', () => {
  test('before the card: nothing can be paid with it now', async () => {
    const of = await answer()
    const secret = await opened(of)
    expect(await giveUp(of)).toEqual({ ok: true, value: {} })
    await quiesce(bench)
    expect([await stateOf(of), await intentsOf(of)]).toEqual(['released', ['canceled']])
    await confirmCard(bench, secret)
    await quiesce(bench)
    expect([await stateOf(of), await linesOf(bench, of.askId)]).toEqual(['released', []])
  })

  test('after the card, in another tab: the tip is paid, and told so', async () => {
    const of = await answer()
    const secret = await opened(of)
    bench.control.deaf = true
    await confirmCard(bench, secret)
    await giveUp(of)
    bench.control.deaf = false
    await quiesce(bench)
    await expectPaidOnce(of)
  })

  test('while its intent is being made: it is cancelled as soon as it is known', async () => {
    const of = await answer()
    bench.control.waitAt = async (point) => {
      if (point === 'tip.after-stripe') await giveUp(of)
    }
    expect(await open(of)).toMatchObject({ ok: false, refusal: { code: 'hold-gone' } })
    bench.control.waitAt = async () => {}
    await quiesce(bench)
    expect([await stateOf(of), await intentsOf(of)]).toEqual(['released', ['canceled']])
  })

  test('before its intent comes, late: it is cancelled then', async () => {
    const of = await answer()
    bench.standIn.faults.next(/POST .*payment_intents$/, 'slow', 1)
    const opening = open(of)
    const operation = () => db.sql<{ id: string }[]>`select id from money_operation where tries > 0`
    await expect.poll(operation).toHaveLength(1)
    await giveUp(of)
    for (const { id } of await operation()) await runOperation(bench.context, id)
    expect([await stateOf(of), await intentsOf(of)]).toEqual(['released', []])
    await opening
    await afterCrash()
    expect([await stateOf(of), await intentsOf(of)]).toEqual(['released', ['canceled']])
  })

  test('a form that was left is given up after an hour', async () => {
    const of = await answer()
    await opened(of)
    await afterCrash(0.5)
    expect(await stateOf(of)).toBe('pending')
    await afterCrash(0.6)
    expect([await stateOf(of), await intentsOf(of)]).toEqual(['released', ['canceled']])
  })
})

describe('M9 D107 nothing a client names is believed', () => {
  test('an intent of another amount, currency or name at the provider moves nothing', async () => {
    for (const change of [{ amount: 200 }, { currency: 'eur' }, { metadata: {} }, { livemode: true }]) {
      const of = await answer()
      await confirmCard(bench, await opened(of), '4000000000000002')
      await db.sql`
        update stand_in.object set body = body || ${db.sql.json({ ...change, status: 'succeeded' })}
        where object = 'payment_intent' and body #>> '{metadata,tipId}' = ${of.tipId}`
      await expect(refreshTip(bench.context, of.tipId)).rejects.toThrow('not what was ordered')
      expect([await stateOf(of), await linesOf(bench, of.askId)]).toEqual(['pending', []])
    }
  })

  test('another link opens no tip, asks about none and gives none up', async () => {
    const [of, other] = [await answer(), await answer()]
    await opened(of)
    const foreign = { tipId: of.tipId, token: other.token }
    expect(await open(foreign)).toMatchObject({ refusal: { code: 'id-taken' } })
    expect(await tipStatus(bench.context, foreign)).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await transactOrRefuse(bench.context, (inside) => cancelTip(inside, foreign))).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect(await open({ tipId: bench.context.random.id(), token: 'x'.repeat(43) })).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect(await open(of, 1_000)).toMatchObject({ refusal: { code: 'payment-mismatch' } })
    expect(await stateOf(of)).toBe('pending')
  })

  test('an answer that was delivered is tipped, also after the team gave its question another status', async () => {
    const of = await answer()
    await db.sql`alter table question disable trigger user`
    await db.sql`update question set status = 'rejected', reason = 'closed-by-team' where id = ${of.askId}`
    await db.sql`alter table question enable trigger user`
    expect((await open(of)).ok).toBe(true)
  })

  test('no tip below $2, before the answer, for an athlete who left, or a sixth one at once', async () => {
    const of = await answer()
    const next = () => ({ ...of, tipId: bench.context.random.id() })
    expect(await open(next(), 199)).toMatchObject({ refusal: { code: 'amount-below-minimum' } })
    expect(await open(await answer('stored'))).toMatchObject({ refusal: { code: 'not-answered' } })
    for (let n = 0; n < 5; n++) expect((await open(next())).ok).toBe(true)
    expect(await open(next())).toMatchObject({ refusal: { code: 'too-many-requests' } })
    const athlete = { ...VISITOR, role: 'creator', personId: of.athleteId } as const
    const own = { tipId: next().tipId, token: of.token, amount: 500 }
    const terms = { currency: 'usd', capture_method: 'automatic' } as const
    expect(await openTipOnline(bench.context, shownOf(athlete), { ...own, ...terms })).toMatchObject({
      refusal: { code: 'ask-yourself' },
    })
    await db.sql`update person set leaving_at = app_now() where id = ${of.athleteId}`
    expect(await open(next())).toMatchObject({ refusal: { code: 'athlete-unavailable' } })
  })
})
