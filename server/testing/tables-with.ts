import type { Sql } from '../db/sql.ts'
import { tableNames } from './rights/hash.ts'

/** Returns the names of the tables in which a row contains this word, in any case. */
export async function tablesWith(sql: Sql, word: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await tableNames(sql)) {
    const rows = await sql.unsafe(`select from ${name} t where t::text ilike '%' || $1 || '%' limit 1`, [
      word,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}
