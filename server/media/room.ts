import { DAY_MS } from '../../sync/limits.ts'
import type { VideoPurpose } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Room } from '../disk-room.ts'
import { tellTeam } from '../notify/enqueue.ts'
import { transact } from '../transact.ts'

/** The share of the disk that must stay free for new question videos to be accepted. */
const LEAST_FREE = 0.1
/** The share for answers; it is lower, because an answer is owed and paid for. */
const LEAST_FREE_FOR_ANSWERS = 0.03
/** The share of the disk that all unclaimed question videos may take together. */
const MOST_LOOSE = 0.25

/** A disk with room for everything. */
export const AMPLE: Room = { freeBytes: 2 ** 50, totalBytes: 2 ** 50 }

/**
 * A bucket has no limit; its unclaimed videos are limited to a quarter of a tebibyte, because storage costs money.
 */
export const BUCKET_ROOM: Room = { freeBytes: 2 ** 40, totalBytes: 2 ** 40, isEndless: true }

/**
 * Checks that there is room for these bytes: for answers down to 3 % of free space, otherwise down to 10 %. Refuses
 * `storage-full`.
 */
export function checkRoom({ freeBytes, totalBytes }: Room, purpose: VideoPurpose, bytes = 0): Result<true> {
  const least = purpose === 'question' ? LEAST_FREE : LEAST_FREE_FOR_ANSWERS
  return freeBytes - bytes >= totalBytes * least ? done(true) : refuse('storage-full')
}

/**
 * Returns how many bytes all unclaimed question videos may take together; 0 when free space is low, so that no new
 * one is announced.
 */
export const looseBytesIn = (room: Room): number => (isRoomLow(room) ? 0 : room.totalBytes * MOST_LOOSE)

/** Returns whether question videos are refused because free space is low. */
export function isRoomLow(room: Room): boolean {
  return !checkRoom(room, 'question').ok
}

/** Tells admins, at most once a day, and the log, that question videos are refused because free space is low. */
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
