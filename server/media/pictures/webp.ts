import { must, type PlainPicture, Reader } from './bytes.ts'

/** The chunks that may accompany the picture in an extended file; none is kept. */
const BESIDE = ['VP8X', 'ICCP', 'ALPH', 'EXIF', 'XMP ']

type Chunk = { type: string; data: Buffer }

/**
 * Rebuilds a WebP from its one picture, without EXIF, XMP, colour profile, transparency or animation. Throws
 * `Unreadable` for anything else, for a length that is not the file's, and for a file that is cut short.
 */
export function plainWebp(file: Buffer): PlainPicture {
  const reader = new Reader(file)
  must(reader.take(4).toString('latin1') === 'RIFF')
  must(reader.take(4).readUInt32LE() === file.length - 8)
  must(reader.take(4).toString('latin1') === 'WEBP')
  const chunks: Chunk[] = []
  while (reader.left > 0) chunks.push(readChunk(reader))
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
  const [picture] = pictures
  must(picture !== undefined && pictures.length === 1)
  must(chunks.every((chunk) => chunk === picture || BESIDE.includes(chunk.type)))
  must(chunks.length === 1 || chunks[0]?.type === 'VP8X')
  const size = picture.type === 'VP8 ' ? lossySize(picture.data) : losslessSize(picture.data)
  return { bytes: wholeFile(picture), ...size }
}

function readChunk(reader: Reader): Chunk {
  const type = reader.take(4).toString('latin1')
  const length = reader.take(4).readUInt32LE()
  const data = reader.take(length)
  if (length % 2 === 1) must(reader.take(1)[0] === 0)
  return { type, data }
}

/** Returns the size of a visible key frame whose first partition lies within the data. */
function lossySize(data: Buffer): { width: number; height: number } {
  must(data.length > 10)
  const tag = data.readUIntLE(0, 3)
  must((tag & 1) === 0 && ((tag >> 1) & 7) <= 3 && ((tag >> 4) & 1) === 1)
  must(tag >> 5 <= data.length - 10 && data.readUIntBE(3, 3) === 0x9d012a)
  return sized(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff)
}

function losslessSize(data: Buffer): { width: number; height: number } {
  must(data.length > 5 && data[0] === 0x2f)
  const bits = data.readUInt32LE(1)
  must(bits >>> 29 === 0)
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function sized(width: number, height: number) {
  must(width > 0 && height > 0)
  return { width, height }
}

function wholeFile({ type, data }: Chunk): Buffer {
  const padding = Buffer.alloc(data.length % 2)
  const head = Buffer.from(`RIFF----WEBP${type}----`, 'latin1')
  head.writeUInt32LE(4 + 8 + data.length + padding.length, 4)
  head.writeUInt32LE(data.length, 16)
  return Buffer.concat([head, data, padding])
}
