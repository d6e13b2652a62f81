import { type FileHandle, open } from 'node:fs/promises'
import type { ReadBytes } from '../../../sync/media/read/boxes.ts'
import { sensibleBytes } from '../../../sync/media/read/structure.ts'
import type { VideoFamily } from '../../../sync/media/tracks.ts'

/** Opens a file while `use` reads it; bytes beyond `bytes` are hidden. */
export async function readingFile<T>(
  file: string,
  use: (read: ReadBytes, size: number) => Promise<T>,
  bytes = Number.POSITIVE_INFINITY,
): Promise<T> {
  const handle = await open(file, 'r')
  try {
    const size = Math.min(bytes, (await handle.stat()).size)
    return await use((from, to) => readRange(handle, from, Math.min(to, size)), size)
  } finally {
    await handle.close()
  }
}

async function readRange(handle: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const length = Math.max(0, to - from)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

/** Returns how many bytes of a file are part of a video; null when it is no video. */
export function sensibleBytesOf(file: string, family: VideoFamily): Promise<number | null> {
  return readingFile(file, (read, size) => sensibleBytes({ size, read, family }))
}
