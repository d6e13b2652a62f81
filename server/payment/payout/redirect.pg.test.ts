import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { AccountLinkAnswer, PayoutSetup, StoppedChange } from '../../../sync/payment/payout-account.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { earn } from '../../testing/payouts/bench.ts'
import { nextPayday } from '../../testing/payouts/payday.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { orderLastPayout, orderPayouts } from './order-payouts.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

/** What people are told, and so written out here. */
const THREE_DAYS_MS = 72 * HOUR_MS

type Athlete = { person: Person; browser: Browser }

async function athlete({ cents = 12_000, handle = null as string | null } = {}): Promise<Athlete> {
  const person = await world.makePerson({ role: 'creator' })
  const { sql } = world.database
  await sql`update person set payout_handle = ${handle} where id = ${person.id}`
  if (cents > 0) await earn({ context: world.context, sql }, person.id, cents)
  return { person, browser: await signedIn(world, person) }
}

const setup = async ({ browser }: Athlete) => (await browser.get<PayoutSetup>(CALLS.payoutSetup)).body
const want = async ({ browser }: Athlete, handle: string | null) =>
  (await browser.post<PayoutSetup>(CALLS.payoutHandle, { handle })).body
const now = async () => (await world.context.clock.now()).getTime()
const handleOf = async ({ person }: Athlete) =>
  (await world.database.sql`select payout_handle as handle from person where id = ${person.id}`)[0]?.handle

async function mailsTo({ person }: Athlete): Promise<string[]> {
  await world.quiesce()
  return (await world.mails())
    .filter(({ recipient }) => recipient.includes(person.email))
    .map(({ subject }) => subject)
}

const told = async (of: Athlete) =>
  (await mailsTo(of)).filter((subject) => subject === 'Your payouts are about to go somewhere else').length

/** Returns the token in the link of the athlete's last mail about a change. */
async function mailedTo({ person }: Athlete): Promise<string> {
  const [mail] = await world.database.sql<{ id: string }[]>`
    select id from mail where kind = 'payout-change' and person_id = ${person.id} order by created_at desc limit 1`
  return mailedToken(world.context.secrets.mailedLink, mail?.id ?? '')
}
const stop = async (token: string) => (await stopped(token)).status
const stopped = (token: string) => world.browser().post<StoppedChange>(CALLS.stopPayoutChange, { token })

async function sweep(): Promise<void> {
  await world.advance(61_000)
  await world.quiesce()
}

async function payday(): Promise<void> {
  await world.advance(nextPayday(await now()).dueAt - (await now()) + HOUR_MS)
  await orderPayouts(world.context)
}

/** Goes to an hour before payday and signs in again, because that may be weeks away and sessions expire. */
async function hourBeforePayday({ browser, person }: Athlete): Promise<void> {
  await world.advance(nextPayday(await now()).dueAt - (await now()) - HOUR_MS)
  await browser.signIn(person)
}

async function paid({ person }: Athlete) {
  return world.database.sql`
    select way, why, account_id is not null as "isToAccount" from payout where person_id = ${person.id}`
}

const balance = (net: number) => world.database.sql`
  update stand_in.object set body = jsonb_set(body, '{net}', ${net}) where object = 'balance_transaction'`
const transferred = async ({ person }: Athlete) => {
  await world.quiesce()
  await orderPayouts(world.context)
  await world.quiesce()
  const rows = await world.database.sql`
    select from stand_in.object o join payout p on p.id::text = o.body #>> '{metadata,payoutId}'
    where o.object = 'transfer' and p.person_id = ${person.id}`
  return rows.length
}

/** Orders the payout of an athlete with an account, whose transfer the provider does not make yet. */
async function owedTransfer(why: 'balance' | 'outage'): Promise<Athlete> {
  const of = await athlete({ cents: 0 })
  await onPage(of)
  await earn({ context: world.context, sql: world.database.sql }, of.person.id, 12_000)
  await hourBeforePayday(of)
  await world.advance(2 * HOUR_MS)
  if (why === 'balance') await balance(1)
  else world.context.payments.standIn?.faults.next(/transfers$/, 'refuse', 20)
  expect(await transferred(of)).toBe(0)
  expect(await paid(of)).toEqual([{ way: 'transfer', why: null, isToAccount: true }])
  return of
}

