import { isAway } from './db/reachable.ts'

/**
 * Runs the work for each row, one after the other. A row that fails does not keep the others from their turn: all
 * failures are thrown together once every row has had its turn. While the database is away, the first failure ends
 * the round, because every other row would fail by the same.
 */
export async function eachAlone<Row>(
  rows: Iterable<Row>,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      if (isAway(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} failed, the first by: ${sayError(failures[0])}`)
  if (failures.length === 1) throw failures[0]
}

function sayError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
