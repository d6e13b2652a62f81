import { afterEach, expect, test, vi } from 'vitest'
import { sendsWhenClosed, sendUnlessSeen } from './send-unless-seen.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = (visibilityState: string) => ({ visibilityState })
const { signal } = new AbortController()

test('hidden pages, which may be frozen, are not waited for', async () => {
  const send = vi.fn(async () => true)
  await sendUnlessSeen({ pages: async () => [page('hidden'), page('hidden')], send }, signal)
  expect(send).toHaveBeenCalledOnce()
})

test('a page that is looked at sends, and the browser is asked to try again', async () => {
  vi.useFakeTimers()
  const send = vi.fn(async () => true)
  const ended = sendUnlessSeen({ pages: async () => [page('visible')], send }, signal).catch(String)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(await ended).toContain('a page is open')
  expect(send).not.toHaveBeenCalled()
})

test('a page that closes meanwhile leaves the rest to the worker, which is tried again while something is left', async () => {
  vi.useFakeTimers()
  const open = [page('visible')]
  const send = vi.fn(async () => false)
  const ended = sendUnlessSeen({ pages: async () => open, send }, signal).catch(String)
  await vi.advanceTimersByTimeAsync(10_000)
  open.pop()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await ended).toContain('there is more to send')
  expect(send).toHaveBeenCalledOnce()
})

test('a browser that wants the worker to end while it waits has nothing sent, though the page is closed', async () => {
  vi.useFakeTimers()
  const open = [page('visible')]
  const send = vi.fn(async () => true)
  const patience = new AbortController()
  const ended = sendUnlessSeen({ pages: async () => open, send }, patience.signal).catch(String)
  await vi.advanceTimersByTimeAsync(1_000)
  open.pop()
  patience.abort()
  expect(await ended).toContain('AbortError')
  expect(send).not.toHaveBeenCalled()
})

test('a browser is said to send when closed only if it knows background sync', () => {
  expect(sendsWhenClosed()).toBe(false)
  vi.stubGlobal('ServiceWorkerRegistration', class {})
  expect(sendsWhenClosed()).toBe(false)
  Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: {} })
  expect(sendsWhenClosed()).toBe(true)
})
