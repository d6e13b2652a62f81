import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** A picture of at most 256 colours, one byte a pixel. */
export type Bitmap = { width: number; height: number; colours: readonly Colour[]; pixels: Uint8Array }

const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PALETTE_OF_BYTES = Uint8Array.from([8, 3, 0, 0, 0])

/** A bitmap as a PNG file; packed outside the event loop. */
export async function encodePng({
  width,
  height,
  colours,
  pixels,
}: Bitmap): Promise<Uint8Array<ArrayBuffer>> {
  // each row begins with the number of its filter, which is none
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const size = new Uint8Array(8)
  new DataView(size.buffer).setUint32(0, width)
  new DataView(size.buffer).setUint32(4, height)
  const packed = await promisify(deflate)(rows, { level: 6 })
  return joined([
    SIGNATURE,
    chunk('IHDR', joined([size, PALETTE_OF_BYTES])),
    chunk('PLTE', Uint8Array.from(colours.flat())),
    chunk('IDAT', packed),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [new Uint8Array(4), new Uint8Array(4)]
  new DataView(length.buffer).setUint32(0, data.length)
  new DataView(sum.buffer).setUint32(0, crc32(named))
  return joined([length, named, sum])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
