import { HOUR_MS, LOOSE_BYTES_MS } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import { wasRestored } from '../db/restored.ts'
import { type TxContext, transact } from '../transact.ts'
import { forgetTurns, orderVerification } from './line.ts'
import { servedKeys } from './rendition/store.ts'
import type { Blob, BlobArea } from './storage.ts'
import { forgetFiles, knownKeys, listLeftovers, listUnverified, markPurged, purgeLoose } from './store.ts'

const strayMs = 24 * HOUR_MS
const unverifiedMs = HOUR_MS / 4
const keysAtOnce = 500

/**
 * Deletes a video for good: nobody sees it from this commit on, and `removeLeftovers` removes its files (S2-4.10,
 * D55). Does nothing to a video that is already gone.
 */
export async function purgeMedia({ tx }: TxContext, mediaId: string): Promise<void> {
  await markPurged(tx, mediaId)
}

/**
 * Sweeps whatever nobody waits for: unclaimed videos after a week, files of purged and refused videos, and files
 * without a row after a day. Also orders overdue verifications again. A file with a live row is never touched,
 * however old. For a month after a restore, files without a row are kept too, because the backup may lack their
 * rows.
 */
export async function sweepMedia(context: Context): Promise<void> {
  await transact(context, async (inside) => {
    await purgeLoose(inside.tx, LOOSE_BYTES_MS)
    for (const media of await listUnverified(inside.tx, unverifiedMs)) await orderVerification(inside, media)
    await forgetTurns(inside.tx)
  })
  await removeLeftovers(context)
  if (await wasRestored(context.sql)) return
  await removeStrays(context, 'uploads')
  await removeStrays(context, 'served')
}

/** Removes the files of purged and refused videos. */
export async function removeLeftovers(context: Context): Promise<void> {
  for (const { id, uploadId } of await listLeftovers(context.sql)) {
    for (const key of servedKeys(id)) await context.blobs.remove('served', key)
    if (uploadId) await context.blobs.remove('uploads', uploadId)
    await forgetFiles(context.sql, id)
  }
}

async function removeStrays(context: Context, area: BlobArea): Promise<void> {
  const oldest = (await context.clock.now()).getTime() - strayMs
  let old: Blob[] = []
  for await (const blob of context.blobs.list(area)) {
    if (blob.modifiedAt.getTime() < oldest) old.push(blob)
    if (old.length >= keysAtOnce) {
      await removeUnknown(context, area, old)
      old = []
    }
  }
  await removeUnknown(context, area, old)
}

async function removeUnknown(context: Context, area: BlobArea, blobs: Blob[]): Promise<void> {
  if (blobs.length === 0) return
  const known = await knownKeys(
    context.sql,
    blobs.map(({ key }) => key),
  )
  for (const { key } of blobs) {
    if (!known.has(key)) await context.blobs.remove(area, key)
  }
}
