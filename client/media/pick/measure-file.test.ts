import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { done, refuse } from '../../../sync/result.ts'
import { measureFile } from './measure-file.ts'

const VIDEOS = join(import.meta.dirname, '../../../server/testing/media')

const PLAIN = { canConvert: false }

async function film(name: string, share = 1): Promise<Blob> {
  const bytes = await readFile(join(VIDEOS, name))
  return new Blob([bytes.subarray(0, Math.floor(bytes.length * share))])
}

test('D94 a file is as long as its packets, and one that was cut off on its way is not taken for whole', async () => {
  expect(await measureFile(await film('answer.mp4'), PLAIN)).toMatchObject(
    done({ durationMs: 3_998, shown: null }),
  )
  expect(await measureFile(await film('answer.webm'), PLAIN)).toMatchObject(
    done({ durationMs: 3_958, shown: null }),
  )
  expect(await measureFile(await film('answer.mp4', 0.98), PLAIN)).toEqual(refuse('video-unreadable'))
  // A WebM file without a length in its header simply counts as the shorter video.
  const shorter = await measureFile(await film('answer.webm', 0.6), PLAIN)
  expect(shorter.ok && shorter.value.durationMs).toBeLessThan(2_500)
})

test('a sound and junk are no video', async () => {
  expect(await measureFile(await film('voice.webm'), PLAIN)).toEqual(refuse('video-unreadable'))
  expect(await measureFile(new Blob(['not a film at all']), PLAIN)).toEqual(refuse('video-unreadable'))
})

test.each([
  ['two-sounds.mp4', 3_998],
  ['h264.mkv', 3_998],
  ['vp9.mkv', 3_958],
  ['late.webm', 3_958],
])('%s is taken, with the length of what is shown', async (name, ms) => {
  const measured = await measureFile(await film(name), PLAIN)
  expect(Math.abs((measured.ok ? measured.value.durationMs : 0) - ms)).toBeLessThan(100)
})

test('a film whose sound or picture no browser plays is refused before it is kept', async () => {
  const bytes = Buffer.from(await (await film('answer.mp4')).arrayBuffer())
  const called = (from: string, to: string) =>
    new Blob([Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')])
  expect(await measureFile(called('Opus', 'alac'), PLAIN)).toEqual(refuse('video-sound'))
  expect(await measureFile(called('avc1', 'mjp2'), PLAIN)).toEqual(refuse('video-codec'))
})
