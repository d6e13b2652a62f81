import { must, type PlainPicture, Reader } from './bytes.ts'

const [SOI, EOI, SOS, DQT, DHT, DRI] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd]
/** The frames that browsers write and read: baseline, extended and progressive, with Huffman coding. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const ADOBE = 0xee
/**
 * The most scans of a picture. A real one has a single scan or a few refinements; more would only keep a reader
 * busy.
 */
const MOST_SCANS = 100

type Segment = { marker: number; body: Buffer }
type Frame = { width: number; height: number; components: number }

/**
 * Rebuilds a JPEG from its tables, its frame and its scans, without comments, EXIF (position, camera), colour
 * profile or a second picture. Throws `Unreadable` for anything out of order, cut short, or after the end.
 */
export function plainJpeg(file: Buffer): PlainPicture {
  const reader = new Reader(file)
  must(reader.take(2).equals(Buffer.from([0xff, SOI])))
  const kept: Buffer[] = [Buffer.from([0xff, SOI])]
  let frame: Frame | null = null
  let scans = 0
  for (;;) {
    const marker = nextMarker(reader)
    if (marker === EOI) break
    const segment = readSegment(reader, marker)
    if (FRAMES.includes(marker)) {
      must(frame === null)
      frame = readFrame(segment)
    } else if (marker === SOS) {
      must(frame !== null)
      readScan(segment, frame)
      scans += 1
    } else if (isMetadata(segment)) continue
    else readTable(segment)
    kept.push(wholeSegment(segment))
    if (marker === SOS) kept.push(entropyOf(reader))
  }
  must(frame !== null && scans > 0 && scans <= MOST_SCANS && reader.left === 0)
  kept.push(Buffer.from([0xff, EOI]))
  return { bytes: Buffer.concat(kept), width: frame.width, height: frame.height }
}

function nextMarker(reader: Reader): number {
  must(reader.take(1)[0] === 0xff)
  let marker = reader.take(1)[0]
  // any marker may be preceded by fill bytes
  while (marker === 0xff) marker = reader.take(1)[0]
  must(marker !== undefined && marker !== 0)
  return marker
}

function readSegment(reader: Reader, marker: number): Segment {
  const length = reader.take(2).readUInt16BE()
  return { marker, body: reader.take(length - 2) }
}

function wholeSegment({ marker, body }: Segment): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/**
 * Returns whether the segment is a comment or an application's data. Refuses an Adobe segment that declares a
 * colour transform which browsers do not assume.
 */
function isMetadata({ marker, body }: Segment): boolean {
  if (marker === ADOBE && body.toString('latin1', 0, 5) === 'Adobe') must(body[11] === 1)
  return marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)
}

function readFrame({ body }: Segment): Frame {
  must(body.length >= 6 && body[0] === 8)
  const [height, width, components] = [body.readUInt16BE(1), body.readUInt16BE(3), body[5] ?? 0]
  must(height > 0 && width > 0 && (components === 1 || components === 3))
  must(body.length === 6 + 3 * components)
  for (let at = 7; at < body.length; at += 3) {
    const sampling = body[at] ?? 0
    must(sampling >> 4 >= 1 && sampling >> 4 <= 4 && (sampling & 15) >= 1 && (sampling & 15) <= 4)
    must((body[at + 1] ?? 4) <= 3)
  }
  return { width, height, components }
}

function readScan({ body }: Segment, { components }: Frame): void {
  const named = body[0] ?? 0
  must(named >= 1 && named <= components && body.length === 4 + 2 * named)
}

function readTable({ marker, body }: Segment): void {
  must([DQT, DHT, DRI].includes(marker))
  if (marker === DRI) must(body.length === 2)
  const tables = new Reader(body)
  while (marker === DQT && tables.left > 0) {
    const [kind = 0xff] = tables.take(1)
    must(kind >> 4 <= 1 && (kind & 15) <= 3)
    tables.take(64 << (kind >> 4))
  }
  while (marker === DHT && tables.left > 0) {
    const [kind = 0xff] = tables.take(1)
    must(kind >> 4 <= 1 && (kind & 15) <= 3)
    const codes = tables.take(16).reduce((sum, count) => sum + count, 0)
    must(codes <= 256)
    tables.take(codes)
  }
}

/** Takes the bytes of a scan, in which `ff` comes only before a stuffed zero or a restart marker. */
function entropyOf(reader: Reader): Buffer {
  return reader.until((file, at) => {
    const next = file[at + 1] ?? 0
    return file[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)
  })
}
