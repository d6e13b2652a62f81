import type { ReadBytes } from './boxes.ts'
import { nextBox } from './mp4.ts'
import { nextElement } from './webm.ts'

/** One part of a file according to its header: where the next part begins, and what this one contains. */
export type Part = {
  next: number
  /** `tracks` describes the tracks, `media` holds pictures or sound; `wrong` ends the file. */
  kind: 'tracks' | 'media' | 'other' | 'unknown' | 'wrong'
}

/**
 * The largest number of parts that is read. A video of 300 seconds has some 35,000; a file with more only wastes
 * our time.
 */
const MOST_PARTS = 200_000
const WINDOW_BYTES = 65_536
/** The longest header of a part, in bytes. */
const HEADER_BYTES = 24

type LookedAt = { size: number; read: ReadBytes; family: 'webm' | 'mp4' }

/**
 * Returns how many bytes of a file make sense as a video of its family. It walks from part to part by their
 * headers, which takes milliseconds, before a parser reads the file. Bytes after the last sensible part are not
 * counted. Null when the file is no video: no header, no description of its tracks, no pictures, or impossible
 * sizes.
 */
export async function sensibleBytes({ size, read, family }: LookedAt): Promise<number | null> {
  const window = new Window(read)
  const partAt = family === 'webm' ? nextElement : nextBox
  const seen = { tracks: false, media: false }
  let at = 0
  let sensible = 0
  for (let parts = 0; at < size; parts += 1) {
    if (parts === MOST_PARTS) return null
    const { kind, next } = partAt(await window.at(at), at, size)
    if (kind === 'wrong') break
    if (kind === 'tracks' || kind === 'media') seen[kind] = true
    at = next
    // An unknown part only counts when a known one follows it.
    if (kind !== 'unknown') sensible = Math.min(at, size)
  }
  return seen.tracks && seen.media ? sensible : null
}

/** A buffer around a position of a file, so that neighbouring headers need only one read. */
class Window {
  private readonly read: ReadBytes
  private bytes: Uint8Array = new Uint8Array()
  private start = 0

  constructor(read: ReadBytes) {
    this.read = read
  }

  async at(position: number): Promise<Uint8Array> {
    const isThere = position >= this.start && position + HEADER_BYTES <= this.start + this.bytes.length
    if (!isThere) {
      this.bytes = await this.read(position, position + WINDOW_BYTES)
      this.start = position
    }
    const from = position - this.start
    return this.bytes.subarray(from, from + HEADER_BYTES)
  }
}
