import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CLIP = join(import.meta.dirname, '../server/testing/media/answer.mp4')
/** The matrix of a quarter turn clockwise in a track's header, as a phone held upright writes it. */
const QUARTER_TURN = [0, 0x0001_0000, 0, 0xffff_0000, 0, 0, 0, 0, 0x4000_0000]
/** Offsets in version 1 of these boxes. */
const TKHD_MATRIX = 60
const MDHD_TIMESCALE = 28

/** A clip of four seconds as it may come from a camera roll, each changed in one way. */
export const FILMS = {
  /** The file is cut off, although its header announces the whole. */
  cutShort: async () => (await readFile(CLIP)).subarray(0, 30_000),
  /** The header declares HEVC pictures, as newer phones write them and few browsers play. */
  hevc: async () => {
    const film = await readFile(CLIP)
    film.write('hvc1', film.indexOf('avc1', film.indexOf('stsd')), 'latin1')
    film.write('hvcC', film.indexOf('avcC'), 'latin1')
    return film
  },
  /** The same pictures, played twenty times as slowly. */
  long: async () => {
    const film = await readFile(CLIP)
    for (const at of boxesOf(film, 'mdhd')) {
      film.writeUInt32BE(film.readUInt32BE(at + MDHD_TIMESCALE) / 20, at + MDHD_TIMESCALE)
    }
    return film
  },
  /** Filmed upright, in a file far larger than needed. */
  largeUpright: async () => {
    const film = await readFile(CLIP)
    for (const at of boxesOf(film, 'tkhd')) {
      for (const [index, number] of QUARTER_TURN.entries()) {
        film.writeUInt32BE(number, at + TKHD_MATRIX + 4 * index)
      }
    }
    const nothing = Buffer.alloc(31 * 1024 ** 2)
    nothing.writeUInt32BE(nothing.length, 0)
    nothing.write('free', 4, 'latin1')
    return Buffer.concat([film, nothing])
  },
}

/**
 * Writes a film to a file that exists while `use` runs. A file, because many megabytes must not go through a test's
 * connection to the browser.
 */
export async function withFilm(
  film: keyof typeof FILMS,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'infield-film-'))
  const path = join(folder, 'IMG_0001.mp4')
  await writeFile(path, await FILMS[film]())
  await use(path)
  await rm(folder, { recursive: true })
}

/**
 * Returns the positions of all boxes of a kind. Assumes that the kind's four letters occur nowhere else in the
 * header.
 */
function boxesOf(film: Buffer, kind: string): number[] {
  const found: number[] = []
  const end = film.indexOf('mdat', 0, 'latin1')
  for (let at = film.indexOf(kind); at !== -1 && at < end; at = film.indexOf(kind, at + 4)) found.push(at - 4)
  return found
}
