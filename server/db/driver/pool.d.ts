import type Postgres from 'postgres'

/** As the package's own, and `begin` sends what stands behind its options with "begin" and hands its rows over. */
export declare const postgres: typeof Postgres
