import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sniffVideoType } from '../../../sync/media/video.ts'
import { trimFile } from './trim-file.ts'

const VIDEOS = join(import.meta.dirname, '../../../server/testing/media')

test.each([
  ['answer.webm', 'video/webm;codecs=vp8,opus', 'video/webm'],
  ['answer.webm', '', 'video/webm'],
  ['answer.mp4', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4'],
] as const)(
  'a cut %s that calls itself “%s” stays in a container its codecs belong into',
  async (name, type, plain) => {
    const blob = new Blob([await readFile(join(VIDEOS, name))], { type })
    const trimmed = await trimFile({ blob, fromMs: 0, toMs: 2_000 })
    expect(trimmed?.blob.type).toBe(plain)
    expect(sniffVideoType(new Uint8Array(await trimmed!.blob.slice(0, 64).arrayBuffer()))).toBe(plain)
    expect(trimmed?.durationMs).toBeGreaterThan(1_500)
    expect(trimmed?.durationMs).toBeLessThan(3_000)
  },
)
