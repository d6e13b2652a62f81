import 'fake-indexeddb/auto'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionAnswer } from '../../sync/calls.ts'
import { newId } from './new-id.ts'

/** Makes people with new ids for each test, because a device does not forget accounts by itself. */
function meetPeople() {
  return {
    ada: {
      id: newId(),
      role: 'creator',
      deskRole: null,
      firstName: 'Ada',
      lastName: 'Lovelace',
      username: 'ada',
      email: 'ada@x.test',
      birthDate: null,
      countryCode: null,
      city: null,
      keptAt: null,
    },
    bob: {
      id: newId(),
      role: 'basic',
      deskRole: null,
      firstName: 'Bob',
      lastName: 'B',
      username: null,
      email: 'bob@x.test',
      birthDate: null,
      countryCode: null,
      city: null,
      keptAt: null,
    },
  } as const
}
let { ada, bob } = meetPeople()
type Person = SessionAnswer['person']

function openServer() {
  const server = {
    person: null as Person,
    guest: false,
    /** The server's clock minus the device's. */
    skewMs: 5_000,
    asked: [] as string[],
    up: true,
    hasErrors: false,
    /** When set, delays the next answer about the session; its content is taken before the delay. */
    slow: null as Promise<void> | null,
  }
  const app = new Hono()
  app.get('/api/session', async (c) => {
    if (server.hasErrors) return c.text('no', 500)
    const { person, guest, skewMs, slow } = server
    server.slow = null
    await slow
    return c.json({
      person,
      guest,
      csrf: null,
      payments: { mode: 'stand-in' },
      vapidPublicKey: 'key',
      supportEmail: 'help@x.test',
      canConvert: false,
      now: Date.now() + skewMs,
      epoch: 'e',
      protocol: 1,
    } satisfies SessionAnswer)
  })
  app.post('/api/auth/sign-in/email', async (c) => {
    const { email } = (await c.req.json()) as { email: string }
    const person = [ada, bob].find((known) => known.email === email)
    if (!person) return c.json({ refusal: { code: 'wrong-sign-in' } }, 401)
    server.person = person
    return c.json({ ok: true })
  })
  app.post('/api/auth/sign-out', (c) => {
    server.person = null
    return c.json({ ok: true })
  })
  return { app, server }
}

/** Makes a device, whose storage outlives its pages, with a server of its own. */
function enterDevice() {
  const kept = new Map<string, string>()
  const { app, server } = openServer()
  vi.stubGlobal('window', new EventTarget())
  const icon = { shows: 0 }
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: navigator.locks,
    setAppBadge: async (count: number) => {
      icon.shows = count
    },
    clearAppBadge: async () => {
      icon.shows = 0
    },
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!server.up) throw new TypeError('Failed to fetch')
    server.asked.push(url)
    return app.request(url, init)
  })
  return { server, kept, icon }
}

/** Opens a fresh page of the app, by loading the modules again. */
async function openPage() {
  vi.resetModules()
  const session = await import('./session.ts')
  const { signIn } = await import('./sign-in.ts')
  const { deviceExists, openDevice } = await import('../db/device.ts')
  const { appendIntent } = await import('../store/outbox.ts')
  const { unsentWorkOf, leaveAccount, finishDeleting } = await import('../store/account/account-data.ts')
  const { signOut } = await import('../store/account/sign-out.ts')
  // The app sets this at its start.
  session.forgetFormerBy(leaveAccount)
  const unsentWork = () => unsentWorkOf(session.getSession().account)
  const ways = { openDevice, deviceExists, appendIntent, signOut, unsentWork, finishDeleting }
  return { ...session, signIn, ...ways }
}

const ask = () => ({ name: 'question.ask', args: { questionId: newId() } }) as const
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

let device = enterDevice()

