import { HOUR_MS, LOOSE_BYTES_MS } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import { wasRestored } from '../db/restored.ts'
import type { Queryable, Tx } from '../db/sql.ts'
import { type TxContext, transact } from '../transact.ts'
import { forgetTurns, orderVerification } from './line.ts'
import { servedKeys } from './rendition/store.ts'
import type { Blob, BlobArea } from './storage.ts'
import { listUnverified, markPurged } from './store.ts'

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

/** Purges unclaimed videos that nobody waits for now. */
async function purgeLoose(tx: Tx, olderThanMs: number): Promise<void> {
  await tx`
    update media m set state = 'purged', purged_at = app_now()
    where m.claimed_by is null and m.state <> 'purged' and m.created_at < app_now() - ${olderThanMs} * interval '1 millisecond'
      and not exists (select from prepared_ask p where p.media_id = m.id and p.state = 'open')
      and not exists (select from question q where q.media_id = m.id and q.status in ('new', 'approved'))
      and not exists (select from answer a where a.media_id = m.id and a.state <> 'withdrawn')`
}

type Leftover = { id: string; uploadId: string | null }

/** Returns videos that users can no longer see and whose files still exist. */
function listLeftovers(on: Queryable): Promise<Leftover[]> {
  return on<Leftover[]>`
    select id, upload_id as "uploadId" from media
    where state in ('refused', 'purged') and (upload_id is not null or served_key is not null
      or exists (select from rendition r where r.media_id = media.id))`
}

/** Forgets the files and renditions of a refused or purged video, after they were removed. */
async function forgetFiles(on: Queryable, id: string): Promise<void> {
  await on`delete from rendition where media_id = ${id}`
  await on`update media set upload_id = null, served_key = null where id = ${id} and state in ('refused', 'purged')`
}

/** Returns those of the names that a row refers to. */
async function knownKeys(on: Queryable, keys: string[]): Promise<Set<string>> {
  const rows = await on<{ key: string }[]>`
    select upload_id as key from media where upload_id = any(${keys})
    union all select served_key from media where served_key = any(${keys})
    union all select file_key from rendition where file_key = any(${keys})`
  return new Set(rows.map(({ key }) => key))
}
