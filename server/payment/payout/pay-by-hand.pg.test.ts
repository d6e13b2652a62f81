import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { eraseLeaver } from '../../erasure/erase.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, newAthlete, onPage, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { earningsCents } from '../ledger.ts'
import { moneyOf } from '../statement/money-of.ts'
import { listPayouts } from './list-payouts.ts'
import { orderLastPayout, orderPayouts } from './order-payouts.ts'
import { beginPayout, confirmPayout } from './pay-by-hand.ts'

let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    'leaving, payout, payout_account, dispute, ledger_entry, ledger_transaction, hold, money_operation, mail, stand_in.object',
  )
  const personId = bench.context.random.id()
  await db.sql`
    insert into person (id, role, first_name, last_name, email)
    values (${personId}, 'admin', 'Ida', 'Admin', ${`${personId}@example.test`})`
  admin = { role: 'admin', personId, guestId: null, sessionId: null }
})

const begin = (payoutId: string, caller = admin) =>
  transactOrRefuse(bench.context, (inside) => beginPayout(inside, caller, { payoutId }))
const confirm = (payoutId: string, reference = 'PP-4711') =>
  transactOrRefuse(bench.context, (inside) => confirmPayout(inside, admin, { payoutId, reference }))
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
  // a payout by transfer cannot be paid by hand
  const [byHand] = open
  await db.sql`update payout set way = 'transfer' where id = ${byHand?.id ?? ''}`
  expect(await begin(byHand?.id ?? '')).toMatchObject({ refusal: { code: 'not-found' } })
  await db.sql`update payout set way = 'manual' where id = ${byHand?.id ?? ''}`
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
  const statement = async () =>
    (await moneyOf(bench.context, { personId: athlete, isAthlete: true })).statement
  expect(await statement()).toMatchObject({ paidOutCents: 0, onItsWayCents: 12_000, balanceCents: 0 })
  const confirmed = await Promise.all([confirm(id), confirm(id), confirm(id)])
  expect(confirmed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await confirm(id)).toMatchObject({ refusal: { code: 'already-decided' } })
  expect([await clearing(), await earningsCents(db.sql, athlete)]).toEqual([0, 0])
  expect(await statement()).toMatchObject({ paidOutCents: 12_000, onItsWayCents: 0, balanceCents: 0 })
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

test('a payout begins at the handle that was seen, and keeps it until it is confirmed', async () => {
  const athlete = await newAthlete(bench, { handle: '@first' })
  await earn(bench, athlete, 12_000)
  await untilDue(bench)
  await orderPayouts(bench.context)
  const moves = (handle: string | null) =>
    db.sql`update person set payout_handle = ${handle} where id = ${athlete}`
  const onDesk = async () => {
    const { open, paid } = await listPayouts(bench.context)
    return [...open, ...paid].map(({ state, handle }) => [state, handle])
  }
  const [payout] = (await listPayouts(bench.context)).open
  const [payoutId, amountCents] = [payout?.id ?? '', payout?.amountCents ?? 0]
  const beginAt = (handle: string | null) =>
    transactOrRefuse(bench.context, (inside) => beginPayout(inside, admin, { payoutId, amountCents, handle }))
  await moves('@second')
  const changed = { refusal: { code: 'payout-changed', detail: { amountCents: 12_000 } } }
  for (const seen of ['@first', null]) expect(await beginAt(seen)).toMatchObject(changed)
  expect(await beginAt('@second')).toMatchObject({ ok: true })
  await moves('@third')
  expect(await onDesk()).toEqual([['begun', '@second']])
  expect(await confirm(payoutId)).toMatchObject({ ok: true })
  expect(await db.sql`select begun_handle from payout`).toEqual([{ begun_handle: null }])
})

test('a payout that began without a handle names none that was given later', async () => {
  const athlete = await newAthlete(bench)
  await earn(bench, athlete, 12_000)
  await untilDue(bench)
  await orderPayouts(bench.context)
  const [payout] = (await listPayouts(bench.context)).open
  const args = { payoutId: payout?.id ?? '', handle: null }
  expect(await transactOrRefuse(bench.context, (inside) => beginPayout(inside, admin, args))).toMatchObject({
    ok: true,
  })
  await db.sql`update person set payout_handle = '@later' where id = ${athlete}`
  expect((await listPayouts(bench.context)).open).toMatchObject([{ state: 'begun', handle: null }])
})

