import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLine } from './stalled-connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const watching = (isReached: boolean) => {
  const [canReach, onDead] = [vi.fn(async () => isReached), vi.fn()]
  return { canReach, onDead, line: watchLine(canReach, onDead) }
}

test('half a minute without a byte, and the server out of reach: the line is dead', async () => {
  const { canReach, onDead, line } = watching(false)
  await vi.advanceTimersByTimeAsync(29_000)
  line.heard(1_000)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(canReach).not.toHaveBeenCalled()
  // The same byte count again is no progress.
  line.heard(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onDead).toHaveBeenCalledOnce()
})

test('a line that is only slow is left two minutes more, and anew with every byte', async () => {
  const { canReach, onDead, line } = watching(true)
  await vi.advanceTimersByTimeAsync(149_000)
  expect(canReach).toHaveBeenCalledOnce()
  line.heard(1)
  await vi.advanceTimersByTimeAsync(149_000)
  expect(onDead).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onDead).toHaveBeenCalledOnce()
})

test('nobody is told once it has stopped, nor by an answer that comes after the next byte', async () => {
  const stopped = watching(false)
  stopped.line.stop()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(stopped.canReach).not.toHaveBeenCalled()
  let answer = (_isReached: boolean) => {}
  const onDead = vi.fn()
  const line = watchLine(() => new Promise((resolve) => (answer = resolve)), onDead)
  await vi.advanceTimersByTimeAsync(30_000)
  line.heard(5)
  answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(onDead).not.toHaveBeenCalled()
  line.stop()
})
