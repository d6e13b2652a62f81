import { statfs } from 'node:fs/promises'
import { DAY_MS } from '../../sync/limits.ts'
import type { VideoPurpose } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { tellTeam } from '../notify/enqueue.ts'
import { transact } from '../transact.ts'

/** The disk that videos lie on, in bytes; `isEndless`: it is none, and nothing can be said of how full it is. */
export type Room = { freeBytes: number; totalBytes: number; isEndless?: true }

/** Below this share of the disk nothing is taken in that nobody waits for. */
const LEAST_FREE = 0.1
/** An answer is owed and paid for, so it still has the room that questions may not take. */
const LEAST_FREE_FOR_ANSWERS = 0.03
/** Of the disk, all that was announced for questions and is part of none yet may take this much together. */
const MOST_LOOSE = 0.25

/** What is free on the disk of a folder. */
export async function roomOf(dir: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** A disk on which everything has room. */
export const AMPLE: Room = { freeBytes: 2 ** 50, totalBytes: 2 ** 50 }

/** A bucket has no end; what is loose in it is held to a quarter of a tebibyte, because somebody pays for it. */
export const BUCKET_ROOM: Room = { freeBytes: 2 ** 40, totalBytes: 2 ** 40, isEndless: true }

/** Whether bytes for this may come now: for answers down to 3 % of free space, else down to 10 %. Refusal: `storage-full`. */
export function checkRoom({ freeBytes, totalBytes }: Room, purpose: VideoPurpose, bytes = 0): Result<true> {
  const least = purpose === 'question' ? LEAST_FREE : LEAST_FREE_FOR_ANSWERS
  return freeBytes - bytes >= totalBytes * least ? done(true) : refuse('storage-full')
}

/** How many bytes of loose question videos fit in together; where room runs low, none that is not announced yet. */
export const looseBytesIn = (room: Room): number => (isRoomLow(room) ? 0 : room.totalBytes * MOST_LOOSE)

/** Whether questions are turned away for want of room. */
export function isRoomLow(room: Room): boolean {
  return !checkRoom(room, 'question').ok
}

/** Tells the team, once a day at most, and the log, that videos are refused for want of room. */
export async function watchRoom(context: Context): Promise<void> {
  const room = await context.blobs.room()
  if (!isRoomLow(room)) return
  await transact(context, async (inside) => {
    const [told] = await inside.tx`
      select from mail where kind = 'storage-low'
        and created_at > app_now() - ${DAY_MS} * interval '1 millisecond' limit 1`
    if (told) return
    context.log.error(room, 'free space runs out: question videos are refused')
    await tellTeam(inside, 'storage-low')
  })
}