async function onPage({ browser, person }: Athlete): Promise<void> {
  const call = { country_code: 'NO', email: person.email }
  const { body } = await browser.post<AccountLinkAnswer>(CALLS.createAccountLink, call)
  const { pathname } = new URL(body.url)
  await browser.request(pathname, {
    method: 'POST',
    raw: new URLSearchParams({ outcome: 'finish' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await world.quiesce()
  expect((await setup({ browser, person })).state).toBe('ready')
}

describe('where money goes changes in three days, and not before', () => {
  test('another handle waits, is told by mail, and counts from then on', async () => {
    const of = await athlete({ handle: '@old' })
    const from = (await now()) + THREE_DAYS_MS
    const { waiting } = await want(of, '@new')
    expect(waiting).toMatchObject([{ kind: 'handle', handle: '@new' }])
    expect(Math.abs((waiting?.[0]?.from ?? 0) - from)).toBeLessThan(HOUR_MS)
    expect(await handleOf(of)).toBe('@old')
    expect(await mailsTo(of)).toEqual(['Your payouts are about to go somewhere else'])
    await world.advance(THREE_DAYS_MS - HOUR_MS)
    await sweep()
    expect(await handleOf(of)).toBe('@old')
    await world.advance(HOUR_MS)
    await sweep()
    expect([await handleOf(of), (await setup(of)).waiting]).toEqual(['@new', []])
    expect(await stop(await mailedTo(of)), 'too late').toBe(410)
  })

  test('its mail stops it without signing in, once; the old one, chosen again, takes it back as well', async () => {
    const of = await athlete({ handle: '@old' })
    await want(of, '@thief')
    const token = await mailedTo(of)
    expect([await stop(token), await stop(token)]).toEqual([200, 410])
    expect((await setup(of)).waiting).toEqual([])
    await want(of, '@new')
    expect((await want(of, '@old')).waiting).toEqual([])
    await world.advance(THREE_DAYS_MS)
    await sweep()
    expect(await handleOf(of)).toBe('@old')
  })

  test('whoever changes it again begins to wait anew; the link of the first mail stops the latest too', async () => {
    const of = await athlete({ handle: '@old' })
    await want(of, '@one')
    const token = await mailedTo(of)
    await world.advance(HOUR_MS / 2)
    expect((await want(of, '@two')).waiting).toMatchObject([{ handle: '@two' }])
    await world.advance(THREE_DAYS_MS - HOUR_MS / 2)
    await sweep()
    expect(await handleOf(of)).toBe('@old')
    await want(of, '@three')
    expect(await mailsTo(of)).toHaveLength(3)
    expect(await stop(token)).toBe(200)
    expect((await setup(of)).waiting).toEqual([])
  })

  test('a second destination within the hour is told by mail too, and so is a second opening of the sign-up', async () => {
    const of = await athlete({ handle: '@old' })
    const thief = { ...of, browser: await signedIn(world, of.person) }
    await want(of, '@mine')
    await world.advance(HOUR_MS / 2)
    const [mine] = (await setup(of)).waiting ?? []
    expect((await want(of, '@mine')).waiting, 'asked for again, it waits no longer').toEqual([mine])
    expect(await told(of)).toBe(1)
    expect((await want(thief, '@thief')).waiting).toMatchObject([{ handle: '@thief' }])
    expect(await told(of)).toBe(2)
    expect(await stop(await mailedTo(of))).toBe(200)
    await onPage(of)
    await world.advance(HOUR_MS / 4)
    await onPage(thief)
    expect(await told(of)).toBe(4)
  })

  test('beyond a few changes an hour nothing is changed in silence: it is refused, and the old one can be kept', async () => {
    const world = await openWorld({ parts: { limitFactor: 1 } })
    try {
      const person = await world.makePerson({ role: 'creator' })
      await world.database.sql`update person set payout_handle = '@old' where id = ${person.id}`
      await earn({ context: world.context, sql: world.database.sql }, person.id, 12_000)
      const browser = await signedIn(world, person)
      const asked = (handle: string) => browser.post<PayoutSetup>(CALLS.payoutHandle, { handle })
      for (let time = 1; time <= 6; time += 1) expect((await asked(`@thief${time}`)).status).toBe(200)
      expect(await asked('@thief7')).toMatchObject({ status: 429 })
      const change = { before: { payoutHandle: '@old' }, after: { payoutHandle: '@thief8' } }
      const saved = await browser.push('profile.save', { personId: person.id, ...change })
      expect(saved).toMatchObject({ state: 'refused', refusal: { code: 'too-many-requests' } })
      await world.quiesce()
      const told = await world.database.sql`
        select from mail m join payout_change c on c.id::text = m.data ->> 'payoutChangeId' where c.person_id = ${person.id}`
      const changes = await world.database.sql`select from payout_change where person_id = ${person.id}`
      expect([told.length, changes.length]).toEqual([6, 6])
      expect((await asked('@old')).body).toMatchObject({ waiting: [] })
    } finally {
      await world.end()
    }
  })

  test('the same by a saved profile, whose other changes are made at once', async () => {
    const of = await athlete({ handle: '@old' })
    const change = {
      before: { payoutHandle: '@old', city: 'Oslo' },
      after: { payoutHandle: '@new', city: 'Bergen' },
    }
    const saved = await of.browser.push('profile.save', { personId: of.person.id, ...change })
    expect(saved.state).toBe('settled')
    const [row] = await world.database.sql`
      select city, payout_handle as handle from person where id = ${of.person.id}`
    expect(row).toEqual({ city: 'Bergen', handle: '@old' })
    expect((await setup(of)).waiting).toMatchObject([{ handle: '@new' }])
  })

  test('the first one counts at once while nothing was earned, and is told of', async () => {
    const of = await athlete({ cents: 0 })
    expect((await want(of, '@first')).waiting).toEqual([])
    expect(await handleOf(of)).toBe('@first')
    expect(await mailsTo(of)).toEqual(['Your payout details were set'])
    await onPage(of)
    expect(await mailsTo(of)).toHaveLength(2)
  })
})

describe('D34 who is paid meanwhile', () => {
  test('by hand to the old handle, whatever waits', async () => {
    const of = await athlete({ handle: '@old' })
    await hourBeforePayday(of)
    await onPage(of)
    await want(of, null)
    await world.advance(2 * HOUR_MS)
    await orderPayouts(world.context)
    expect(await paid(of)).toEqual([{ way: 'manual', why: 'chosen', isToAccount: false }])
  })

  test('nothing to an account whose sign-up was opened, until its three days are over', async () => {
    const of = await athlete()
    await hourBeforePayday(of)
    await onPage(of)
    expect(await mailsTo(of)).toEqual(['Your payouts are about to go somewhere else'])
    await world.advance(2 * HOUR_MS)
    await orderPayouts(world.context)
    expect(await paid(of)).toEqual([])
    await world.advance(THREE_DAYS_MS)
    await orderPayouts(world.context)
    expect(await paid(of)).toEqual([{ way: 'transfer', why: null, isToAccount: true }])
  })

  test('nothing at all to an account that its owner did not set up: stopped, it is let go of until they connect again', async () => {
    const of = await athlete()
    await onPage(of)
    expect(await stopped(await mailedTo(of))).toMatchObject({ status: 200, body: { payouts: 'stopped' } })
    expect(await setup(of)).toMatchObject({ state: 'disconnected', waiting: [] })
    await payday()
    expect(await paid(of)).toEqual([])
  })

  test.each(['balance', 'outage'] as const)(
    'a transfer that waits (%s) waits for the change too, and goes on after it',
    async (why) => {
      const of = await owedTransfer(why)
      await onPage(of)
      await balance(100_000)
      world.context.payments.standIn?.faults.clear()
      await world.advance(HOUR_MS)
      expect(await transferred(of)).toBe(0)
      await world.advance(THREE_DAYS_MS)
      await sweep()
      expect(await transferred(of)).toBe(1)
    },
  )

  test.each(['balance', 'outage'] as const)(
    'a transfer that waits (%s) is not made once the owner stopped the change, until they choose a way again',
    async (why) => {
      const of = await owedTransfer(why)
      await onPage(of)
      expect(await stop(await mailedTo(of))).toBe(200)
      await balance(100_000)
      world.context.payments.standIn?.faults.clear()
      await world.advance(HOUR_MS)
      expect(await transferred(of)).toBe(0)
      await world.database.sql`update person set payout_handle = '@me' where id = ${of.person.id}`
      expect(await transferred(of)).toBe(0)
      expect(await paid(of)).toEqual([{ way: 'manual', why: 'chosen', isToAccount: false }])
    },
  )

  test('the last payout of an athlete who leaves does not go to the account either', async () => {
    const of = await owedTransfer('balance')
    await onPage(of)
    expect(await stop(await mailedTo(of))).toBe(200)
    await transact(world.context, (inside) => orderLastPayout(inside, of.person.id))
    await balance(100_000)
    expect(await transferred(of)).toBe(0)
    expect(await paid(of)).toEqual([{ way: 'manual', why: 'capability', isToAccount: false }])
  })

  test.each([
    ['AU', 'manual', [{ way: 'manual', why: 'country', isToAccount: false }]],
    ['NO', 'disconnected', []],
  ])('disconnected and in %s: paid exactly as their page says', async (country, state, payouts) => {
    const of = await athlete()
    await onPage(of)
    await stop(await mailedTo(of))
    await world.database.sql`update person set country_code = ${country} where id = ${of.person.id}`
    expect((await setup(of)).state).toBe(state)
    await payday()
    expect(await paid(of)).toEqual(payouts)
  })

  test('who is paid by hand still is when a change of direct deposits is stopped, and is told so', async () => {
    const of = await athlete({ handle: '@me' })
    await onPage(of)
    expect((await stopped(await mailedTo(of))).body).toEqual({ payouts: 'by-hand' })
    await want(of, '@thief')
    expect((await stopped(await mailedTo(of))).body).toEqual({ payouts: 'unchanged' })
    await payday()
    expect(await paid(of)).toEqual([{ way: 'manual', why: 'chosen', isToAccount: false }])
  })

  test('an athlete who set it up before the first earnings waits for nothing', async () => {
    const of = await athlete({ cents: 0 })
    await onPage(of)
    expect((await setup(of)).waiting).toEqual([])
    await earn({ context: world.context, sql: world.database.sql }, of.person.id, 12_000)
    await payday()
    expect(await paid(of)).toEqual([{ way: 'transfer', why: null, isToAccount: true }])
  })
})
