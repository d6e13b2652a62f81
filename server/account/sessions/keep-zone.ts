import type { Sql } from '../../db/sql.ts'
import { isZone } from '../../notify/spoken-time.ts'

/** Stores the time zone of a person's browser if it has changed; a text that is no zone changes nothing. */
export async function keepZone(sql: Sql, personId: string, zone: string | undefined): Promise<void> {
  if (zone === undefined || !isZone(zone)) return
  await sql`update person set zone = ${zone} where id = ${personId} and zone is distinct from ${zone}`
}
