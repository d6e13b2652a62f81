import { backOffMs } from './back-off.ts'
import type { CallResult } from './call.ts'

/**
 * Makes a call that reads something, and again after growing pauses while the server does not answer or has an error:
 * one that has an error counts as reached, so nothing else says when to ask again. Calls `listener` with each result.
 * Returns the function that stops it.
 */
export function callUntilReached<T>(
  send: () => Promise<CallResult<T>>,
  listener: (result: CallResult<T>) => void,
): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (failures: number) => {
    const result = await send()
    if (isOver) return
    listener(result)
    if (!('offline' in result) || isAnswered(result.status)) return
    const wait = Math.max(backOffMs(failures, Math.random()), result.retryAfterMs ?? 0)
    timer = setTimeout(() => void ask(failures + 1), wait)
  }
  void ask(0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** A proxy that refuses, such as with a 429, is not asked again by itself. */
const isAnswered = (status: number | null) => status !== null && status < 500
