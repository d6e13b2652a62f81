import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { InternalError } from '../../log.ts'

/** A range of bytes in a file, both ends included. */
type Range = { start: number; end: number }

/** The longest range that is read as one piece. */
export const PIECE_BYTES = 1_048_576

/**
 * Bytes in lent memory. A caller that gives them back must not read them again. Not giving them back only costs
 * time.
 */
export type Piece = { bytes: Uint8Array<ArrayBuffer>; giveBack(): void }

/**
 * Creates a function that reads ranges of files, each at most `PIECE_BYTES` long. Concurrent readers of a file
 * share one open handle and the last one closes it, because opening and closing cost more than reading what the
 * system has cached.
 */
export function createRangeReader(): (file: string, range: Range) => Promise<Piece> {
  const lend = createMemory()
  const opened = new Map<string, { handle: Promise<FileHandle>; readers: number }>()
  return async (file, range) => {
    const shared = opened.get(file) ?? { handle: open(file, 'r'), readers: 0 }
    opened.set(file, shared)
    shared.readers += 1
    try {
      const handle = await shared.handle
      const piece = lend(range.end - range.start + 1)
      await fill(piece.bytes, { handle, file, start: range.start })
      return piece
    } finally {
      shared.readers -= 1
      if (shared.readers === 0) {
        opened.delete(file)
        // if the file could not be opened, its readers have been told already
        await shared.handle.then(
          (handle) => handle.close(),
          () => {},
        )
      }
    }
  }
}

/** Smaller pieces get memory of their own, so that a slow reader holds at most twice what it asked for. */
const KEPT_FROM_BYTES = 32_768
const KEPT_OF_A_SIZE = 32

/**
 * Creates a pool of memory in powers of two. With fresh memory for every piece, the garbage collector took a
 * quarter of the time.
 */
function createMemory(): (bytes: number) => Piece {
  const kept = new Map<number, ArrayBuffer[]>()
  return (bytes) => {
    if (bytes < KEPT_FROM_BYTES) return { bytes: new Uint8Array(bytes), giveBack() {} }
    const size = 2 ** Math.ceil(Math.log2(bytes))
    const free = kept.get(size) ?? []
    kept.set(size, free)
    const memory = free.pop() ?? new ArrayBuffer(size)
    let isLent = true
    return {
      bytes: new Uint8Array(memory, 0, bytes),
      giveBack() {
        if (isLent && free.length < KEPT_OF_A_SIZE) free.push(memory)
        isLent = false
      },
    }
  }
}

type From = { handle: FileHandle; file: string; start: number }

async function fill(bytes: Uint8Array, { handle, file, start }: From): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at)
    if (bytesRead === 0)
      throw new InternalError(`${path.basename(file)} ends before byte ${start + bytes.length}`)
    at += bytesRead
  }
}