test('who is erased is paid all they are owed, below $100 too: to who they were, which is forgotten when it is paid', async () => {
  const [byHand, byTransfer] = [
    await newAthlete(bench, { handle: '@gone' }),
    await newAthlete(bench, { account: 'finish' }),
  ]
  // That an account was opened for payouts was told while they were here.
  await db.sql`delete from mail`
  for (const athlete of [byHand, byTransfer]) {
    await earn(bench, athlete, 2_345)
    await advanceClock(db.sql, 72 * 3_600_000)
    await transact(bench.context, (inside) => orderLastPayout(inside, athlete))
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

describe('what comes to athletes after they were erased, such as a dispute won late', () => {
  const erase = async (athlete: string) => {
    await db.sql`insert into leaving (id, person_id, email, erase_at) values (${athlete}, ${athlete}, ${athlete}, app_now())`
    await transact(bench.context, (inside) => eraseLeaver(inside, athlete))
  }
  const late = async (athletes: readonly string[]) => {
    for (const athlete of athletes) {
      await erase(athlete)
      await earn(bench, athlete, 2_345)
    }
    await advanceClock(db.sql, 72 * 3_600_000)
    await Promise.all([orderPayouts(bench.context), orderPayouts(bench.context)])
    await quiesce(bench)
  }
  const paidOut = async (more: object) => {
    const athlete = await newAthlete(bench, { account: 'finish', ...more })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await orderPayouts(bench.context)
    await quiesce(bench)
    return athlete
  }

  test('it is paid once, to the account that was last paid to, as the provider knows it', async () => {
    const athlete = await paidOut({})
    await late([athlete])
    expect(
      await db.sql`
        select distinct (body ->> 'amount')::int as cents, body ->> 'destination' like 'acct_%' as there,
          count(*) over (partition by body ->> 'destination')::int as to_it
        from stand_in.object where object = 'transfer' order by cents`,
    ).toEqual([
      { cents: 2_345, there: true, to_it: 2 },
      { cents: 12_000, there: true, to_it: 2 },
    ])
    expect(await db.sql`select state, payee, account_id from payout where amount_cents = 2345`).toEqual([
      { state: 'paid', payee: null, account_id: null },
    ])
    expect(await db.sql`select from mail where person_id = ${athlete}`).toHaveLength(0)
    expect([await earningsCents(db.sql, athlete), await clearing()]).toEqual([0, 0])
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('never paid by transfer, or the account is gone: it waits on the desk until they write', async () => {
    const [never, gone] = [await newAthlete(bench, { handle: '@gone' }), await paidOut({})]
    await onPage(bench, gone, 'disconnect')
    await late([never, gone])
    const { open } = await listPayouts(bench.context)
    const nobody = { name: 'Former member', email: null, handle: null, amountCents: 2_345, why: 'erased' }
    expect(open).toMatchObject([nobody, nobody])
    expect(open.map(({ personId }) => personId).sort()).toEqual([never, gone].sort())
    const id = open[0]?.id ?? ''
    expect(await begin(id)).toMatchObject({ ok: true })
    expect(await confirm(id)).toMatchObject({ ok: true })
    const { open: still, paid } = await listPayouts(bench.context)
    expect([still.length, paid[0]?.email, paid[0]?.reference]).toEqual([1, null, ''])
    await orderPayouts(bench.context)
    expect((await listPayouts(bench.context)).open).toHaveLength(1)
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('a last payout that waits keeps whom it goes to, whatever comes or is in dispute after the erasure', async () => {
    const [disputed, later] = [
      await newAthlete(bench, { handle: '@disputed' }),
      await newAthlete(bench, { handle: '@later' }),
    ]
    await db.sql`update person set username = 'later' where id = ${later}`
    for (const athlete of [disputed, later]) await earn(bench, athlete, 6_000)
    await earn(bench, disputed, 4_000)
    await db.sql`
      insert into dispute (id, question_id, charge_id, amount_cents, state, reason, opened_at, seen_at)
      select 'dp_1', t.question_id, t.source, 5000, 'needs-response', 'fraudulent', app_now(), app_now()
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where e.person_id = ${disputed} and e.amount_cents = -4000`
    for (const athlete of [disputed, later]) await erase(athlete)
    await earn(bench, later, 2_345)
    for (let hours = 0; hours < 2; hours += 1) {
      await orderPayouts(bench.context)
      await advanceClock(db.sql, 3_600_000)
    }
    const { open } = await listPayouts(bench.context)
    expect(open).toHaveLength(3)
    for (const [athlete, handle] of [
      [disputed, '@disputed'],
      [later, '@later'],
    ] as const)
      expect(open.find((row) => row.personId === athlete && row.amountCents === 6_000)).toMatchObject({
        name: 'A B',
        username: null,
        email: `${athlete}@example.test`,
        handle,
      })
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })
})

test('what is beyond the five hundred that wait longest, or the fifty ended last, is told of', async () => {
  const athlete = await newAthlete(bench, { country: 'AU' })
  const add = (of: { way: string; state: string }, count: number) => db.sql`
    insert into payout (id, person_id, period, amount_cents, way, state, transfer_id, paid_at)
    select id, ${athlete}, id, 12000, ${of.way}, ${of.state}, case when ${of.state} = 'paid' then id::text end,
      case when ${of.state} = 'paid' then app_now() end
    from (select gen_random_uuid() as id from generate_series(1, ${count})) made`
  const told = async () => {
    const { open, waiting, paid, moreToDo, morePaid } = await listPayouts(bench.context)
    return { lengths: [open.length, waiting.length, paid.length], moreToDo, morePaid }
  }
  await add({ way: 'manual', state: 'ordered' }, 500)
  await add({ way: 'transfer', state: 'ordered' }, 500)
  await add({ way: 'transfer', state: 'paid' }, 50)
  expect(await told()).toEqual({ lengths: [500, 500, 50], moreToDo: false, morePaid: false })
  await add({ way: 'transfer', state: 'paid' }, 1)
  expect(await told()).toEqual({ lengths: [500, 500, 50], moreToDo: false, morePaid: true })
  for (const way of ['manual', 'transfer']) {
    await add({ way, state: 'ordered' }, 1)
    expect(await told(), way).toEqual({ lengths: [500, 500, 50], moreToDo: true, morePaid: true })
    await db.sql`delete from payout where id = (
      select id from payout where way = ${way} and state = 'ordered' limit 1)`
  }
})
