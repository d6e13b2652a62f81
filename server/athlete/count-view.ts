import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { inOneStatement } from '../db/transaction.ts'

/**
 * Counts one view of a listed athlete's profile, for today in UTC; nothing about the visitor is stored. Refuses
 * `not-found`.
 */
export async function countView({ sql }: Context, athleteId: string): Promise<Result<Record<string, never>>> {
  const counted = await inOneStatement(
    sql,
    (on) => on`
      insert into profile_view (athlete_id, day, views)
      select id, (app_now() at time zone 'UTC')::date, 1 from person
      where id = ${athleteId} and role = 'creator' and listed
      on conflict (athlete_id, day) do update set views = profile_view.views + 1 returning views`,
  )
  return counted.length > 0 ? done({}) : refuse('not-found')
}
