import type { DeskRow } from '../../../sync/desk/requests.ts'
import type { Taken } from '../../../sync/desk/screening.ts'

/**
 * Returns an admin's claim on a request, or null. A claim that has run out is ignored even before the next fetch.
 */
export function takenNow({ taken }: Pick<DeskRow, 'taken'>, now: number): Taken | null {
  return taken && taken.until > now ? taken : null
}
