import type { digestSwitch } from '../../../sync/desk/screening.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import type { Queryable } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'

/** Turns the caller's own weekly mail off or on. Refuses `not-found` for another person's. */
export async function switchDigest(
  { tx, now }: TxContext,
  caller: Caller,
  { personId, isOn }: Infer<typeof digestSwitch>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  if (personId !== caller.personId) return refuse('not-found')
  await tx`
    insert into weekly_digest (person_id, told_at, is_off) values (${personId}, ${now}, ${!isOn})
    on conflict (person_id) do update set is_off = excluded.is_off`
  return done({})
}

/** Returns whether the caller gets the weekly mail; null for callers who never get it. */
export async function hasDigest(sql: Queryable, caller: Caller): Promise<boolean | null> {
  if (!can(caller, 'screen-question')) return null
  const [row] = await sql<{ isOff: boolean }[]>`
    select is_off as "isOff" from weekly_digest where person_id = ${caller.personId}`
  return !row?.isOff
}
