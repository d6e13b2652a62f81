import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

type Timer = { at: number; everyMs: number | null; run: () => void }

const real = { setTimeout, clearTimeout, setInterval, clearInterval }
const realNow = Date.now
/** No id of the browser's own. */
const FIRST_ID = 1_000_000_000

const beside = createRoot(document.createElement('div'))

let flushes = 0
let waiting = new Map<number, Timer>()
let lastId = FIRST_ID
let elapsedMs = 0

/**
 * From now on timers of at least `leastMs` wait for `pass`, and `Date.now` with them: what they measure depends on no
 * machine. Vitest moves its own fake timers on while it waits for an element, which takes as long as the machine does.
 * Timers that run already go on, so that this is called before what it is to stop.
 */
export function stopTimers(leastMs = 0): void {
  startTimers()
  const stoppedAt = realNow()
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) =>
      ms < leastMs
        ? real.setTimeout.call(globalThis, run, ms)
        : plan({ at: elapsedMs + ms, everyMs: null, run }),
    setInterval: (run: () => void, ms = 0) => plan({ at: elapsedMs + ms, everyMs: ms, run }),
    clearTimeout: forget,
    clearInterval: forget,
  })
  Date.now = () => stoppedAt + elapsedMs
}

/** Timers are the browser's own again; those that wait are dropped. */
export function startTimers(): void {
  Object.assign(globalThis, real)
  Date.now = realNow
  waiting = new Map()
  elapsedMs = 0
}

/** So many milliseconds pass; what is shown by the end of them is there, with nothing fading, when this returns. */
export function pass(ms: number): void {
  flushEffects()
  const end = elapsedMs + ms
  for (let next = nextBy(end); next; next = nextBy(end)) {
    const [id, timer] = next
    elapsedMs = timer.at
    if (timer.everyMs === null) waiting.delete(id)
    else timer.at += Math.max(1, timer.everyMs)
    flushSync(timer.run)
  }
  elapsedMs = end
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
}

/** What is shown already begins its timers a little later: React runs what is left of it before any other root is rendered. */
function flushEffects(): void {
  flushes += 1
  flushSync(() => beside.render(String(flushes)))
}

function nextBy(end: number): [number, Timer] | undefined {
  return [...waiting].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0]
}

function plan(timer: Timer): number {
  lastId += 1
  waiting.set(lastId, timer)
  return lastId
}

function forget(id: number | undefined): void {
  // one of before the timers stood still
  if (id === undefined || !waiting.delete(id)) real.clearTimeout.call(globalThis, id)
}
