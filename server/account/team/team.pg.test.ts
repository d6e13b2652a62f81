import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewSecondFactor } from '../../../sync/account/safety.ts'
import type { DeskTeamAnswer } from '../../../sync/desk/team.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { DeskRole } from '../../../sync/roles.ts'
import { signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'
import { offerRecovery } from './recover.ts'

let world: World
let founder: Person
let owner: Browser
beforeAll(async () => {
  world = await openWorld()
  founder = await world.makePerson({ role: 'admin' })
})
afterAll(() => world.end())
beforeEach(async () => {
  owner = await signedIn(world, founder)
})

const PASSWORD = 'fifteen is the least'
let nth = 0
const newAddress = () => `invited${nth++}@team.test`

const invite = (email: string, deskRole: DeskRole, by = owner) =>
  by.push('team.invite', { inviteId: crypto.randomUUID(), email, deskRole })

/** Returns the token of the newest invitation that was mailed to an address. */
async function mailedToken(email: string): Promise<string> {
  await world.quiesce()
  const mail = (await world.mails()).findLast(({ recipient }) => recipient === email)
  return /\/setup#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function codeFor(key: string): Promise<string> {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor((await world.context.clock.now()).getTime() / 30_000), 4)
  const digest = createHmac('sha1', Uint8Array.from(bytes)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Accepts an invitation as its page does, and returns the status of the last call. */
async function takeUp(token: string, email: string, password = PASSWORD) {
  const browser = world.browser()
  const shown = await browser.post<NewSecondFactor>('/api/account/begin-first-admin', { token, email })
  if (shown.status !== 200) return { browser, ...shown }
  const { key, sealed } = shown.body
  const named = { firstName: 'Ines', lastName: 'Invited', email, password, token, sealed }
  return {
    browser,
    ...(await browser.post('/api/account/first-admin', {
      ...named,
      code: await codeFor(key.replaceAll(' ', '')),
    })),
  }
}

const team = async () => (await owner.post<DeskTeamAnswer>('/api/desk/team', {})).body
const memberOf = async (email: string) => (await team()).members.find((member) => member.email === email)
const refused = (code: string) => ({ state: 'refused', refusal: { code } })

describe('somebody is invited by mail', () => {
  test('makes an account of the role with a second factor, by a link for their address, once', async () => {
    const email = newAddress()
    expect((await invite(email.toUpperCase(), 'accountant')).state).toBe('settled')
    expect((await team()).invites).toMatchObject([
      { email, deskRole: 'accountant', invitedBy: expect.any(String) },
    ])
    const token = await mailedToken(email)
    expect((await takeUp(token, 'somebody.else@team.test')).status).toBe(409)
    const { browser, status } = await takeUp(token, email)
    expect(status).toBe(200)
    expect((await browser.session()).person).toMatchObject({ role: 'admin', deskRole: 'accountant', email })
    expect((await browser.post('/api/desk/payouts', {})).status).toBe(200)
    expect((await browser.post('/api/desk/team', {})).status).toBe(403)
    expect((await takeUp(token, email)).status).toBe(410)
    expect(await memberOf(email)).toMatchObject({ deskRole: 'accountant', hasFactor: true, removedAt: null })
    expect((await team()).invites).toEqual([])
    const acts = await world.database.sql<{ act: string }[]>`select act from audit order by id desc limit 2`
    expect(acts.map(({ act }) => act)).toEqual(['team.accept', 'team.invite'])
    expect(
      await world.database.sql`select from team_invite where email <> '' or token_hash is not null`,
    ).toEqual([])
  })

  test('the link is over when it is withdrawn, replaced, or a week old', async () => {
    const [withdrawn, replaced, old] = [newAddress(), newAddress(), newAddress()]
    for (const email of [withdrawn, replaced, old]) await invite(email, 'screener')
    const tokens = [await mailedToken(withdrawn), await mailedToken(replaced), await mailedToken(old)]
    const { invites } = await team()
    const inviteId = invites.find(({ email }) => email === withdrawn)?.id ?? ''
    expect((await owner.push('team.withdraw', { inviteId })).state).toBe('settled')
    expect(await owner.push('team.withdraw', { inviteId })).toMatchObject(refused('already-decided'))
    expect((await takeUp(tokens[0] ?? '', withdrawn)).status).toBe(410)
    await invite(replaced, 'support')
    expect((await takeUp(tokens[1] ?? '', replaced)).status).toBe(410)
    expect((await takeUp(await mailedToken(replaced), replaced)).status).toBe(200)
    expect(await memberOf(replaced)).toMatchObject({ deskRole: 'support' })
    await world.advance(7 * DAY_MS + 1)
    expect((await takeUp(tokens[2] ?? '', old)).status).toBe(410)
  })

  test('an address with an account is refused, also one that gets one before the link is opened', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    expect(await invite(fan.email, 'screener')).toMatchObject(refused('address-taken'))
    expect(await invite(founder.email, 'screener')).toMatchObject(refused('address-taken'))
    const username = `late${nth++}`
    await invite(`${username}@t.test`, 'owner')
    const token = await mailedToken(`${username}@t.test`)
    const late = await world.makePerson({ role: 'basic', username })
    expect((await takeUp(token, late.email)).status).toBe(409)
    expect((await signedIn(world, late).then((browser) => browser.session())).person?.role).toBe('basic')
  })

  test('two who open the same link at once: one of them is of the team', async () => {
    const email = newAddress()
    await invite(email, 'support')
    const token = await mailedToken(email)
    const taken = await Promise.all([takeUp(token, email), takeUp(token, email)])
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await team()).members.filter((member) => member.email === email)).toHaveLength(1)
  })
})

