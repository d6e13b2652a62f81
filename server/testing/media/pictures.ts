import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import type { Browser } from '../browser.ts'

/** Returns a picture of 320 by 320 pixels as a browser's canvas wrote it. */
export function portrait(name: 'portrait.jpg' | 'portrait.webp' = 'portrait.jpg'): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

/** Uploads the profile picture of a sign-up, as its device does after the form; returns the status. */
export async function bringPicture(browser: Pick<Browser, 'request'>, uploadToken: string): Promise<number> {
  const { status } = await browser.request('/userMedia?place=profile', {
    method: 'POST',
    headers: { 'x-upload-token': uploadToken },
    raw: new Uint8Array(portrait()),
  })
  return status
}

/** Returns a JPEG segment. */
export function segment(marker: number, body: Buffer | string): Buffer {
  const content = Buffer.from(body)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Returns the JPEG with these segments after its first two bytes. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** Returns an EXIF segment as a phone writes it, with an orientation and a note. */
export function exif(orientation: number, note: string): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(note)]))
}

/** Returns the JPEG with another size in its frame header. */
export function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Png = { size?: number; rows?: Buffer; beside?: Buffer[]; after?: Buffer }

/** Returns a PNG of grey pixels, or of the given rows. */
export function png({ size = 64, rows, beside = [], after }: Png = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 8
  const pixels = rows ?? Buffer.alloc(size * (size + 1), 128).map((each, at) => (at % (size + 1) ? each : 0))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...beside,
    chunk('IDAT', Buffer.concat([deflateSync(pixels), after ?? Buffer.alloc(0)])),
    chunk('IEND'),
  ])
}

/** Returns a WebP of these chunks. */
export function webp(...chunks: [type: string, data: Buffer][]): Buffer {
  const body = Buffer.concat(
    chunks.flatMap(([type, data]) => {
      const head = Buffer.alloc(8)
      head.write(type, 'latin1')
      head.writeUInt32LE(data.length, 4)
      return [head, data, Buffer.alloc(data.length % 2)]
    }),
  )
  const riff = Buffer.from('RIFF----WEBP', 'latin1')
  riff.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([riff, body])
}

/** Returns the picture data of a browser's WebP, without the other chunks. */
export function lossy(file: Buffer): Buffer {
  const at = file.indexOf('VP8 ')
  return file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4))
}
