import type { Sql, Tx } from '../db/sql.ts'

/** Moves `app_now()` of this database forward, and with it deadlines and jobs. Returns the new time. */
export async function advanceClock(on: Sql | Tx, ms: number): Promise<Date> {
  await on`insert into test_clock (shift) values (${ms} * interval '1 millisecond')
    on conflict (only_row) do update set shift = test_clock.shift + excluded.shift`
  const [row] = await on<{ now: Date }[]>`select app_now() as now`
  if (!row) throw new Error('the database told no time')
  return row.now
}

/** Moves `app_now()` forward to a moment, from which it runs on. Throws if the moment is in the past. */
export async function setClock(on: Sql | Tx, moment: Date): Promise<void> {
  const [row] = await on<{ ms: number }[]>`
    select extract(epoch from ${moment}::timestamptz - app_now())::float8 * 1000 as ms`
  if (!row || row.ms < 0) throw new Error(`the test clock only goes forward, not to ${moment.toISOString()}`)
  await advanceClock(on, row.ms)
}
