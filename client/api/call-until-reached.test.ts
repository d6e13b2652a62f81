import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callUntilReached } from './call-until-reached.ts'
import { networkError } from './network-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LONG_MS = 600_000
const failed = (status: number, headers = {}) =>
  networkError('server', new Response(null, { status, headers }))

test('what an error of the server keeps from being read is asked for again until it is there', async () => {
  const send = vi.fn(async () => ({ ok: true as const, value: 'read' }))
  send.mockResolvedValueOnce(failed(503, { 'retry-after': '60' }) as never)
  const heard = vi.fn()
  callUntilReached(send, heard)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(send).toHaveBeenCalledTimes(2)
  expect(heard.mock.calls.map(([{ ok }]) => ok)).toEqual([false, true])
})

test('a refusal is not asked about again, and neither is anything once it is stopped', async () => {
  const heard = vi.fn()
  const refused = vi.fn(async () => ({ ok: false as const, refusal: { code: 'not-found' as const } }))
  callUntilReached(refused, heard)
  const limited = vi.fn(async () => failed(429))
  callUntilReached(limited, heard)
  const down = vi.fn(async () => failed(502))
  const stop = callUntilReached(down, heard)
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(LONG_MS)
  for (const send of [refused, limited, down]) expect(send).toHaveBeenCalledTimes(1)
  expect(heard).toHaveBeenCalledTimes(3)
})
