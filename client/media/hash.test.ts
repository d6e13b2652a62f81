import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256Of } from './hash.ts'

describe('sha256 of a blob, slice by slice', () => {
  const sizes = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 4_194_303, 4_194_304, 4_194_305, 9_000_001]
  test.each(sizes)('%i bytes hash as the platform hashes them', async (size) => {
    const bytes = randomBytes(size)
    expect(await sha256Of(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})
