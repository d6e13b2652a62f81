import { afterEach, expect, test, vi } from 'vitest'
import { pause } from './pause.ts'

afterEach(() => vi.useRealTimers())

test('a pause ends after its time, at once when its signal aborts, and leaves neither timer nor listener', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const removed = vi.spyOn(controller.signal, 'removeEventListener')
  const waited = pause(1_000, controller.signal)
  await vi.advanceTimersByTimeAsync(1_000)
  await waited
  expect(removed).toHaveBeenCalledOnce()
  const cut = pause(1_000, controller.signal)
  controller.abort()
  await cut
  await pause(1_000, controller.signal)
  expect(vi.getTimerCount()).toBe(0)
})
