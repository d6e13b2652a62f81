import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellPath } from './tell-path.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A page that begins to listen when it is told to, and notes what it hears. */
function pageThatStarts() {
  const heard: { path: string; tap: string }[] = []
  let isListening = false
  return {
    heard,
    listen: () => {
      isListening = true
    },
    postMessage(message: { path: string; tap: string }, [port]: MessagePort[]) {
      if (!isListening) return
      heard.push(message)
      port?.postMessage(null)
    },
  }
}

test('a page that the tap has just started hears the path once it listens, and then no more', async () => {
  const page = pageThatStarts()
  const told = tellPath(page, '/dashboard?question=1')
  await vi.advanceTimersByTimeAsync(3_000)
  page.listen()
  await vi.advanceTimersByTimeAsync(500)
  await told
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.heard).toMatchObject([{ path: '/dashboard?question=1' }])
})

test('a later tap takes the place of one that nobody heard', async () => {
  const page = pageThatStarts()
  const [former, later] = [tellPath(page, '/dashboard?question=1'), tellPath(page, '/dashboard?question=2')]
  await vi.advanceTimersByTimeAsync(1_000)
  page.listen()
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all([former, later])
  expect(page.heard).toMatchObject([{ path: '/dashboard?question=2' }])
})

test('a page that never answers is asked for some seconds only', async () => {
  const page = pageThatStarts()
  const told = tellPath(page, '/dashboard')
  await vi.advanceTimersByTimeAsync(10_000)
  await told
  page.listen()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(page.heard).toEqual([])
})
