const CHANNEL = 'step-aside'
const ASIDE_MS = 30_000

let asideUntil = 0

/**
 * Makes the active worker end its work, and this page send it no more, so that a newer worker can take over. Uses a
 * channel instead of a message, because a message wakes a stopped worker, and Chromium, which asks a worker to
 * finish only once, would keep the newer worker waiting until this one has been idle for thirty seconds.
 */
export function askToStepAside(): void {
  setAside()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/**
 * Listens in a service worker, and calls `end` to end its work. Pages do not listen, because some browsers exclude
 * a page with an open channel from the back/forward cache.
 */
export function hearStepAside(end: () => void): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', () => {
    setAside()
    end()
  })
}

/**
 * Returns whether the active worker must be left alone. Then no work starts in it, and requests wait for the next
 * worker.
 */
export const isAside = () => Date.now() < asideUntil

/** Ends the pause in the new worker, which heard the request too and now takes over. */
export function takeCharge(): void {
  asideUntil = 0
}

function setAside(): void {
  asideUntil = Date.now() + ASIDE_MS
}