describe('somebody is taken off the team', () => {
  test('is signed out at once and cannot sign in; invited again they come back with a new second factor', async () => {
    const email = newAddress()
    await invite(email, 'support')
    const { browser } = await takeUp(await mailedToken(email), email)
    const { id: personId = '' } = (await memberOf(email)) ?? {}
    expect((await owner.push('team.remove', { personId })).state).toBe('settled')
    expect(await owner.push('team.remove', { personId })).toMatchObject(refused('not-found'))
    expect((await browser.post('/api/desk/questions', {})).status).toBe(401)
    const signIn = await world.browser().post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(signIn.status).toBe(403)
    expect(await memberOf(email)).toMatchObject({ removedAt: expect.any(Number) })
    await invite(email, 'screener')
    const back = await takeUp(await mailedToken(email), email, 'another one of fifteen')
    expect(back.status).toBe(200)
    expect(await memberOf(email)).toMatchObject({ id: personId, deskRole: 'screener', removedAt: null })
    const old = await world.browser().post('/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(old.status).toBe(401)
  })

  test.each(['removed', 'made support'] as const)(
    'whoever is %s, and is no owner now, has no invitation left open',
    async (how) => {
      const second = await world.makePerson({ role: 'admin' })
      const [theirs, ours] = [newAddress(), newAddress()]
      await invite(theirs, 'owner', await signedIn(world, second))
      await invite(ours, 'support')
      const [token, other] = [await mailedToken(theirs), await mailedToken(ours)]
      const { state } =
        how === 'removed'
          ? await owner.push('team.remove', { personId: second.id })
          : await owner.push('team.set-role', { personId: second.id, deskRole: 'support' })
      expect(state).toBe('settled')
      expect((await team()).invites.filter(({ email }) => [theirs, ours].includes(email))).toMatchObject([
        { email: ours },
      ])
      expect((await takeUp(token, theirs)).status).toBe(410)
      expect((await takeUp(other, ours)).status).toBe(200)
      const acts = await world.database.sql<{ by: string }[]>`
        select a.admin_id as by from audit a join team_invite i on i.id::text = a.subject::text
        where a.act = 'team.withdraw' and i.invited_by = ${second.id}`
      expect(acts).toEqual([{ by: founder.id }])
    },
  )

  test('the last owner stays one, also where two owners remove each other at once', async () => {
    expect(await owner.push('team.remove', { personId: founder.id })).toMatchObject(refused('last-owner'))
    const alone = { personId: founder.id, deskRole: 'support' } as const
    expect(await owner.push('team.set-role', alone)).toMatchObject(refused('last-owner'))
    const second = await world.makePerson({ role: 'admin' })
    const other = await signedIn(world, second)
    const outcomes = await Promise.all(
      [
        owner.push('team.set-role', { personId: second.id, deskRole: 'support' }),
        other.push('team.set-role', { personId: founder.id, deskRole: 'support' }),
        // The slower caller's session has ended before their request.
      ].map((pushed) => pushed.catch(() => ({ state: 'signed out' }))),
    )
    expect(outcomes.filter(({ state }) => state === 'settled')).toHaveLength(1)
    const owners = await world.database.sql`
      select from person where role = 'admin' and desk_role = 'owner' and closed_at is null`
    expect(owners).toHaveLength(1)
    await world.database.sql`update person set desk_role = 'owner' where id = ${founder.id}`
    await world.database.sql`update person set desk_role = 'support' where id = ${second.id}`
  })

  test('whoever stops being an owner while they withdraw an invitation withdraws nothing', async () => {
    const second = await world.makePerson({ role: 'admin' })
    const other = await signedIn(world, second)
    const inviteId = crypto.randomUUID()
    await owner.push('team.invite', { inviteId, email: newAddress(), deskRole: 'support' })
    const { sql } = world.database
    const isWaiting = async () =>
      (
        await sql`
          select from pg_locks join pg_database d on d.oid = database
          where d.datname = current_database() and locktype = 'advisory' and not granted`
      ).length > 0
    const [withdrawn] = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('team', 0))`
      const asked = other.push('team.withdraw', { inviteId })
      await expect.poll(isWaiting).toBe(true)
      await tx`update person set desk_role = 'support' where id = ${second.id}`
      return [asked] as const
    })
    expect(await withdrawn).toMatchObject(refused('not-allowed'))
    expect(await owner.push('team.withdraw', { inviteId })).toMatchObject({ state: 'settled' })
  })

  test('a stolen session is asked for the second factor before it changes the team', async () => {
    const email = newAddress()
    await invite(email, 'owner')
    const { browser } = await takeUp(await mailedToken(email), email)
    await world.advance(11 * 60_000)
    expect(await invite(newAddress(), 'owner', browser)).toMatchObject(refused('step-up-wanted'))
    const { id: personId = '' } = (await memberOf(email)) ?? {}
    expect((await owner.push('team.remove', { personId })).state).toBe('settled')
  })
})

describe('an owner who lost the way in', () => {
  const recover = (email: string, token = crypto.randomUUID().padEnd(43, 'A')) =>
    offerRecovery(world.database.sql, { id: crypto.randomUUID(), email, token }).then((offered) => ({
      ...offered,
      token,
    }))

  test('gets a new password and a new second factor by the link of the command, for an hour', async () => {
    const email = newAddress()
    await invite(email, 'owner')
    const { browser } = await takeUp(await mailedToken(email), email)
    const late = await recover(email)
    await world.advance(3_600_001)
    expect((await takeUp(late.token, email)).status).toBe(410)
    const { token } = await recover(email)
    const back = await takeUp(token, email, 'a third one of fifteen')
    expect(back.status).toBe(200)
    expect((await back.browser.session()).person).toMatchObject({ deskRole: 'owner', email })
    expect((await browser.session()).person).toBeNull()
    await world.quiesce()
    const subjects = (await world.mails())
      .filter(({ recipient }) => recipient === email)
      .map(({ subject }) => subject)
    expect(subjects.join()).toMatch(/password/i)
    const [act] = await world.database.sql<{ act: string }[]>`select act from audit order by id desc limit 1`
    expect(act?.act).toBe('team.recover')
  })

  test('closes what whoever was in the account had opened and asked for', async () => {
    const email = newAddress()
    await invite(email, 'owner')
    const { browser } = await takeUp(await mailedToken(email), email)
    const mine = await browser.post<{ token: string }>(CALLS.openMine, { password: PASSWORD })
    const wanted = { email: `thief.${email}`, password: PASSWORD }
    expect([mine.status, (await browser.post(CALLS.changeEmail, wanted)).status]).toEqual([200, 200])
    const accomplice = newAddress()
    await invite(accomplice, 'owner', browser)
    const door = await mailedToken(accomplice)
    expect((await takeUp((await recover(email)).token, email, 'a third one of fifteen')).status).toBe(200)
    expect(await world.database.sql`select from mine_link where email = ${email}`).toHaveLength(0)
    expect(await world.database.sql`select from email_change where email = ${wanted.email}`).toHaveLength(0)
    expect((await takeUp(door, accomplice)).status).toBe(410)
  })

  test('where nobody is left an address without an account becomes one; a fan’s does not', async () => {
    const email = newAddress()
    const { token } = await recover(email)
    expect((await takeUp(token, email)).status).toBe(200)
    expect(await memberOf(email)).toMatchObject({ deskRole: 'owner', hasFactor: true })
    const fan = await world.makePerson({ role: 'basic' })
    expect(await recover(fan.email)).toMatchObject({ ok: false, refusal: { code: 'address-taken' } })
  })
})
