import { DAY_MS } from '../../sync/limits.ts'
import type { Queryable } from './sql.ts'

/** How many milliseconds after the sign-in a session ends, even if it is used all the time. */
export const SESSION_LIFE_MS = 30 * DAY_MS

/** Returns the condition under which a session `s` has not ended, by the app's clock. */
export function isLive(sql: Queryable) {
  return sql`s."expiresAt" > app_now()
      and s."createdAt" > app_now() - ${SESSION_LIFE_MS} * interval '1 millisecond'`
}
