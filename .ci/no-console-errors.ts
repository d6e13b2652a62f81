import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Fails a test that writes an unexpected error to the console. A test that expects one replaces console.error
 * itself.
 */
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
