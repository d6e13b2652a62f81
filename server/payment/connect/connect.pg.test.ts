import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { type Caller, VISITOR } from '../../../sync/roles.ts'
import type { FaultPoint } from '../../fault.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, Crash, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { transact } from '../../transact.ts'
import { recordCapture } from '../ledger.ts'
import { wayTo } from '../payout/way-to.ts'
import type { FaultKind } from '../stand-in/faults.ts'
import { lookAtSetup, openAccountLink, setupOf, sweepAccounts } from './connect.ts'
import { accountOf } from './store.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
let athlete: Caller & { personId: string }

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await db.sql`truncate payout_account, money_operation, stripe_event`
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
  athlete = await newAthlete()
})

async function newAthlete(country = 'NO'): Promise<typeof athlete> {
  const personId = bench.context.random.id()
  await db.sql`
    insert into person (id, role, first_name, last_name, email, country_code)
    values (${personId}, 'creator', 'A', 'B', ${`${personId}@example.test`}, ${country})`
  return { role: 'creator', personId, guestId: null, sessionId: null }
}

/** Lets an athlete have earned something, after which a change of their payouts waits. */
async function earned(personId: string): Promise<void> {
  const taken = { questionId: bench.context.random.id(), chargeId: `ch_${personId}`, feeCents: 0 }
  await transact(bench.context, (work) =>
    recordCapture(work, { ...taken, athleteId: personId, amountCents: 1_000 }),
  )
}

const ask = (caller: Caller = athlete) => openAccountLink(bench.context, caller, 'http://localhost:3000')
const accountsAtStripe = () =>
  db.sql<{ id: string; country: string; type: string }[]>`
    select id, body ->> 'country' as country, body #>> '{controller,stripe_dashboard,type}' as type
    from stand_in.object where object = 'account' order by seq`
const stateNow = async () => (await setupOf(db.sql, athlete.personId)).state

/** Lets the provider refuse the next account, as one of a country that our table allows and the provider does not. */
function refuseNext(): void {
  const { createAccount } = bench.payments
  bench.payments.createAccount = (order, key) => {
    bench.payments.createAccount = createAccount
    return createAccount({ ...order, countryCode: 'XK' }, key)
  }
}

/** Plays an athlete's choice on the provider's page, and returns where it leads. */
async function onPage(outcome: string): Promise<string | null> {
  const link = await ask()
  if (!link.ok) throw new Error(link.refusal.code)
  const path = `/${link.value.url.split('/').at(-1)}`
  const form = { method: 'POST', body: new URLSearchParams({ outcome }) }
  return (await bench.standIn.connect.request(path, form)).headers.get('location')
}

