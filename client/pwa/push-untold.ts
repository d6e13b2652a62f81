import { keepNote } from '../api/keep-note.ts'

/**
 * The key of the mark set from before subscribing, or from the end of a session, until the server has confirmed, so
 * that it survives a lost connection and a closed page. It says nothing while there is no subscription.
 */
export const UNTOLD = 'infield.push-untold'

const listeners = new Set<() => void>()

/** Notes that the server does not know this device's push subscription. */
export function noteUntold(): void {
  keepNote(UNTOLD, '1')
}

/** Notes that the server knows it, and calls the listeners. */
export function forgetUntold(): void {
  localStorage.removeItem(UNTOLD)
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` when the server has come to know this device's push subscription, and each time another page of
 * the app notes whether it does. Returns a function that stops this.
 */
export function watchUntold(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === UNTOLD) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
