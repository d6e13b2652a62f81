import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { must, type PlainPicture, Reader } from './bytes.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** The samples of a pixel by its colour type; a palette has one. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

type Chunk = { type: string; data: Buffer }
type Header = { width: number; height: number; rowBytes: number; hasPalette: boolean }
/** The chunks that are kept, and the pixels, deflated as they came. */
type Parts = { first: Chunk; header: Header; colours: Chunk[]; packed: Buffer }

/**
 * Rebuilds a PNG from its necessary chunks, without text, profile or animation. It looks at no pixel, so it takes no
 * longer than the file is long; `repackPng` does that, in a worker. Throws `Unreadable` for anything else.
 */
export function plainPng(file: Buffer): PlainPicture {
  const parts = readParts(file)
  const { width, height } = parts.header
  return { bytes: wholeFile(parts, parts.packed), width, height }
}

/**
 * Rebuilds a PNG from its pixels: they are inflated, counted row by row, and deflated again, without anything hidden
 * behind them. For a file whose size was checked, because that limits how much is inflated. Throws `Unreadable`
 * unless there are exactly as many pixels as the header states.
 */
export function repackPng(file: Buffer): Buffer {
  const parts = readParts(file)
  return wholeFile(parts, deflateSync(rowsOf(parts)))
}

function readParts(file: Buffer): Parts {
  const reader = new Reader(file)
  must(reader.take(8).equals(SIGNATURE))
  const [first, ...rest] = chunksOf(reader)
  must(first?.type === 'IHDR')
  const header = readHeader(first.data)
  const palette = rest.filter(({ type }) => type === 'PLTE')
  const clear = rest.filter(({ type }) => type === 'tRNS')
  must(palette.length <= 1 && clear.length <= 1 && (!header.hasPalette || palette.length === 1))
  must(palette.every(({ data }) => data.length % 3 === 0 && data.length > 0 && data.length <= 768))
  must(clear.every(({ data }) => data.length > 0 && data.length <= 256))
  const critical = rest.filter(({ type }) => type.charCodeAt(0) < 0x60)
  must(critical.every(({ type }) => ['PLTE', 'IDAT', 'IEND'].includes(type)))
  const packed = Buffer.concat(rest.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  return { first, header, colours: [...palette, ...clear], packed }
}

function wholeFile({ first, colours }: Parts, pixels: Buffer): Buffer {
  const kept = [first, ...colours, { type: 'IDAT', data: pixels }, { type: 'IEND', data: Buffer.alloc(0) }]
  return Buffer.concat([SIGNATURE, ...kept.map(wholeChunk)])
}

function chunksOf(reader: Reader): Chunk[] {
  const chunks: Chunk[] = []
  while (chunks.at(-1)?.type !== 'IEND') {
    const length = reader.take(4).readUInt32BE()
    const body = reader.take(4 + length)
    must(reader.take(4).readUInt32BE() === crc32(body))
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) })
  }
  must(reader.left === 0)
  return chunks
}

function readHeader(data: Buffer): Header {
  must(data.length === 13)
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth = 0, colour = 9, compression, filter, interlace] = data.subarray(8)
  must(width > 0 && height > 0 && compression === 0 && filter === 0 && interlace === 0)
  must(DEPTHS[colour]?.includes(depth) ?? false)
  return {
    width,
    height,
    rowBytes: 1 + Math.ceil((width * depth * (SAMPLES[colour] ?? 0)) / 8),
    hasPalette: colour === 3,
  }
}

/** Returns all rows with their filters; exactly as many as the header states. */
function rowsOf({ header: { height, rowBytes }, packed }: Parts): Buffer {
  const rows = inflated(packed, height * rowBytes)
  must(rows.length === height * rowBytes)
  for (let at = 0; at < rows.length; at += rowBytes) must((rows[at] ?? 5) <= 4)
  return rows
}

function inflated(packed: Buffer, most: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: most })
  } catch {
    must(false)
    return packed
  }
}

function wholeChunk({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
