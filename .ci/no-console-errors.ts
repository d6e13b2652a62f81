import { afterEach, beforeEach, expect, vi } from 'vitest'

/** An error on the console that no test expected is a failure. A test that expects one replaces console.error itself. */
const unexpected: unknown[][] = []

beforeEach(() => {
  unexpected.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    unexpected.push(words)
  })
})

afterEach(() => {
  expect(unexpected, 'console.error was called').toEqual([])
})
