import { pause } from '../api/pause.ts'

const LOOK_MS = 2_000
const CLOSING_MS = 60_000

export type Sending = {
  /** Returns the pages of the app that are open. */
  pages: () => Promise<readonly { visibilityState: string }[]>
  /** Sends what is left; returns whether nothing is left. */
  send: () => Promise<boolean>
}

/**
 * Sends what is left once nobody looks at a page, because a page that is looked at sends better than the worker can.
 * A hidden page may be frozen and send nothing, so nothing waits for it; locks let only one of them send. Rejects
 * while something may be unsent, because a browser forgets a wish that was granted and otherwise tries again.
 */
export async function sendUnlessSeen({ pages, send }: Sending, signal: AbortSignal): Promise<void> {
  for (let waited = 0; (await pages()).some(isSeen); waited += LOOK_MS) {
    if (waited >= CLOSING_MS) throw new Error('a page is open, and may not have sent everything')
    await pause(LOOK_MS, signal)
    signal.throwIfAborted()
  }
  if (!(await send())) throw new Error('there is more to send')
}

function isSeen({ visibilityState }: { visibilityState: string }): boolean {
  return visibilityState === 'visible'
}

/** Checks whether this browser sends after the app is closed; an iPhone and Firefox do not. */
export function sendsWhenClosed(): boolean {
  return 'ServiceWorkerRegistration' in globalThis && 'sync' in ServiceWorkerRegistration.prototype
}
