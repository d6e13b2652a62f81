import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256Of } from './hash.ts'

describe('the hash of a blob', () => {
  const mebibyte = 1024 * 1024
  const sizes = [0, 1, 64, 9_000_001, 33 * mebibyte + 1]
  test.each(sizes)('%i bytes hash as the platform hashes them', async (size) => {
    const bytes = randomBytes(size)
    expect(await sha256Of(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})
