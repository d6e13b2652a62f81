import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STREAM_BEAT } from '../../sync/limits.ts'
import { openStream } from './stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a stream sends heartbeats as long as it is open, in a form that an EventSource hears', async () => {
  const remove = vi.fn()
  const hub = { add: () => remove } as unknown as Parameters<typeof openStream>[0]
  const caller = { personId: 'p', sessionId: 's', role: 'basic' } as unknown as Parameters<
    typeof openStream
  >[1]
  const reader = openStream(hub, caller).body?.getReader()
  const next = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect(await next()).toBe('retry: 2000\n\n')
  for (let beats = 0; beats < 2; beats += 1) {
    await vi.advanceTimersByTimeAsync(STREAM_BEAT.everyMs)
    expect(await next()).toBe(`event: ${STREAM_BEAT.name}\ndata: 1\n\n`)
  }
  await reader?.cancel()
  expect(remove).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
