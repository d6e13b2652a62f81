import type { Context } from '../context.ts'
import { wasRestored } from '../db/restored.ts'
import { transact } from '../transact.ts'
import { findMedia, lockMedia } from './find-media.ts'
import { expectAgain, wasReceivedBefore } from './store.ts'

/**
 * Waits anew for the bytes of a received video whose upload is gone because the database was put back, or another one
 * took over, since they arrived: its file was removed after a moment that this database does not know. Otherwise the
 * row would count as arrived for ever, and nothing could end its question. Returns whether it did so. Does nothing
 * where nothing of that kind happened, or while the store is not there, as a disk that is not mounted.
 */
export async function expectLost(context: Context, mediaId: string): Promise<boolean> {
  const { sql } = context
  if (!(await wasRestored(sql)) || !(await wasReceivedBefore(sql, mediaId))) return false
  const media = await findMedia(sql, mediaId)
  const uploadId = media?.uploadId
  if (!uploadId) return false
  const isThere = async () => (await context.blobs.stat('uploads', uploadId)) !== null
  // the store is looked at between two looks at the file, because a disk may come or go at any moment
  if ((await isThere()) || (await context.storeError?.()) || (await isThere())) return false
  const isAwaited = await transact(context, async ({ tx }) => {
    const locked = await lockMedia(tx, mediaId)
    if (locked?.state !== 'received' || locked.uploadId !== uploadId) return false
    await expectAgain(tx, mediaId)
    return true
  })
  if (isAwaited)
    context.log.warn(
      { mediaId },
      'the file of a video that had arrived is gone since a restore; it is awaited again',
    )
  return isAwaited
}
