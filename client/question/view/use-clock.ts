import type { Moment } from '../../../sync/moment.ts'
import { serverNow, useSession } from '../../api/session.ts'

/**
 * Returns the time by the server's clock; null until the page is hydrated. A server that renders the page knows
 * neither the device's clock nor its zone, so dates wait for it and no reader sees a wrong hour.
 */
export function useClock(): Moment | null {
  const { state } = useSession()
  return state === 'starting' ? null : serverNow()
}
