import type { Sql } from '../../db/sql.ts'

/** Empties tables between tests, those too that nobody may empty otherwise: their triggers do not fire for a loader. */
export async function emptyTables(sql: Sql, tables: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`truncate ${tables} cascade`)
  })
}