describe('S2-7.8 /create-stripe-account-link', () => {
  test('S2-3.1 answers the provider’s page, for one account of the athlete in the country of their profile', async () => {
    const [first, second] = [await ask(), await ask()]
    for (const link of [first, second])
      expect(link.ok && link.value.url).toMatch(/^http:\/\/localhost:3000\/dev\/stripe\/connect\/link_\w+$/)
    expect(await accountsAtStripe()).toMatchObject([{ country: 'NO', type: 'express' }])
    const [account] = await accountsAtStripe()
    expect(await accountOf(db.sql, athlete.personId)).toMatchObject({
      accountId: account?.id,
      countryCode: 'NO',
    })
  })

  test('asked ten times at once there is one account', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ask()))
    await quiesce(bench)
    expect((await ask()).ok).toBe(true)
    expect(await accountsAtStripe()).toHaveLength(1)
  })

  test('D37 a country the provider does not pay to is told so, and no account is made', async () => {
    athlete = await newAthlete('AU')
    expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'payout-by-hand' } })
    expect(await stateNow()).toBe('manual')
    athlete = await newAthlete('LI')
    refuseNext()
    for (let n = 0; n < 2; n += 1) {
      expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'payout-by-hand' } })
      expect(await stateNow()).toBe('refused')
    }
    expect(await accountsAtStripe()).toEqual([])
  })

  test('a refused account of another country than the profile’s is none', async () => {
    athlete = await newAthlete('LI')
    refuseNext()
    expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'payout-by-hand' } })
    const way = () => transact(bench.context, ({ tx }) => wayTo(tx, athlete.personId))
    expect(await way()).toEqual({ why: 'country' })
    await db.sql`update person set country_code = 'NO' where id = ${athlete.personId}`
    expect([await stateNow(), await way()]).toEqual(['none', { why: 'no-account' }])
    expect((await ask()).ok).toBe(true)
    expect(await accountsAtStripe()).toMatchObject([{ country: 'NO' }])
  })

  test.each([
    ['without-transfers', 'Your platform needs approval'],
    ['without-profile', 'Please review the responsibilities'],
  ] as const)(
    'what Stripe refuses of our own account (%s) waits for people, and opens later',
    async (platform, said) => {
      await earned(athlete.personId)
      bench.standIn.faults.platform = platform
      const stuck = () => db.sql<{ kind: string; error: string }[]>`select kind, error from stuck_money`
      const way = () => transact(bench.context, ({ tx }) => wayTo(tx, athlete.personId))
      for (let n = 0; n < 8; n += 1) {
        expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'deposits-unavailable' } })
        expect([await stateNow(), await way()]).toEqual(['unfinished', { why: 'no-account' }])
        await advanceClock(db.sql, HOUR / 60)
        await quiesce(bench)
        expect(await stuck()).toMatchObject([{ kind: 'account', error: expect.stringContaining(said) }])
      }
      // nobody presses for a day: the order is tried once an hour
      const orders = async () => (await db.sql`select from money_operation`).length
      const before = await orders()
      for (let minutes = 0; minutes < 180; minutes += 10) {
        await advanceClock(db.sql, HOUR / 6)
        await quiesce(bench)
        expect(await stuck()).toHaveLength(1)
      }
      expect((await orders()) - before).toBeLessThan(5)
      bench.standIn.faults.clear()
      expect((await ask()).ok).toBe(true)
      expect([await accountsAtStripe(), await stuck()]).toMatchObject([[{ country: 'NO' }], []])
    },
  )

  test('who moved to a country that is paid by hand still reaches the account they have, and no other', async () => {
    const moves = (country: string) =>
      db.sql`update person set country_code = ${country} where id = ${athlete.personId}`
    for (const outcome of ['later', 'finish', 'restrict']) {
      await onPage(outcome)
      await quiesce(bench)
      await moves('AU')
      expect(await ask(), outcome).toMatchObject({ ok: true })
      await moves('NO')
    }
    expect(await accountsAtStripe()).toHaveLength(1)
    await onPage('disconnect')
    await quiesce(bench)
    await moves('AU')
    expect(await ask()).toMatchObject({ refusal: { code: 'payout-by-hand' } })
    expect(await accountsAtStripe()).toHaveLength(1)
  })

  test('D107 it is an athlete’s own, whatever the call says', async () => {
    expect(await ask(VISITOR)).toMatchObject({ ok: false, refusal: { code: 'sign-in-first' } })
    for (const role of ['basic', 'admin', 'test'] as const)
      expect(await ask({ ...athlete, role })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
    expect(await accountsAtStripe()).toEqual([])
  })
})

describe('a process that stops at any point leaves an account that another one finishes, once', () => {
  const points: FaultPoint[] = ['account.after-intended', 'account.after-stripe', 'account.after-done']

  test.each(sample('stops of an account', points, 1))(
    '%s, at once and after the key is forgotten',
    async (point) => {
      for (const hours of [0.02, 25]) {
        athlete = await newAthlete()
        bench.control.crashAt = point
        await expect(ask()).rejects.toThrow(Crash)
        bench = await openBench(db.sql)
        await advanceClock(db.sql, hours * HOUR)
        await quiesce(bench)
        expect((await ask()).ok).toBe(true)
      }
      expect(await accountsAtStripe()).toHaveLength(2)
    },
  )

  const kinds: FaultKind[] = ['refuse', 'error-before', 'error-after', 'cut-after', 'rate-limit']

  test.each(sample('an account that stumbles', kinds, 1))('a provider that answers with %s', async (kind) => {
    bench.standIn.faults.next(/POST .*accounts$/, kind, 2)
    await ask()
    await advanceClock(db.sql, HOUR / 60)
    await quiesce(bench)
    expect((await ask()).ok).toBe(true)
    expect(await accountsAtStripe()).toHaveLength(1)
  })
})

