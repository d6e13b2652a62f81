import { backOffMs } from '../../api/back-off.ts'
import { watchConnection } from '../../api/connection.ts'
import type { PassEnd } from './push-outbox.ts'

/** Something that works through a queue: woken by whatever might have changed, waiting by itself between tries. */
export type RetryLoop = { wake(): void; stop(): void }

const LOOK_ANYWAY_MS = 5 * 60_000

/**
 * Runs `pass` now, when woken, when the network or the person comes back, and by a timer; `anew` tells it that it is not
 * the timer or news of its own queue. A pass that has to wait is tried again after a growing time; waking does not wait.
 * A pass that throws is tried again like one that failed. `onWait` hears how long it waits at most.
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
