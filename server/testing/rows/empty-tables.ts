import type { Sql } from '../../db/sql.ts'

/** Empties tables between tests, including append-only ones, because triggers do not fire in the replica role. */
export async function emptyTables(sql: Sql, tables: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`truncate ${tables} cascade`)
  })
}
