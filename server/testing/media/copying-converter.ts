import { copyFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Converter } from '../../media/rendition/converter.ts'

const FILM = path.join(import.meta.dirname, 'answer.mp4')
const PICTURE = path.join(import.meta.dirname, 'portrait.jpg')

/** A converter that converts nothing: it copies the same film or picture at once, whatever is ordered. */
export const copyingConverter: Converter = {
  tool: 'program',
  async convert({ kind, draft }) {
    const file = kind === 'plays' || kind === 'small' ? FILM : PICTURE
    await copyFile(file, draft)
    return { made: { bytes: (await stat(file)).size, width: 320, height: 240, durationMs: 3_998 } }
  },
}
