import type { Sql, Tx } from './db/sql.ts'
import { InternalError } from './log.ts'

/** The one clock: the database's, plus the offset that exists under test only. */
export type Clock = { now(): Promise<Date> }

/** Reads `app_now()`; inside a transaction it stands still, as the transaction does. */
export function databaseClock(sql: Sql | Tx): Clock {
  return {
    async now() {
      const [row] = await sql<{ now: Date }[]>`select app_now() as now`
      if (!row) throw new InternalError('the database told no time')
      return row.now
    },
  }
}
