/** Reads the bytes of a file from one position to another, or fewer where the file ends before. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>

/** A box of an MP4 or QuickTime file, with the range of its content in the bytes it was found in. */
export type Box = { type: string; start: number; end: number }

/** The largest index that is read, in bytes; a hundred megabytes of film have one of a few megabytes. */
const LARGEST_INDEX = 33_554_432
/** How many neighbouring boxes are searched for an index. */
const MOST_BOXES = 10_000
const LONG_HEADER = 16

/** Returns a view for reading numbers from these bytes. */
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Finds the index (`moov`) of a film of `size` bytes; null where there is none that could be read. */
export async function findIndex(size: number, read: ReadBytes): Promise<Uint8Array | null> {
  let at = 0
  for (let boxes = 0; boxes < MOST_BOXES && at + 8 <= size; boxes += 1) {
    const box = boxAt(await read(at, at + LONG_HEADER), 0, size - at)
    if (!box) return null
    if (box.type === 'moov')
      return box.end - box.start <= LARGEST_INDEX ? await read(at + box.start, at + box.end) : null
    at += box.end
  }
  return null
}

/** Returns the boxes that follow each other in these bytes, up to the first that makes no sense. */
export function boxesIn(bytes: Uint8Array, { start, end }: Pick<Box, 'start' | 'end'>): Box[] {
  const found: Box[] = []
  let at = start
  for (let box = boxAt(bytes, at, end); box && found.length < MOST_BOXES; box = boxAt(bytes, at, end)) {
    found.push(box)
    at = box.end
  }
  return found
}

/** Reads the box at a position; null where no box begins, or where it would end beyond `limit`. */
function boxAt(bytes: Uint8Array, at: number, limit: number): Box | null {
  if (bytes.length < at + 8 || limit < at + 8) return null
  const view = viewOf(bytes)
  const told = view.getUint32(at)
  if (told === 1 && bytes.length < at + LONG_HEADER) return null
  const length = told === 1 ? Number(view.getBigUint64(at + 8)) : told === 0 ? limit - at : told
  const start = at + (told === 1 ? LONG_HEADER : 8)
  const end = at + length
  if (end < start || end > limit) return null
  return { type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), start, end }
}
