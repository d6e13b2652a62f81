import { DAY_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import { wasRestored } from '../../db/restored.ts'
import { transact } from '../../transact.ts'
import { deleteUnclaimed, knownFiles } from './store.ts'

const KEYS_AT_ONCE = 500

/**
 * Sweeps the pictures of abandoned sign-ups, and files older than a day without a row (D53). Files without a row
 * are kept for a month after a restore, because the backup may lack their rows. A picture that belongs to a person
 * is never touched.
 */
export async function sweepPictures(context: Context): Promise<void> {
  const unclaimed = await transact(context, ({ tx }) => deleteUnclaimed(tx))
  for (const key of unclaimed) await context.blobs.remove('pictures', key)
  if (await wasRestored(context.sql)) return
  const oldest = (await context.clock.now()).getTime() - DAY_MS
  let old: string[] = []
  for await (const { key, modifiedAt } of context.blobs.list('pictures')) {
    if (modifiedAt.getTime() < oldest) old.push(key)
    if (old.length >= KEYS_AT_ONCE) {
      await removeUnknown(context, old)
      old = []
    }
  }
  await removeUnknown(context, old)
}

async function removeUnknown({ sql, blobs }: Context, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const known = await knownFiles(sql, keys)
  for (const key of keys) if (!known.has(key)) await blobs.remove('pictures', key)
}
