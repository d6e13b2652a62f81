import type { Queryable } from './sql.ts'

/** The condition that the team has not given up a mail or a push message, by its alias. */
export const notDropped = (sql: Queryable, alias: 'mail' | 'push_message') =>
  sql`not exists (select from dropped_trouble d where d.id = ${sql(alias)}.id)`
