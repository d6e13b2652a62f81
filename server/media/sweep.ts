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
 * Takes a video away for good: from this commit on nobody is shown it, and its files go with `removeLeftovers` (S2-4.10,
 * D55). Does nothing to one that is gone already.
 */
export async function purgeMedia({ tx }: TxContext, mediaId: string): Promise<void> {
  await markPurged(tx, mediaId)
}

/**
 * Sweeps what nobody waits for: loose videos of a week ago, files of purged and refused videos, files no row knows
 * after a day; and asks once more for a verification that never came. A file that a living row refers to is never
 * touched, however old; nor, for a month after a backup was restored, one whose row may have been lost with it.
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

/** Removes the files of videos that were purged or refused. */
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
