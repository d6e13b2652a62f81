import { readFile, stat, writeFile } from 'node:fs/promises'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import { plainJpeg } from '../../pictures/jpeg.ts'
import type { Conversion, Made } from './conversion.ts'

/** How much a film's duration may differ from that of its source, and from that of the shown part if it was cut. */
const TOLERANCE_MS = 1_500
const CUT_TOLERANCE_MS = 250

/** The result, and in `pictureMs` the end of the last frame; its sound may be longer. */
export type Looked = { made: Made; pictureMs: number }

/** Reads the result again, and throws if it is not the whole film, or no film at all. */
export async function lookAtMade(conversion: Conversion): Promise<Looked> {
  return conversion.recipe.makes === 'picture' ? lookAtPicture(conversion) : lookAtFilm(conversion)
}

async function lookAtPicture({ draft }: Conversion): Promise<Looked> {
  const { bytes, width, height } = plainJpeg(await readFile(draft))
  await writeFile(draft, bytes)
  return { made: { bytes: bytes.length, width, height, durationMs: 0 }, pictureMs: 0 }
}

async function lookAtFilm(conversion: Conversion): Promise<Looked> {
  const input = new Input({ source: new FilePathSource(conversion.draft), formats: [MP4] })
  try {
    return await measureFilm(input, conversion)
  } finally {
    input.dispose()
  }
}

async function measureFilm(
  input: Input,
  { draft, durationMs, audio, isCut = false }: Conversion,
): Promise<Looked> {
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!picture || (audio !== null && !sound)) throw new Error('picture or sound is missing')
  const madeMs = Math.round((await input.computeDuration()) * 1_000)
  const within = isCut ? CUT_TOLERANCE_MS : TOLERANCE_MS
  if (Math.abs(madeMs - durationMs) > within) throw new Error(`${madeMs} of ${durationMs} ms were made`)
  const [width, height] = [await picture.getDisplayWidth(), await picture.getDisplayHeight()]
  const made = { bytes: (await stat(draft)).size, width, height, durationMs: madeMs }
  return { made, pictureMs: Math.round((await picture.computeDuration()) * 1_000) }
}
