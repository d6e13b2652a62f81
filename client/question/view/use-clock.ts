import type { Moment } from '../../../sync/moment.ts'
import { serverNow, useSession } from '../../api/session.ts'

/**
 * The time by the server's clock; null while the page is as a server rendered it, which knows neither this device's
 * clock nor its zone: what tells a moment waits for it, so that nobody reads a wrong hour.
 */
export function useClock(): Moment | null {
  const { state } = useSession()
  return state === 'starting' ? null : serverNow()
}
