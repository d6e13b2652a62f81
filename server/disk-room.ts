import { statfs } from 'node:fs/promises'

/**
 * The space of the disk with the videos, in bytes. `isEndless` means that there is no disk, and nothing can be said
 * about how full it is.
 */
export type Room = { freeBytes: number; totalBytes: number; isEndless?: true }

/** Returns the free space of a folder's disk. */
export async function roomOf(dir: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
