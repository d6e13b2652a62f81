import type { DeskRow } from '../../../sync/desk/requests.ts'
import type { Taken } from '../../../sync/desk/screening.ts'

/** Whose a request is at this moment; what has run out is nobody's, even before the desk looks again. */
export function takenNow({ taken }: Pick<DeskRow, 'taken'>, now: number): Taken | null {
  return taken && taken.until > now ? taken : null
}
