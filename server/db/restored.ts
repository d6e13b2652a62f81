import type { Queryable } from './sql.ts'

/**
 * Checks whether the database was restored from a backup in the last 30 days, which is how long devices keep
 * settled intents. After a restore, things unknown to the server may already have been told, paid or sent.
 */
export async function wasRestored(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from feed_epoch where restored_at > app_now() - interval '30 days'`
  return rows.length > 0
}
