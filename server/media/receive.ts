import { done, type Refusal, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { wasRestored } from '../db/restored.ts'
import type { Queryable } from '../db/sql.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { startStopwatch } from '../pause.ts'
import { type TxContext, transact } from '../transact.ts'
import { findMedia, lockMedia } from './find-media.ts'
import { orderVerification } from './line.ts'
import type { BlobStore } from './storage.ts'
import { listBegun, type MediaRow, markReceived, markRefused, setUpload } from './store.ts'

type Bytes = { sha256: string; bytes: number }

/**
 * Takes in an upload whose last byte arrived: flushes and hashes it, compares it with its declaration, and marks it
 * `received` together with the job that verifies it. Only after this may a device show "Sent". Safe to call again,
 * at the same time or much later. Refuses `video-mismatch` when the bytes are not the declared ones; the video is
 * then `refused` and its bytes are deleted.
 */
export async function receiveUpload(context: Context, mediaId: string): Promise<Result<true>> {
  const media = await findMedia(context.sql, mediaId)
  if (media?.state !== 'expected' || !media.uploadId) return asItStands(media)
  await context.fault('media.after-bytes')
  const found = await readWhole(context.blobs, media.uploadId)
  await context.fault('media.after-hash')
  const result = await transact(context, (inside) => settleUpload(inside, mediaId, found))
  await context.fault('media.after-received')
  if (!result.ok && result.refusal.code === 'video-mismatch') {
    await context.blobs.remove('uploads', media.uploadId)
  }
  return result
}

/** For how many milliseconds one run takes in uploads of one kind, well within the time that its job has. */
const TAKE_IN_MS = 60_000

/**
 * Takes in uploads whose last byte arrived when no server was left to do so, or since the backup that was restored;
 * a failed one is tried again later. Whole videos are read, so after a minute of either kind the next run goes on.
 */
export async function recoverReceived(context: Context): Promise<void> {
  const parts = [
    { videos: await listBegun(context.sql), takeIn: takeInWhole },
    { videos: await listLost(context.sql), takeIn: takeInLost },
  ]
  for (const { videos, takeIn } of parts) {
    const elapsed = startStopwatch()
    for (const { id } of videos) {
      if (elapsed() > TAKE_IN_MS) break
      try {
        await takeIn(context, id)
      } catch (error) {
        context.log.error({ err: error, mediaId: id }, 'an upload could not be taken in')
      }
    }
  }
}

/** Longer than a restored backup is known as one, and a video is waited for after its announcement. */
const LOST_DAYS = 45

/**
 * Returns the announced videos whose upload a restored backup may not know of. Nobody may send them again: their
 * device deletes an answer once it is delivered. The order is by chance, as that of `listBegun`.
 */
async function listLost(sql: Queryable): Promise<{ id: string }[]> {
  if (!(await wasRestored(sql))) return []
  return sql<{ id: string }[]>`
    select id from media where state = 'expected' and upload_id is null
      and created_at > app_now() - ${LOST_DAYS} * interval '1 day' order by random()`
}

/**
 * Takes in an awaited video if all its bytes are here, before what happens if they are not: they may have come just
 * before their server stopped (D5), or since the backup that was restored.
 */
async function takeInArrived(context: Context, mediaId: string): Promise<void> {
  await takeInWhole(context, mediaId)
  await takeInLost(context, mediaId)
}

/**
 * Does what `takeInArrived` does before an end that must not wait for ever: a video that cannot be read, while its
 * store can be used, is told of in the log and counts as not arrived. Throws while the store or the database is away,
 * and while the store takes no writes: the end has to be put off.
 */
export async function takeInReadable(context: Context, mediaId: string): Promise<void> {
  try {
    await takeInArrived(context, mediaId)
  } catch (error) {
    if (!(await isUnreadable(context, mediaId))) throw error
    context.log.error({ err: error, mediaId }, 'an upload cannot be read, and what waited for it ends')
  }
}

/** Reads an upload once more, and returns whether it alone cannot be read: its store can be used. */
async function isUnreadable(context: Context, mediaId: string): Promise<boolean> {
  const { sql, blobs } = context
  const media = await findMedia(sql, mediaId)
  const key = media?.uploadId ?? mediaId
  try {
    const blob = await blobs.stat('uploads', key)
    if (blob?.bytes === media?.declaredBytes) await readWhole(blobs, key)
    return false
  } catch {
    const mark = await blobs.mark.read().catch(() => null)
    // Every upload is made durable before it is read, so a store that takes no writes fails all of them.
    return mark !== null && !(await context.storeError?.())
  }
}

/** Makes an upload durable and hashes it. */
async function readWhole(blobs: BlobStore, uploadId: string): Promise<Bytes> {
  await blobs.settle(uploadId)
  return blobs.hash(uploadId)
}

/** Takes a begun upload in if all its bytes are here; otherwise does nothing. */
async function takeInWhole(context: Context, mediaId: string): Promise<void> {
  const media = await findMedia(context.sql, mediaId)
  if (media?.state !== 'expected' || !media.uploadId) return
  const blob = await context.blobs.stat('uploads', media.uploadId)
  if (blob?.bytes === media.declaredBytes) await receiveUpload(context, mediaId)
}

/**
 * Takes in a video that a restored backup waits for and whose bytes are all still here, as if its last byte had
 * just arrived, because the device may have deleted its copy. The declared hash proves that the bytes are the same.
 */
export async function takeInLost(context: Context, mediaId: string): Promise<void> {
  if (!(await wasRestored(context.sql))) return
  const media = await findMedia(context.sql, mediaId)
  if (media?.state !== 'expected') return
  const blob = await context.blobs.stat('uploads', mediaId)
  if (blob?.bytes !== media.declaredBytes) return
  await transact(context, ({ tx }) => setUpload(tx, mediaId, mediaId))
  await receiveUpload(context, mediaId)
}

async function settleUpload(inside: TxContext, mediaId: string, found: Bytes): Promise<Result<true>> {
  const media = await lockMedia(inside.tx, mediaId)
  // it was cancelled, or taken in by another request, while it was hashed
  if (media?.state !== 'expected' || !media.uploadId) return asItStands(media)
  if (found.sha256 === media.declaredSha256 && found.bytes === media.declaredBytes) {
    await markReceived(inside.tx, mediaId)
    await orderVerification(inside, media)
    return done(true)
  }
  await markRefused(inside.tx, mediaId, 'video-mismatch')
  await enqueue(inside, 'media.settled', { data: { mediaId } })
  return refuse('video-mismatch')
}

/** Returns the result of an upload that is no longer awaited. */
function asItStands(media: MediaRow | null): Result<true> {
  if (media?.state === 'received' || media?.state === 'stored') return done(true)
  return { ok: false, refusal: refusalOf(media) }
}

/** Returns why the bytes of this video are not accepted. */
export function refusalOf(media: MediaRow | null): Refusal {
  return { code: (media?.state === 'refused' && media.refusal) || 'upload-not-expected' }
}
