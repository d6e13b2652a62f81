const CHANNEL = 'step-aside'
const ASIDE_MS = 30_000

let asideUntil = 0

/**
 * Has the worker in charge end what it is at, and this page give it no more, so that a newer one takes over. On a
 * channel, and never as a message: one that comes while it is stopped or about to be wakes it, and Chromium, which asks a
 * worker to hurry once and no more, has the newer one wait until this one has had nothing to do for thirty seconds.
 */
export function askToStepAside(): void {
  setAside()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/**
 * A worker hears it as long as it runs; `end` ends what it is at. Pages do not listen: some browsers keep none that does
 * for going back.
 */
export function hearStepAside(end: () => void): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', () => {
    setAside()
    end()
  })
}

/** Whether the worker in charge is to be left alone: nothing is begun in it, and what it is asked for waits for the next. */
export const isAside = () => Date.now() < asideUntil

/** A worker that waited heard it too, and takes over now. */
export function takeCharge(): void {
  asideUntil = 0
}

function setAside(): void {
  asideUntil = Date.now() + ASIDE_MS
}
