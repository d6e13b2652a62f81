import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canReachServer, isOnline, reportReached, watchConnection } from './connection.ts'

const line = { up: true, asked: 0 }
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', new EventTarget())
  Object.assign(line, { up: true, asked: 0 })
  vi.stubGlobal('fetch', async () => {
    line.asked += 1
    if (!line.up) throw new TypeError('Failed to fetch')
    return Response.json({ ok: true })
  })
})

afterEach(() => {
  stop()
  stop = () => {}
  vi.stubGlobal('navigator', { onLine: true })
  reportReached(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Watches the connection as a page does from its start. Returns what the page is told. */
function start({ onLine }: { onLine: boolean }): boolean[] {
  vi.stubGlobal('navigator', { onLine })
  const told: boolean[] = []
  stop = watchConnection((online) => told.push(online))
  return told
}

function report(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine })
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}

test('at a start without a network by the browser, the server is asked once, and its answer counts for more', async () => {
  const told = start({ onLine: false })
  expect(isOnline()).toBe(false)
  await vi.waitFor(() => expect(told).toEqual([true]))
  expect(isOnline()).toBe(true)
  reportReached(true)
  expect(line.asked).toBe(1)
})

test('a start without any network stays offline, and does not ask on and on', async () => {
  line.up = false
  const told = start({ onLine: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect([isOnline(), line.asked, told]).toEqual([false, 1, []])
})

test('an answered call has the server asked again, and a failed one or the next report ends the belief', async () => {
  line.up = false
  start({ onLine: false })
  await vi.advanceTimersByTimeAsync(1_000)
  line.up = true
  reportReached(true)
  await vi.waitFor(() => expect(isOnline()).toBe(true))
  line.up = false
  reportReached(false)
  expect(isOnline()).toBe(false)
  line.up = true
  await vi.advanceTimersByTimeAsync(3_000)
  await vi.waitFor(() => expect(isOnline()).toBe(true))
  line.up = false
  report(true)
  expect(isOnline()).toBe(true)
  report(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOnline()).toBe(false)
})

test('the answer to a call that left before the network went is no proof of a network', async () => {
  start({ onLine: true })
  line.up = false
  report(false)
  reportReached(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isOnline()).toBe(false)
  expect(await canReachServer()).toBe(false)
})

test('a VPN that makes the browser report no network does not take the page offline for longer than one answer', async () => {
  const told = start({ onLine: true })
  report(false)
  await vi.waitFor(() => expect(told).toEqual([false, true]))
  expect(await canReachServer()).toBe(true)
})
