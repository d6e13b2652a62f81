import type { Sql } from '../../db/sql.ts'
import { isZone } from '../../notify/spoken-time.ts'

/** Keeps in which zone a person's browser tells the time, where that has changed; what is no zone changes nothing. */
export async function keepZone(sql: Sql, personId: string, zone: string | undefined): Promise<void> {
  if (zone === undefined || !isZone(zone)) return
  await sql`update person set zone = ${zone} where id = ${personId} and zone is distinct from ${zone}`
}
