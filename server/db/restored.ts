import type { Queryable } from './sql.ts'

/**
 * Whether what runs here came back from a backup in the last 30 days, for so long devices keep what was settled: what
 * nobody knows here may then have been told, paid or sent before.
 */
export async function wasRestored(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from feed_epoch where restored_at > app_now() - interval '30 days'`
  return rows.length > 0
}
