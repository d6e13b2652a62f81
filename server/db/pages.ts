import type { Queryable, Statement } from './sql.ts'

/** Splits rows that were read with one more than `most` into those to show and whether there are more. */
export function firstOf<Row>(rows: readonly Row[], most: number): { shown: Row[]; more: boolean } {
  return { shown: rows.slice(0, most), more: rows.length > most }
}

/** Escapes the characters that have a meaning in a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The order of a list: a table with its alias in the query, and a time column; newest first unless `isAscending`. */
type Order = { table: string; as: string; by: string; isAscending?: boolean }

/**
 * Returns the condition that a row comes after the last one of a page. That row's own time is looked up, because
 * the time that a browser sends back has no microseconds and would skip rows in the same millisecond. If the row
 * is gone, the browser's time is used.
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
