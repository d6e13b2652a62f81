import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import { type Actors, asked, screen, signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { openTaps } from '../../testing/rights/taps.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

const taps = openTaps()
let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld(taps)
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

const safety = async (browser: Browser) => (await browser.get<SafetyAnswer>('/api/account/safety')).body
const idOf = async (browser: Browser) =>
  (await safety(browser)).sessions.find(({ isThis }) => isThis)?.id ?? ''
const end = (browser: Browser, ids: string[], password?: string) =>
  browser.post<{ refusal?: object }>('/api/account/end-sessions', { ids, password })
const isSignedIn = async (browser: Browser) => (await browser.session()).person !== null

async function signInAs(person: Person, userAgent: string): Promise<Browser> {
  const browser = world.browser()
  const { email, password } = person
  const headers = { 'user-agent': userAgent }
  await browser.request('/api/auth/sign-in/email', { method: 'POST', body: { email, password }, headers })
  return browser
}

describe('the devices of an account', () => {
  test('are listed coarsely with their last use, this one marked and first, and nobody else’s', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const phone = await signInAs(
      person,
      'Mozilla/5.0 (Linux; Android 10; K) Chrome/139.0.0.0 Mobile Safari/537.36',
    )
    await world.advance(3 * HOUR_MS)
    const laptop = await signInAs(person, 'Mozilla/5.0 (Macintosh) Firefox/141.0')
    await signedIn(world, actors.admin)
    expect((await safety(phone)).sessions.map(({ device, isThis }) => [device, isThis])).toEqual([
      ['Chrome on Android', true],
      ['Firefox on Mac', false],
    ])
    const [own, other] = (await safety(laptop)).sessions
    expect(own).toMatchObject({ device: 'Firefox on Mac', isThis: true })
    // The phone was used just now, by the call above.
    expect((other?.lastUsedAt ?? 0) - (other?.signedInAt ?? 0)).toBeGreaterThanOrEqual(3 * HOUR_MS - 1_000)
  })

  test('one or all others are signed out at once, streams too; strangers’ are not there', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const [here, one, two] = await Promise.all([1, 2, 3].map(() => signedIn(world, person)))
    if (!here || !one || !two) throw new Error('three browsers were not opened')
    const stranger = await signedIn(world, actors.admin)
    const stream = (await two.request('/sync/stream?protocol=1')).body?.getReader()
    expect((await end(here, [await idOf(stranger)], person.password)).status).toBe(404)
    expect((await end(here, [randomUUID()], person.password)).status).toBe(404)
    expect(await isSignedIn(stranger)).toBe(true)
    expect((await end(here, [await idOf(one)], person.password)).status).toBe(200)
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
    const others = (await safety(here)).sessions.filter(({ isThis }) => !isThis).map(({ id }) => id)
    expect((await end(here, others, person.password)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(two)]).toEqual([true, false])
    expect(await readToEnd(stream)).toContain('"reason":"signed-out"')
  })
})

test('ASVS 7.5.2 whoever finds a device open signs nobody out: it takes the password where there is no second factor', async () => {
  const person = await world.makePerson({ role: 'basic' })
  const [found, owners] = [await signedIn(world, person), await signedIn(world, person)]
  const id = await idOf(owners)
  for (const guessed of [undefined, 'not the password'])
    expect((await end(found, [id], guessed)).body.refusal).toEqual({ code: 'wrong-current-password' })
  expect(await isSignedIn(owners)).toBe(true)
  expect((await end(found, [id], person.password)).status).toBe(200)
  expect(await isSignedIn(owners)).toBe(false)
})

async function readToEnd(stream: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string> {
  let text = ''
  for (;;) {
    const { value, done } = (await stream?.read()) ?? { value: undefined, done: true }
    if (done) return text
    text += Buffer.from(value).toString()
  }
}

describe('where a device is reached', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  let made = 0
  async function subscribe(browser: Browser): Promise<string> {
    made += 1
    const endpoint = `https://fcm.googleapis.com/fcm/send/session${made}`
    expect((await browser.post('/api/push-subscription', { endpoint, keys })).status).toBe(200)
    return endpoint
  }
  const isReached = async (endpoint: string) =>
    (await world.database.sql`select from push_subscription where endpoint = ${endpoint}`).length > 0

  test('ends with the session that said so: signed out here, from elsewhere, or by a new password', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const [here, out, thrown] = await Promise.all([1, 2, 3].map(() => signedIn(world, person)))
    if (!here || !out || !thrown) throw new Error('three browsers were not opened')
    const endpoints = [await subscribe(here), await subscribe(out), await subscribe(thrown)]
    expect(await Promise.all(endpoints.map(isReached))).toEqual([true, true, true])
    await out.post('/api/auth/sign-out', {})
    await end(here, [await idOf(thrown)], person.password)
    expect(await Promise.all(endpoints.map(isReached))).toEqual([true, false, false])
    const elsewhere = world.browser()
    const { email, password } = person
    const change = { email, currentPassword: password, newPassword: 'quite another password' }
    expect((await elsewhere.post('/api/account/change-password', change)).status).toBe(200)
    expect(await isReached(endpoints[0] ?? '')).toBe(false)
    // This case is last, because it advances the clock: a session that has expired gets no push messages, even
    // before a sweep.
    const athlete = await signedIn(world, actors.athlete)
    await subscribe(athlete)
    await world.advance(15 * DAY_MS)
    const pushes = () => taps.exits.filter(({ where }) => where === 'a push')
    await screen(actors, (await asked(actors)).questionId)
    expect(pushes()).toEqual([])
    await subscribe(await signedIn(world, actors.athlete))
    await screen(actors, (await asked(actors)).questionId)
    expect(pushes()).toHaveLength(1)
  })
})
