import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureFile } from './measure-file.ts'

const VIDEOS = join(import.meta.dirname, '../../../server/testing/media')

async function film(name: string, share = 1): Promise<Blob> {
  const bytes = await readFile(join(VIDEOS, name))
  return new Blob([bytes.subarray(0, Math.floor(bytes.length * share))])
}

test('D94 a file is as long as its packets, and one that was cut off on its way is not taken for whole', async () => {
  expect(await measureFile(await film('answer.mp4'))).toBe(3_998)
  expect(await measureFile(await film('answer.webm'))).toBe(3_958)
  expect(await measureFile(await film('answer.mp4', 0.98))).toBe('cut-short')
  // without an announcement of its length it is simply the shorter film that is there
  expect(await measureFile(await film('answer.webm', 0.6))).toBeLessThan(2_500)
})

test('a sound and junk are no video', async () => {
  expect(await measureFile(await film('voice.webm'))).toBeNull()
  await expect(measureFile(new Blob(['not a film at all']))).rejects.toThrow()
})
