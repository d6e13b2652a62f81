import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { earn, newAthlete, untilDue } from '../../testing/payouts/bench.ts'
import { attempt, work } from '../../work.ts'
import { type Bench, openBench, quiesce } from '../bench.ts'
import { earningsCents } from '../ledger.ts'
import { ledgerBreaks } from '../reconcile/breaks.ts'
import { orderLastPayout, orderPayouts } from './order-payouts.ts'
import { beginPayout, confirmPayout, listPayouts } from './pay-by-hand.ts'

let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await db.sql`truncate payout, payout_account, ledger_entry, ledger_transaction, hold, money_operation, mail, stand_in.object cascade`
  const personId = bench.context.random.id()
  await db.sql`
    insert into person (id, role, first_name, last_name, email)
    values (${personId}, 'admin', 'Ida', 'Admin', ${`${personId}@example.test`})`
  admin = { role: 'admin', personId, guestId: null, sessionId: null }
})

const begin = (payoutId: string, caller = admin) =>
  attempt(bench.context, (inside) => beginPayout(inside, caller, { payoutId }))
const confirm = (payoutId: string, reference = 'PP-4711') =>
  attempt(bench.context, (inside) => confirmPayout(inside, admin, { payoutId, reference }))
const clearing = async () =>
  (
    await db.sql<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::int as cents from ledger_entry where account = 'payout_clearing'`
  )[0]?.cents

test('S2-1.9 D34 D37 who is paid by hand, and why: it was chosen, the country, or no account yet', async () => {
  const wanted = [
    { handle: 'PayPal, nora@example.com', account: 'finish' },
    { country: 'AU' },
    { country: 'NO' },
    { country: 'NO', account: 'later' },
  ]
  for (const athlete of wanted) await earn(bench, await newAthlete(bench, athlete), 12_000)
  await untilDue(bench)
  await orderPayouts(bench.context)
  await orderPayouts(bench.context)
  await quiesce(bench)
  const { open, paid } = await listPayouts(bench.context)
  expect(open.map(({ why }) => why).sort()).toEqual(['chosen', 'country', 'no-account', 'no-account'])
  expect(open.find(({ why }) => why === 'chosen')?.handle).toBe('PayPal, nora@example.com')
  expect(paid).toEqual([])
})

test('S2-1.9 two steps: one admin takes it, then says by what it is found again; booked and told once', async () => {
  const athlete = await newAthlete(bench)
  await earn(bench, athlete, 12_000)
  await untilDue(bench)
  await orderPayouts(bench.context)
  const [payout] = (await listPayouts(bench.context)).open
  const id = payout?.id ?? ''
  expect(await confirm(id)).toMatchObject({ ok: false, refusal: { code: 'not-begun' } })
  expect(await begin(id, { ...admin, role: 'creator' })).toMatchObject({ refusal: { code: 'not-allowed' } })
  expect(await begin(bench.context.random.id())).toMatchObject({ refusal: { code: 'not-found' } })
  const begun = await Promise.all([begin(id), begin(id)])
  expect(begun.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await clearing()).toBe(-12_000)
  const confirmed = await Promise.all([confirm(id), confirm(id), confirm(id)])
  expect(confirmed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await confirm(id)).toMatchObject({ refusal: { code: 'already-decided' } })
  expect([await clearing(), await earningsCents(db.sql, athlete)]).toEqual([0, 0])
  const lists = await listPayouts(bench.context)
  expect(lists).toMatchObject({ open: [], paid: [{ id, reference: 'PP-4711', paidBy: 'Ida Admin' }] })
  const acts = await db.sql`select act, detail from audit where subject = ${id} order by id`
  expect(acts).toEqual([
    { act: 'payout.begin', detail: { cents: 12_000 } },
    { act: 'payout.confirm', detail: { cents: 12_000 } },
  ])
  expect(await db.sql`select person_id from mail where kind = 'payout-made'`).toEqual([
    { person_id: athlete },
  ])
  expect(await ledgerBreaks(bench.context)).toEqual([])
})

test('who is erased is paid all they are owed, below $100 too: to who they were, which is forgotten when it is paid', async () => {
  const [byHand, byTransfer] = [
    await newAthlete(bench, { handle: '@gone' }),
    await newAthlete(bench, { account: 'finish' }),
  ]
  for (const athlete of [byHand, byTransfer]) {
    await earn(bench, athlete, 2_345)
    await advanceClock(db.sql, 72 * 3_600_000)
    await work(bench.context, (inside) => orderLastPayout(inside, athlete))
    await db.sql`update person set email = ${`${athlete}@nobody.test`}, payout_handle = null where id = ${athlete}`
  }
  const { open } = await listPayouts(bench.context)
  const payee = { email: `${byHand}@example.test`, handle: '@gone', name: 'A B' }
  expect(open).toMatchObject([{ personId: byHand, amountCents: 2_345, ...payee }])
  const id = open[0]?.id ?? ''
  expect(await begin(id)).toMatchObject({ ok: true })
  expect(await confirm(id)).toMatchObject({ ok: true })
  await quiesce(bench)
  const rows = await db.sql`select state, payee, reference, account_id from payout`
  const forgotten = { state: 'paid', payee: null, account_id: null }
  expect(rows).toContainEqual({ ...forgotten, reference: '' })
  expect(rows).toContainEqual({ ...forgotten, reference: null })
  expect(await db.sql`select from mail`).toHaveLength(0)
  for (const athlete of [byHand, byTransfer]) expect(await earningsCents(db.sql, athlete)).toBe(0)
  expect([await clearing(), await ledgerBreaks(bench.context)]).toEqual([0, []])
})
