import { backOffMs } from '../../api/back-off.ts'
import { watchConnection } from '../../api/connection.ts'
import type { PassEnd } from './push-outbox.ts'

/** Works through a queue: runs when woken, and waits by itself between tries. */
export type RetryLoop = { wake(): void; stop(): void }

const LOOK_ANYWAY_MS = 5 * 60_000

/**
 * Runs `pass` now, when woken, when the network or the user comes back, and by a timer. `anew` is true at the start
 * and when the network or the user came back. A pass that ends with `later`, or throws, is tried again after
 * growing pauses; waking does not wait for the pause. `onWait` receives the longest time until the next pass.
 */
export function startRetryLoop(
  pass: (anew: boolean) => Promise<PassEnd>,
  onWait: (waitMs: number) => void = () => {},
): RetryLoop {
  let running = false
  let again = false
  let anew = true
  let stopped = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    running = true
    do {
      again = false
      const isAnew = anew
      anew = false
      plan(await pass(isAnew).catch((): PassEnd => ({ left: 'later', afterMs: null })))
    } while (again && !stopped)
    running = false
  }
  const plan = (end: PassEnd) => {
    clearTimeout(timer)
    if (stopped) return
    failures = end.left === 'later' ? failures + 1 : 0
    const wait = failures > 0 ? backOffMs(failures - 1, Math.random()) : LOOK_ANYWAY_MS
    const waitMs = Math.max(wait, end.left === 'later' ? (end.afterMs ?? 0) : 0)
    timer = setTimeout(wake, waitMs)
    onWait(waitMs)
  }
  const wake = () => {
    if (stopped) return
    if (running) again = true
    else void run()
  }
  const wakeAnew = () => {
    anew = true
    wake()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') wakeAnew()
  }

  document.addEventListener('visibilitychange', onVisible)
  const unwatch = watchConnection((online) => {
    if (online) wakeAnew()
  })
  wake()
  return {
    wake,
    stop() {
      stopped = true
      clearTimeout(timer)
      unwatch()
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

/**
 * Runs `act` until it succeeds: now, after growing pauses, and when the network or the user comes back. `done` never
 * rejects; it stays open when `stop` comes first.
 */
export function retryUntilDone<T>(act: () => Promise<T>): { done: Promise<T>; stop(): void } {
  let resolve = (_: T) => {}
  const done = new Promise<T>((fulfil) => {
    resolve = fulfil
  })
  const loop = startRetryLoop(async () => {
    resolve(await act())
    loop.stop()
    return { left: 'nothing' }
  })
  return { done, stop: loop.stop }
}
