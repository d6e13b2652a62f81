import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../db/sql.ts'

const LOOK_AGAIN_MS = 10
const PATIENCE_MS = 25_000

/**
 * Waits until a pull finds all that is committed now. A pull ends below the oldest open writer of the whole cluster,
 * and the other test files write there too: it is their transactions that are waited for, those open at this moment
 * and no younger ones.
 */
export async function settled(sql: Sql): Promise<void> {
  const [now] = await sql<{ next: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const [look] = await sql<{ done: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now?.next ?? '0'}::text::xid8 as done`
    if (look?.done) return
    if (performance.now() > end) throw new Error('a transaction of this cluster has been open for too long')
  }
}
