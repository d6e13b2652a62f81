import { readFile } from 'node:fs/promises'

const MEBIBYTE = 1_048_576

/** A film that plays, with a box of nothing behind it: three parts of an upload to a bucket long. */
export async function longFilm(): Promise<Uint8Array<ArrayBuffer>> {
  const film = await readFile(new URL('./answer.mp4', import.meta.url))
  const free = new Uint8Array(17 * MEBIBYTE)
  new DataView(free.buffer).setUint32(0, free.length)
  free.set(new TextEncoder().encode('free'), 4)
  return new Uint8Array(Buffer.concat([film, free]))
}
