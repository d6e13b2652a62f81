import { crc32 } from 'node:zlib'
import { InternalError } from '../log.ts'

/** One file of an archive: its bytes are asked for when its turn has come. */
export type ZipEntry = { name: string; bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

type Written = { name: Buffer; crc: number; size: number; offset: number }

const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff
/** Version 4.5, names in UTF-8, sizes behind the bytes, stored as they are: videos do not get smaller. */
const VERSION = 45
const FLAGS = 0x0808

/**
 * A zip archive as it is made, a piece at a time: nothing is kept but the list of its files. Larger than 4 GB in all is
 * fine (zip64), each file stays below that. Every file bears the same moment, `at`.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const stamp = dosTime(at)
  const written: Written[] = []
  let offset = 0
  for await (const { name, bytes } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, offset }
    yield localHeader(entry.name, stamp)
    for await (const piece of bytes()) {
      entry.crc = crc32(piece, entry.crc)
      entry.size += piece.byteLength
      yield piece
    }
    if (entry.size > MOST_32) throw new InternalError('a file of an archive is larger than 4 GB')
    yield descriptor(entry)
    offset += 30 + entry.name.length + entry.size + 16
    written.push(entry)
  }
  const list = written.map((entry) => listed(entry, stamp))
  yield* list
  yield ending({ count: written.length, size: list.reduce((sum, { length }) => sum + length, 0), offset })
}

type Stamp = { time: number; date: number }

/** In UTC, to two seconds: all that the format can say. */
function dosTime(at: Date): Stamp {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

function localHeader(name: Buffer, { time, date }: Stamp): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(time, 10)
  head.writeUInt16LE(date, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, size }: Written): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x0807_4b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(size, 8)
  tail.writeUInt32LE(size, 12)
  return tail
}

/** An entry of the list at the end; one that begins beyond 4 GB says where in its extra field. */
function listed({ name, crc, size, offset }: Written, { time, date }: Stamp): Buffer {
  const isFar = offset >= MOST_32
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(time, 12)
  head.writeUInt16LE(date, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(size, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(isFar ? MOST_32 : offset, 42)
  return Buffer.concat([head, name, extra])
}

type List = { count: number; size: number; offset: number }

/** The end in both forms: programs that know the larger one read that, all others the small one. */
function ending({ count, size, offset }: List): Buffer {
  const large = Buffer.alloc(56 + 20)
  large.writeUInt32LE(0x0606_4b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(VERSION, 12)
  large.writeUInt16LE(VERSION, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  large.writeUInt32LE(0x0706_4b50, 56)
  large.writeBigUInt64LE(BigInt(offset + size), 64)
  large.writeUInt32LE(1, 72)
  const small = Buffer.alloc(22)
  small.writeUInt32LE(0x0605_4b50, 0)
  small.writeUInt16LE(Math.min(count, MOST_16), 8)
  small.writeUInt16LE(Math.min(count, MOST_16), 10)
  small.writeUInt32LE(Math.min(size, MOST_32), 12)
  small.writeUInt32LE(Math.min(offset, MOST_32), 16)
  return Buffer.concat([large, small])
}