beforeEach(() => {
  ;({ ada, bob } = meetPeople())
  device = enterDevice()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('who is using this device', () => {
  test('a visitor, then who signed in, with the clock and the facts of the server', async () => {
    const page = await openPage()
    expect(page.getSession()).toMatchObject({ state: 'visitor', account: 'guest', confirmed: false })
    expect(await page.signIn('nobody@x.test', 'x')).toEqual({ ok: false, refusal: { code: 'wrong-sign-in' } })
    const before = Date.now()
    await page.signIn(ada.email, 'secret')
    const after = Date.now()
    expect(page.getSession()).toMatchObject({
      state: 'signed-in',
      account: ada.id,
      person: { lastName: 'Lovelace' },
      confirmed: true,
      vapidPublicKey: 'key',
    })
    // The estimate of the server's clock can be wrong by as much time as the call took.
    const [least, told, most] = [Date.now(), page.serverNow() - 5_000, Date.now()]
    expect(told).toBeGreaterThanOrEqual(least - (after - before))
    expect(told).toBeLessThanOrEqual(most + (after - before))
  })

  test('a page of a server on the payment stand-in knows it before anything was asked', async () => {
    const page = await openPage()
    page.startWithPayments('stand-in')
    expect(page.getSession().payments).toEqual({ mode: 'stand-in' })
    await page.refreshSession()
    expect((await openPage()).getSession().payments).toEqual({ mode: 'stand-in' })
  })

  test('the last account is there offline, and what is private about it is not in plain storage', async () => {
    await (await openPage()).signIn(ada.email, 'secret')
    device.server.up = false
    const page = await openPage()
    expect(page.getSession()).toMatchObject({ state: 'signed-in', account: ada.id, confirmed: false })
    expect(await page.refreshSession()).toMatchObject({ offline: true })
    expect(page.getSession()).toMatchObject({ state: 'signed-in', account: ada.id })
    expect([...device.kept.values()].join()).not.toMatch(/Lovelace|ada@x\.test/)
  })

  test('a member of the team has their own role from the start of a page, offline too', async () => {
    device.server.person = { ...ada, role: 'admin', deskRole: 'accountant' }
    await (await openPage()).refreshSession()
    device.server.up = false
    expect((await openPage()).getSession().person).toMatchObject({ role: 'admin', deskRole: 'accountant' })
  })

  test('S2-4.24 a server with an error changes nothing: who was signed in stays, and whoever waits is told', async () => {
    const { server } = device
    const { signIn, refreshSession, getSession } = await openPage()
    await signIn(ada.email, 'x')
    const before = getSession()
    server.hasErrors = true
    const failed = { ok: false, offline: true, reason: 'server', status: 500 }
    expect(await refreshSession()).toMatchObject(failed)
    expect(getSession()).toEqual(before)
    expect(await signIn(bob.email, 'x'), 'the loader stops with an answer').toMatchObject(failed)
    server.hasErrors = false
    expect((await refreshSession()).ok).toBe(true)
    expect(getSession().person?.id).toBe(bob.id)
  })

  test('only the server ends a session, and that wipes nothing', async () => {
    const page = await openPage()
    await page.signIn(ada.email, 'secret')
    await page.appendIntent(page.openDevice(ada.id), ask())
    device.server.person = null
    await page.refreshSession()
    expect(page.getSession()).toMatchObject({ state: 'ended', account: ada.id, person: { firstName: 'Ada' } })
    expect(await page.unsentWork()).toEqual({ intents: 1, videos: 0, edits: 0 })
    expect((await openPage()).getSession().state).toBe('ended')
  })
})

describe('another tab of this browser', () => {
  /** Tells the page that another one has stored the session, as the browser does. */
  const tellStored = () =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'infield.session' }))

  /** Opens a page that listens to the others and has asked the server. */
  async function openAsked() {
    const page = await openPage()
    page.watchSession(() => {})
    await page.refreshSession()
    return page
  }

  test('takes nothing from this one: what only the server tells of the person stays', async () => {
    device.server.person = { ...ada, role: 'admin', deskRole: 'screener' }
    const page = await openAsked()
    device.server.person = { ...device.server.person, firstName: 'Augusta', deskRole: 'support' }
    await openAsked()
    tellStored()
    await expect.poll(() => page.getSession().person?.firstName).toBe('Augusta')
    expect(page.getSession()).toMatchObject({
      state: 'signed-in',
      confirmed: true,
      person: { deskRole: 'support', lastName: 'Lovelace', email: ada.email },
    })
    device.server.person = null
    await (await openPage()).refreshSession()
    tellStored()
    await expect.poll(() => page.getSession().state).toBe('ended')
    expect(page.getSession().person?.email).toBe(ada.email)
  })

  test('leaves a guest a guest', async () => {
    device.server.guest = true
    const page = await openAsked()
    const { skewMs } = page.getSession()
    device.server.skewMs = 9_000_000
    await openAsked()
    tellStored()
    await expect.poll(() => page.getSession().skewMs).not.toBe(skewMs)
    expect(page.getSession()).toMatchObject({ state: 'guest', confirmed: true })
  })

  test('where somebody else signs in makes this one ask who that is', async () => {
    const page = await openAsked()
    await (await openPage()).signIn(bob.email, 'x')
    tellStored()
    await expect
      .poll(() => page.getSession())
      .toMatchObject({ account: bob.id, confirmed: true, person: { lastName: 'B' } })
  })
})

