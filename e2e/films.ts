import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CLIP = join(import.meta.dirname, '../server/testing/media/answer.mp4')
/** Clockwise by a quarter, as the head of a track says it: a phone held upright writes its pictures lying. */
const QUARTER_TURN = [0, 0x0001_0000, 0, 0xffff_0000, 0, 0, 0, 0, 0x4000_0000]
/** As version 1 of these boxes has them. */
const TKHD_MATRIX = 60
const MDHD_TIMESCALE = 28

/** A clip of four seconds as a camera roll might hold it, changed in one way. */
export const FILMS = {
  /** Cut off on its way: its head announces all of it. */
  cutShort: async () => (await readFile(CLIP)).subarray(0, 30_000),
  /** Its pictures say that they are of the kind that a newer phone writes, which few browsers play. */
  hevc: async () => {
    const film = await readFile(CLIP)
    film.write('hvc1', film.indexOf('avc1', film.indexOf('stsd')), 'latin1')
    film.write('hvcC', film.indexOf('avcC'), 'latin1')
    return film
  },
  /** The same pictures twenty times as slow. */
  long: async () => {
    const film = await readFile(CLIP)
    for (const at of boxesOf(film, 'mdhd')) {
      film.writeUInt32BE(film.readUInt32BE(at + MDHD_TIMESCALE) / 20, at + MDHD_TIMESCALE)
    }
    return film
  },
  /** Filmed upright, and far larger than it needs to be. */
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
 * Hands `use` a film as a file, there for as long as `use` runs; one of many megabytes is not sent through a test's own
 * line to the browser.
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

/** Where the boxes of a kind begin; a kind is four letters that occur nowhere else in the head. */
function boxesOf(film: Buffer, kind: string): number[] {
  const found: number[] = []
  const end = film.indexOf('mdat', 0, 'latin1')
  for (let at = film.indexOf(kind); at !== -1 && at < end; at = film.indexOf(kind, at + 4)) found.push(at - 4)
  return found
}
