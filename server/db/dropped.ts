import type { Queryable } from './sql.ts'

/** Of a mail or a push by its alias: nobody of the team has given it up. */
export const notDropped = (sql: Queryable, alias: 'mail' | 'push_message') =>
  sql`not exists (select from dropped_trouble d where d.id = ${sql(alias)}.id)`