describe('what a former account left here because its deletion failed', () => {
  /** Signs Ada in and then Bob, on a page that cannot delete what Ada leaves. */
  async function leaveAda() {
    const page = await openPage()
    page.forgetFormerBy(async () => {
      throw new TypeError('Failed to fetch')
    })
    await page.signIn(ada.email, 'secret')
    await page.openDevice(ada.id).settings.put({ key: 'private', value: 'Ada' })
    await page.signIn(bob.email, 'secret')
    expect(page.getSession().account).toBe(bob.id)
    return page
  }

  test('goes at the next start', async () => {
    await leaveAda()
    const next = await openPage()
    await next.finishDeleting()
    expect(await next.deviceExists(ada.id)).toBe(false)
    expect([...device.kept.values()].join()).not.toContain(ada.id)
  })

  test('stays where its owner has signed in again', async () => {
    const page = await leaveAda()
    await page.signIn(ada.email, 'secret')
    const next = await openPage()
    await next.finishDeleting()
    expect(await next.openDevice(ada.id).settings.get('private')).toMatchObject({ value: 'Ada' })
    // Bob's data is what leaves by now, and nothing of it was here.
    expect([...device.kept.values()].join()).not.toContain(bob.id)
  })
})

describe('signing out', () => {
  test('with unsent work does nothing and says what there is, unless told to discard it', async () => {
    const page = await openPage()
    await page.signIn(ada.email, 'secret')
    await page.appendIntent(page.openDevice(ada.id), ask())
    expect(await page.signOut()).toEqual({ signedOut: false, unsent: { intents: 1, videos: 0, edits: 0 } })
    expect(page.getSession().state).toBe('signed-in')
    expect(await page.signOut({ discardUnsent: true })).toEqual({ signedOut: true })
    expect(page.getSession()).toMatchObject({ state: 'visitor', account: 'guest', person: null })
    expect(device.server.person).toBeNull()
  })

  test('what was typed into the profile and not saved counts as well; an editor that was only opened does not', async () => {
    const page = await openPage()
    await page.signIn(ada.email, 'secret')
    const { settings } = page.openDevice(ada.id)
    await settings.put({ key: 'profile-edit', value: { isChanged: false } })
    expect(await page.unsentWork()).toEqual({ intents: 0, videos: 0, edits: 0 })
    await settings.put({ key: 'profile-edit', value: { isChanged: true } })
    expect(await page.signOut()).toEqual({
      signedOut: false,
      unsent: { intents: 0, videos: 0, edits: 1 },
    })
  })

  test('leaves no trace of the account, keeps what a guest began, and lets holders go first', async () => {
    const page = await openPage()
    const guest = page.openDevice('guest')
    await guest.settings.put({ key: 'kept', value: true })
    await page.signIn(ada.email, 'secret')
    await page.openDevice(ada.id).settings.put({ key: 'private', value: 'Ada' })
    const before = await databases()
    device.icon.shows = 3
    const left = vi.fn(async () => {})
    page.onAccountLeft(left)
    await page.signOut()
    expect(left).toHaveBeenCalledWith(ada.id)
    expect(before.length - (await databases()).length).toBe(1)
    expect(await databases()).toContain('device-guest')
    expect([...device.kept.values()].join()).not.toMatch(/Ada/)
    expect(device.icon.shows).toBe(0)
  })

  test('is not undone by an answer about the session that was under way before', async () => {
    const { server } = device
    const page = await openPage()
    await page.signIn(ada.email, 'x')
    const { promise, resolve } = Promise.withResolvers<void>()
    server.slow = promise
    const asked = page.refreshSession()
    await expect.poll(() => server.slow === null).toBe(true)
    await page.signOut()
    resolve()
    expect((await asked).ok).toBe(true)
    expect(page.getSession()).toMatchObject({ state: 'visitor', person: null, account: 'guest' })
  })

  test('offline ends the session with the first request, before the next page asks who is signed in', async () => {
    const page = await openPage()
    await page.signIn(ada.email, 'secret')
    device.server.up = false
    expect(await page.signOut()).toEqual({ signedOut: true })
    expect(device.server.person).not.toBeNull()
    device.server.up = true
    device.server.asked = []
    const next = await openPage()
    await next.refreshSession()
    expect(device.server.asked.indexOf('/api/auth/sign-out')).toBeLessThan(
      device.server.asked.lastIndexOf('/api/session'),
    )
    expect(next.getSession().state).toBe('visitor')
  })

  test('another account on the device takes nothing over; what the former did not send stays, unread', async () => {
    const page = await openPage()
    await page.signIn(ada.email, 'secret')
    await page.appendIntent(page.openDevice(ada.id), ask())
    const left = vi.fn(async () => {})
    page.onAccountLeft(left)
    device.icon.shows = 3
    await page.signIn(bob.email, 'secret')
    expect(page.getSession().account).toBe(bob.id)
    await vi.waitFor(() => expect(left).toHaveBeenCalledWith(ada.id), 30_000)
    await vi.waitFor(() => expect(device.icon.shows).toBe(0), 30_000)
    expect(await page.unsentWork()).toEqual({ intents: 0, videos: 0, edits: 0 })
    await page.signIn(ada.email, 'secret')
    expect(await page.unsentWork()).toEqual({ intents: 1, videos: 0, edits: 0 })
  })
})