describe('S2-3.1 how far it is set up is what the provider says', () => {
  test('finished, restricted, finished again, disconnected: by webhook', async () => {
    expect(await stateNow()).toBe('none')
    expect(await onPage('later')).toBe('http://localhost:3000/dashboard?tab=money&deposits=back')
    expect(await stateNow()).toBe('unfinished')
    for (const [outcome, state] of [
      ['finish', 'ready'],
      ['restrict', 'restricted'],
      ['finish', 'ready'],
      ['disconnect', 'disconnected'],
    ] as const) {
      await onPage(outcome)
      await quiesce(bench)
      expect(await stateNow()).toBe(state)
    }
    // an athlete who connects again gets a new account
    await onPage('finish')
    await quiesce(bench)
    expect([await stateNow(), (await accountsAtStripe()).length]).toEqual(['ready', 2])
  })

  test('nobody heard of it: who comes back asks, and so does the sweep', async () => {
    bench.control.deaf = true
    await onPage('finish')
    expect(await stateNow()).toBe('unfinished')
    expect(await lookAtSetup(bench.context, athlete.personId)).toEqual({
      state: 'ready',
      countryCode: 'NO',
      waiting: [],
    })
    await onPage('restrict')
    await bench.standIn.settled()
    await db.sql`update stand_in.delivery set due_at = null`
    expect(await stateNow()).toBe('ready')
    await advanceClock(db.sql, 6.1 * HOUR)
    await quiesce(bench)
    expect(await stateNow()).toBe('restricted')
  })

  test('a provider that gives the sweep no answer is asked again ten minutes later, and then after six hours', async () => {
    bench.control.deaf = true
    await onPage('finish')
    await advanceClock(db.sql, 6.1 * HOUR)
    bench.standIn.faults.next(/GET .*accounts/, 'refuse')
    const { retrieveAccount } = bench.payments
    const asks: string[] = []
    bench.payments.retrieveAccount = (id) => {
      asks.push(id)
      return retrieveAccount(id)
    }
    await sweepAccounts(bench.context)
    expect([await stateNow(), asks.length]).toEqual(['unfinished', 1])
    await sweepAccounts(bench.context)
    expect(asks).toHaveLength(1)
    await advanceClock(db.sql, 0.2 * HOUR)
    await sweepAccounts(bench.context)
    expect([await stateNow(), asks.length]).toEqual(['ready', 2])
    await advanceClock(db.sql, 5 * HOUR)
    await sweepAccounts(bench.context)
    expect(asks).toHaveLength(2)
  })

  test('an event is not believed, and a provider that gives no answer changes nothing', async () => {
    await onPage('later')
    const [account] = await accountsAtStripe()
    await db.sql`insert into stripe_event (id, type, object_id) values ('evt_1', 'account.updated', ${account?.id ?? ''})`
    await quiesce(bench)
    expect(await stateNow()).toBe('unfinished')
    bench.standIn.faults.next(/GET .*accounts/, 'refuse', 2)
    expect((await lookAtSetup(bench.context, athlete.personId)).state).toBe('unfinished')
  })

  test('an account that was made for somebody else is not theirs', async () => {
    await onPage('finish')
    await db.sql`update stand_in.object set body = jsonb_set(body, '{metadata,payoutAccountId}', '"x"') where object = 'account'`
    expect((await lookAtSetup(bench.context, athlete.personId)).state).toBe('disconnected')
  })
})
