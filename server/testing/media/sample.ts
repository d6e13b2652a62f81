import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DeclaredVideo } from '../../../sync/media/video.ts'

/** A real browser recording, declared as a device would declare it. */
export type Sample = { declared: DeclaredVideo; bytes: Buffer }

const TYPES = { '.mp4': 'video/mp4', '.mov': 'video/quicktime', webm: 'video/webm' } as const

export async function sampleVideo(
  name: 'question.webm' | 'answer.mp4' | 'answer.webm' | 'hevc.mp4' | 'mjpeg.mov',
): Promise<Sample> {
  const bytes = await readFile(new URL(`./${name}`, import.meta.url))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const type = TYPES[name.slice(-4) as keyof typeof TYPES]
  return {
    bytes,
    declared: { id: randomUUID(), sha256, bytes: bytes.length, type, durationMs: 3_000, source: 'recorded' },
  }
}
