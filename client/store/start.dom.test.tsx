import { beforeEach, expect, test, vi } from 'vitest'
import { serverNow } from '../api/session.ts'
import { pass, stopTimers } from '../testing/clock.ts'
import { openScreen, settled } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, goOffline, goOnline } from '../testing/server.ts'
import { startBackground } from './start.ts'

const { ensureWork } = vi.hoisted(() => ({ ensureWork: vi.fn() }))
vi.mock('./sending/sync-runner.ts', () => ({ ensureWork }))

const AGAIN_MS = 5_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
beforeEach(() => void ensureWork.mockReset())

test('BR-2 what sends is started again where a part of it could not be loaded, on a network that never went', async () => {
  answer('session', sessionOf('basic'))
  await openScreen('/about')
  stopTimers(1_000)
  ensureWork.mockImplementation(() => {
    throw new TypeError('Failed to fetch')
  })
  startBackground()
  await expect.poll(() => ensureWork.mock.calls.length).toBeGreaterThan(0)
  await settled()
  const tries = ensureWork.mock.calls.length
  pass(AGAIN_MS)
  await expect.poll(() => ensureWork.mock.calls.length).toBe(tries + 1)
})

test('the server is asked again who is signed in until it has said so', async () => {
  let isUp = true
  const asked = answer('session', () => (isUp ? sessionOf('basic') : new Response('', { status: 503 })))
  await openScreen('/about')
  const before = asked.length
  isUp = false
  stopTimers(1_000)
  startBackground()
  await expect.poll(() => asked.length).toBe(before + 1)
  await settled()
  isUp = true
  pass(2_000)
  await expect.poll(() => asked.length).toBe(before + 2)
  await settled()
  pass(60_000)
  await settled()
  expect(asked.length).toBe(before + 2)
})

test('a filter that refuses the call is not asked again with every sign of life of the server', async () => {
  let isFiltered = false
  const asked = answer('session', () => (isFiltered ? new Response('', { status: 403 }) : sessionOf('basic')))
  await openScreen('/about')
  const before = asked.length
  isFiltered = true
  stopTimers(1_000)
  startBackground()
  await expect.poll(() => asked.length).toBe(before + 1)
  for (let second = 0; second < 20; second += 1) {
    await settled()
    pass(1_000)
  }
  expect(asked.length).toBe(before + 1)
})

test('T1 after this device’s clock was set the server is asked for the time again, also by a page that stays open', async () => {
  const now = Date.now
  const setClock = (by: number) => vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + by)
  const session = sessionOf('basic')
  const asked = answer('session', () => ({ ...session, now: now.call(Date) }))
  await openScreen('/about')
  startBackground()
  await expect.poll(() => asked.length).toBe(2)
  await settled()
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(asked.length, 'the clock was not set').toBe(2)
  setClock(9 * HOUR_MS)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => Math.abs(serverNow() - now.call(Date))).toBeLessThan(MINUTE_MS)
  // On a plane nothing is asked; the network's return is reason enough.
  goOffline()
  setClock(-HOUR_MS)
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(Math.abs(serverNow() - now.call(Date))).toBeGreaterThan(9 * HOUR_MS)
  goOnline()
  await expect.poll(() => Math.abs(serverNow() - now.call(Date))).toBeLessThan(MINUTE_MS)
})
