import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadUntilThere } from './load-until-there.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('code that could not be loaded is asked for again until it is there', async () => {
  const load = vi.fn(async () => 'code')
  for (let time = 0; time < 3; time += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const loaded = loadUntilThere(load)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(await loaded).toBe('code')
})
