import { afterAll, expect } from 'vitest'
import { cpuSeconds, noteCost } from './cpu.ts'

/** Runs before each test file, so that its imports and hooks count as its own. */
const before = cpuSeconds()

afterAll(() => {
  const { testPath = 'unknown' } = expect.getState()
  noteCost({ file: testPath, seconds: cpuSeconds() - before })
})
