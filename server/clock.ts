import type { Sql, Tx } from './db/sql.ts'
import { InternalError } from './log.ts'

/** The only clock: the database's, plus an offset that exists only under test. */
export type Clock = { now(): Promise<Date> }

/** Returns a clock that reads `app_now()`; inside a transaction its time stands still. */
export function databaseClock(sql: Sql | Tx): Clock {
  return {
    async now() {
      const [row] = await sql<{ now: Date }[]>`select app_now() as now`
      if (!row) throw new InternalError('the database told no time')
      return row.now
    },
  }
}
