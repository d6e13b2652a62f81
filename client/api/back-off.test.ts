import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test('waits double to five minutes and spread', () => {
  expect(backOffMs(0, 1)).toBe(2_000)
  expect(backOffMs(3, 1)).toBe(16_000)
  expect(backOffMs(30, 1)).toBe(300_000)
  expect(backOffMs(30, 0)).toBe(150_000)
})
