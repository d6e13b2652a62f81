import type { Part } from './structure.ts'

const HEAD = 0x1a45dfa3
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const BLOCKS = new Set([0xa3, 0xa0])
const OTHERS = new Set([
  // next to the clusters of a segment: seek head, info, cues, tags, chapters, attachments
  ...[0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1254c367, 0x1043a770, 0x1941a469],
  // next to the blocks of a cluster: its time, its position, the size of the previous one, silent tracks
  ...[0xe7, 0xa7, 0xab, 0x5854],
  // anywhere: void, checksum
  ...[0xec, 0xbf],
])
const LARGEST_HEAD = 4_096
const LARGEST_TRACKS = 1_048_576

/**
 * Reads the element at a position of a WebM. Segments and clusters are entered, so that a file is one sequence of
 * elements whether their sizes are stated or, as in recordings, not.
 */
export function nextElement(header: Uint8Array, at: number, size: number): Part {
  const id = readNumber(header, { from: 0, widest: 4 })
  const length = id && readNumber(header, { from: id.width, widest: 8, isSize: true })
  if (!id || !length || (at === 0 && id.value !== HEAD)) return { kind: 'wrong', next: at }
  const body = at + id.width + length.width
  if (id.value === SEGMENT || id.value === CLUSTER) return { kind: 'other', next: body }
  if (length.value === null) return { kind: 'wrong', next: at }
  const next = body + length.value
  if (id.value === HEAD && length.value <= LARGEST_HEAD) return { kind: 'other', next }
  if (id.value === TRACKS && length.value <= LARGEST_TRACKS && next <= size) return { kind: 'tracks', next }
  // A recording that was cut short ends inside a block, so the end of a block is not checked.
  if (BLOCKS.has(id.value ?? 0)) return { kind: 'media', next }
  if (OTHERS.has(id.value ?? 0)) return { kind: 'other', next }
  return next <= size ? { kind: 'unknown', next } : { kind: 'wrong', next: at }
}

type Place = { from: number; widest: number; isSize?: boolean }
type Found = { value: number | null; width: number }

/**
 * Reads a number whose first byte tells how many bytes it has. With `isSize`, the length mark is removed and a
 * value with all bits set is null.
 */
function readNumber(header: Uint8Array, { from, widest, isSize = false }: Place): Found | null {
  const first = header[from]
  if (!first) return null
  const width = Math.clz32(first) - 23
  if (width > widest || from + width > header.length) return null
  let value = isSize ? first & (0xff >> width) : first
  let isOpen = isSize && value === 0xff >> width
  for (const byte of header.subarray(from + 1, from + width)) {
    value = value * 256 + byte
    isOpen &&= byte === 0xff
  }
  return { value: isOpen ? null : value, width }
}
