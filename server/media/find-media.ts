import type { Queryable, Tx } from '../db/sql.ts'
import { type MediaRow, mediaColumns } from './store.ts'

/** Returns a video by its id; null when there is none. */
export async function findMedia(on: Queryable, id: string): Promise<MediaRow | null> {
  const [row] = await on<MediaRow[]>`select ${mediaColumns(on)} from media where id = ${id}`
  return row ?? null
}

/**
 * Returns a video and locks its row until the transaction ends, so that its last byte comes either before that or
 * after it; null when there is none.
 */
export async function lockMedia(tx: Tx, id: string): Promise<MediaRow | null> {
  const [row] = await tx<MediaRow[]>`select ${mediaColumns(tx)} from media where id = ${id} for update`
  return row ?? null
}
