import { keepNote } from '../api/keep-note.ts'

/**
 * The key of the mark set from before subscribing, or from the end of a session, until the server has confirmed, so
 * that it survives a lost connection and a closed page. It says nothing while there is no subscription.
 */
export const UNTOLD = 'infield.push-untold'

/** Notes that the server does not know this device's push subscription. */
export function noteUntold(): void {
  keepNote(UNTOLD, '1')
}
