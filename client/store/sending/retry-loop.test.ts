import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PassEnd } from './push-outbox.ts'
import { type RetryLoop, startRetryLoop } from './retry-loop.ts'

const nothing: PassEnd = { left: 'nothing' }
const later: PassEnd = { left: 'later', afterMs: null }

let loop: RetryLoop
const browser = {
  document: new EventTarget() as EventTarget & { visibilityState: string },
  window: new EventTarget(),
}

function start(pass: (anew: boolean) => Promise<PassEnd>): void {
  loop = startRetryLoop(pass)
}

beforeEach(() => {
  vi.useFakeTimers()
  browser.document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  browser.window = new EventTarget()
  vi.stubGlobal('document', browser.document)
  vi.stubGlobal('window', browser.window)
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  loop.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a loop', () => {
  test('runs at the start, when woken, and when the person or the network comes back', async () => {
    const pass = vi.fn(async () => nothing)
    start(pass)
    await vi.advanceTimersByTimeAsync(0)
    expect(pass).toHaveBeenCalledTimes(1)
    loop.wake()
    await vi.advanceTimersByTimeAsync(0)
    browser.window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    browser.document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(pass).toHaveBeenCalledTimes(4)
  })

  test('tells a start and a coming back from being woken and from the timer', async () => {
    const pass = vi.fn(async (_anew: boolean) => nothing)
    start(pass)
    await vi.advanceTimersByTimeAsync(0)
    loop.wake()
    await vi.advanceTimersByTimeAsync(0)
    browser.window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    browser.document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(pass.mock.calls.flat()).toEqual([true, false, true, true, false])
  })

  test('runs one pass at a time; woken meanwhile, once more after it', async () => {
    let running = 0
    let most = 0
    const pass = vi.fn(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 10))
      running -= 1
      return nothing
    })
    start(pass)
    for (let n = 0; n < 5; n += 1) loop.wake()
    await vi.advanceTimersByTimeAsync(100)
    expect(most).toBe(1)
    expect(pass).toHaveBeenCalledTimes(2)
  })

  test('waits longer after each failure, a pass that throws included, and starts over after a success', async () => {
    const ends: (PassEnd | Error)[] = [later, new Error('closed'), later, nothing]
    const pass = vi.fn(async () => {
      const end = ends.shift() ?? nothing
      if (end instanceof Error) throw end
      return end
    })
    start(pass)
    for (const [most, calls] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(most)
      expect(pass).toHaveBeenCalledTimes(calls)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pass).toHaveBeenCalledTimes(4)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(pass).toHaveBeenCalledTimes(5)
  })

  test('waits as long as the server asks, and says how long', async () => {
    const pass = vi.fn(async (): Promise<PassEnd> => ({ left: 'later', afterMs: 30_000 }))
    const onWait = vi.fn()
    loop = startRetryLoop(pass, onWait)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(onWait.mock.calls).toEqual([[30_000]])
    expect(pass).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(pass).toHaveBeenCalledTimes(2)
  })

  test('rests until woken when somebody has to sign in, and for ever when stopped', async () => {
    const pass = vi.fn(async (): Promise<PassEnd> => ({ left: 'sign-in' }))
    start(pass)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pass).toHaveBeenCalledTimes(1)
    loop.stop()
    loop.wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(pass).toHaveBeenCalledTimes(1)
  })
})
