import type { Queryable, Statement } from './sql.ts'

/** Of rows that were read with one more than `most`: those that are shown, and whether there are others. */
export function firstOf<Row>(rows: readonly Row[], most: number): { shown: Row[]; more: boolean } {
  return { shown: rows.slice(0, most), more: rows.length > most }
}

/** By what a list is ordered: a table under its name in the query, and a moment of its rows; the newest first, unless it ascends. */
type Order = { table: string; as: string; by: string; isAscending?: boolean }

/**
 * Whether a row comes behind the one with which a page ended. That one says by itself when it was: the moment that a
 * browser sends back has no microseconds, and would pass over whatever shares its millisecond. Of one that is gone
 * meanwhile the moment is all there is.
 */
export function comesAfter(
  sql: Queryable,
  { table, as, by, isAscending = false }: Order,
  { at, id }: { at: number; id: string },
): Statement {
  const place = sql`(coalesce((select ended.${sql(by)} from ${sql(table)} ended where ended.id = ${id}), ${new Date(at)}), ${id})`
  const own = sql`(${sql(as)}.${sql(by)}, ${sql(as)}.id)`
  return isAscending ? sql`${own} > ${place}` : sql`${own} < ${place}`
}
