import type Postgres from 'postgres'

/**
 * As in the package, except that `begin` sends the text of its options in one query with "begin" and passes the
 * resulting rows on.
 */
export declare const postgres: typeof Postgres
