import { afterEach, expect, test, vi } from 'vitest'
import { sha256Of } from './hash.ts'

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a worker hashes a recording, and the page does not', async () => {
  const inPage = vi.spyOn(crypto.subtle, 'digest')
  expect(await sha256Of(new Blob([]))).toBe(EMPTY)
  expect(inPage).not.toHaveBeenCalled()
})

test('what no worker can be had for is hashed in the page', async () => {
  const Real = Worker
  class Missing extends Real {
    constructor() {
      super('/no-such-worker.js')
    }
  }
  vi.stubGlobal('Worker', Missing)
  const inPage = vi.spyOn(crypto.subtle, 'digest')
  expect(await sha256Of(new Blob([]))).toBe(EMPTY)
  expect(inPage).toHaveBeenCalledOnce()
})

test('where the script of the worker does not come, the page does not wait for it', async () => {
  class Stalled extends EventTarget {
    postMessage() {}
    terminate() {}
  }
  vi.stubGlobal('Worker', Stalled)
  vi.useFakeTimers()
  const hash = sha256Of(new Blob([]))
  await vi.runAllTimersAsync()
  expect(await hash).toBe(EMPTY)
})
