/**
 * Returns a signal that aborts as soon as one of `signals` does, for the same reason. Used in place of
 * `AbortSignal.any`, which Safari has only since version 17.4 and Firefox since 124.
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const over = new AbortController()
  for (const signal of signals) {
    const abort = () => over.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { signal: over.signal })
  }
  return over.signal
}
