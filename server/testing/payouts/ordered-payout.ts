import type { World } from '../world.ts'

/** Inserts a payout that an admin is to pay by hand. */
export async function orderedPayout<T extends { payoutId: string; athleteId: string }>(
  thing: T,
  { database: { sql } }: World,
): Promise<T> {
  await sql`
    insert into payout (id, person_id, period, amount_cents, way, why)
    values (${thing.payoutId}, ${thing.athleteId}, ${thing.payoutId}, 4_321, 'manual', 'chosen')`
  return thing
}
