import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import { CALLS } from '../../sync/paths.ts'
import { createApp } from '../app/app.ts'
import { signedIn } from '../testing/actors.ts'
import { openAuthenticator } from '../testing/authenticator.ts'
import { type Browser, openBrowser } from '../testing/browser.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

test('ASVS 7.4.5 the team signs somebody out everywhere: devices, mailed links, and nobody else', async () => {
  const [person, other] = [
    await world.makePerson({ role: 'basic' }),
    await world.makePerson({ role: 'basic' }),
  ]
  const devices = [await signedIn(world, person), await signedIn(world, person)]
  const another = await signedIn(world, other)
  const desk = await signedIn(world, await world.makePerson({ role: 'admin' }))
  const opened = await devices[0]?.post<{ token: string }>('/api/account/open-mine', {
    password: person.password,
  })
  const end = (email: string) => desk.push('sessions.end', { endingId: randomUUID(), email })
  expect(await end(person.email.toUpperCase())).toMatchObject({ state: 'settled', value: { ended: 2 } })
  for (const device of devices) expect((await device.session()).person).toBeNull()
  expect((await another.session()).person?.id).toBe(other.id)
  expect((await world.browser().post('/api/account/mine', { token: opened?.body.token })).status).toBe(410)
  expect(await end('nobody@at-all.test')).toMatchObject({ refusal: { code: 'not-found' } })
  await world.quiesce()
  const mails = await world.mails()
  const told = mails.filter(({ recipient }) => recipient.includes(person.email)).map(({ subject }) => subject)
  expect(told).toContain('You were signed out everywhere')
  const [act] = await world.database.sql`select subject, detail from audit where act = 'sessions.end'`
  expect(act).toEqual({ subject: person.id, detail: { ended: 2 } })
})

test('a member of the team is signed out by an owner alone, and nobody is mailed twice for what was open once', async () => {
  const { sql } = world.database
  const [support, owner, target, screener, person] = await Promise.all(
    (['admin', 'admin', 'admin', 'admin', 'basic'] as const).map((role) => world.makePerson({ role })),
  )
  await sql`update person set desk_role = 'support' where id = ${support!.id}`
  await sql`update person set desk_role = 'screener' where id = ${screener!.id}`
  const [bySupport, byOwner] = [await signedIn(world, support!), await signedIn(world, owner!)]
  const end = (desk: Browser, { email }: Person) =>
    desk.push('sessions.end', { endingId: randomUUID(), email })
  for (const each of [target!, screener!]) {
    const device = await signedIn(world, each)
    expect(await end(bySupport, each)).toMatchObject({ refusal: { code: 'not-allowed' } })
    expect((await device.session()).person?.id).toBe(each.id)
    expect(await end(byOwner, each)).toMatchObject({ state: 'settled', value: { ended: 1 } })
    expect((await device.session()).person).toBeNull()
  }
  await signedIn(world, person!)
  expect(await end(bySupport, person!)).toMatchObject({ state: 'settled', value: { ended: 1 } })
  expect(await end(bySupport, person!)).toMatchObject({ state: 'settled', value: { ended: 0 } })
  await world.quiesce()
  const told = (await world.mails()).filter(
    ({ recipient, subject }) =>
      recipient.includes(person!.email) && subject === 'You were signed out everywhere',
  )
  expect(told).toHaveLength(1)
})

test('a change of address that was asked for before is withdrawn, by the team as by a new password', async () => {
  const desk = await signedIn(world, await world.makePerson({ role: 'admin' }))
  const newPassword = 'an altogether new one'
  for (const close of [
    ({ email }: Person) => desk.push('sessions.end', { endingId: randomUUID(), email }),
    ({ email, password }: Person) =>
      world.browser().post(CALLS.changePassword, { email, currentPassword: password, newPassword }),
  ]) {
    const person = await world.makePerson({ role: 'basic' })
    const [thief, email] = [await signedIn(world, person), `thief.${randomUUID().slice(0, 8)}@t.test`]
    await thief.post(CALLS.changeEmail, { email, password: person.password })
    await world.quiesce()
    const mails = await world.mails()
    const confirm = async (address: string) => {
      const text = mails.filter(({ recipient }) => recipient === address).map((mail) => mail.text)
      const token = /confirmemail#token=([\w-]{43})/.exec(text.join())?.[1]
      return world.browser().post(CALLS.confirmEmail, { token })
    }
    expect(await confirm(email)).toMatchObject({ body: { state: 'waiting' } })
    await close(person)
    expect(await confirm(person.email)).toMatchObject({ body: { refusal: { code: 'link-spent' } } })
  }
})

test('ASVS 7.3 sessions of the team end after twelve hours unused and after a day in all; those of others do not', async () => {
  const { context } = world
  const env = { ...context.env, mode: 'production' as const, smtpUrl: 'smtp://localhost' }
  const app = createApp({ ...context, env }, { hub: world.hub, site: null })
  const live = () => openBrowser((url, init) => app.request(url, init))
  const enter = async (role: 'admin' | 'basic') => {
    const person = await world.makePerson({ role })
    const [setUp, device] = [await signedIn(world, person), openAuthenticator()]
    const { password } = person
    const asked = await setUp.post<{ challenge: string; rpId: string }>('/api/account/begin-passkey', {
      password,
    })
    await setUp.post('/api/account/add-passkey', { ...device.make(asked.body), name: 'Key' })
    return async () => {
      const browser = live()
      const { body } = await browser.post<{ challenge: string; rpId: string }>(
        '/api/account/passkey-challenge',
        {},
      )
      await browser.post('/api/account/passkey-sign-in', { passkey: device.sign(body) })
      return async () => (await browser.session()).person !== null
    }
  }
  const [admin, fan] = [await enter('admin'), await enter('basic')]
  const unused = [await admin(), await fan()]
  await world.advance(12 * HOUR_MS + 60_000)
  expect(await Promise.all(unused.map((isIn) => isIn()))).toEqual([false, true])
  const used = [await admin(), await fan()]
  for (let hours = 0; hours < 24; hours += 8) {
    expect(await Promise.all(used.map((isIn) => isIn()))).toEqual([true, true])
    await world.advance(DAY_MS / 3 + 60_000)
  }
  expect(await Promise.all(used.map((isIn) => isIn()))).toEqual([false, true])
})
