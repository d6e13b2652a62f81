import { DAY_MS } from '../../sync/limits.ts'
import type { Queryable } from './sql.ts'

/** However much it is used, a session ends this long after the sign-in. */
export const SESSION_LIFE_MS = 30 * DAY_MS

/** The condition under which a session `s` has not ended, by the app's clock. */
export function isLive(sql: Queryable) {
  return sql`s."expiresAt" > app_now()
      and s."createdAt" > app_now() - ${SESSION_LIFE_MS} * interval '1 millisecond'`
}
