import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

type Timer = { at: number; everyMs: number | null; run: () => void }

const real = { setTimeout, clearTimeout, setInterval, clearInterval }
const realNow = Date.now
/** Above any timer id that the browser gives. */
const FIRST_ID = 1_000_000_000

const beside = createRoot(document.createElement('div'))

let flushes = 0
let waiting = new Map<number, Timer>()
let lastId = FIRST_ID
let elapsedMs = 0

/**
 * Stops timers of at least `leastMs`, and `Date.now`, until `pass` is called, so that tests do not depend on the
 * machine's speed. Vitest's fake timers do not help, because they advance while Vitest waits for an element. Timers
 * that already run continue, so call this before the code under test starts its timers.
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

/** Restores the browser's own timers and drops the stopped ones. */
export function startTimers(): void {
  Object.assign(globalThis, real)
  Date.now = realNow
  waiting = new Map()
  elapsedMs = 0
}

/** Lets this many milliseconds pass. When it returns, everything due is rendered and transitions have finished. */
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

/** Makes React run pending effects, which it does before it renders another root, because they may start timers. */
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
  // This timer was started before the timers were stopped.
  if (id === undefined || !waiting.delete(id)) real.clearTimeout.call(globalThis, id)
}
