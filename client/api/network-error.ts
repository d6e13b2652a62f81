import type { Refusal, Result } from '../../sync/result.ts'

/**
 * Our server did not answer, or could not. The caller cannot tell whether anything happened, and may repeat the call.
 * `network`: no connection; `foreign`: another server answered (a captive portal); `server`: ours, with an error.
 */
export type NetworkError = {
  ok: false
  offline: true
  reason: 'network' | 'foreign' | 'server'
  /** The status of the answer; null when nothing answered. */
  status: number | null
  /** How long to wait before the next try, in milliseconds; null when the answer does not say. */
  retryAfterMs: number | null
}

/** Builds the result of a call that failed; `response` is what answered, if anything did. */
export function networkError(reason: NetworkError['reason'], response?: Response): NetworkError {
  const seconds = response ? secondsIn(response) : null
  return {
    ok: false,
    offline: true,
    reason,
    status: response?.status ?? null,
    retryAfterMs: seconds === null ? null : seconds * 1_000,
  }
}

/** Checks whether the server refused a call with this code. */
export function isRefused(result: Result<unknown> | NetworkError, code: Refusal['code']): boolean {
  return !result.ok && 'refusal' in result && result.refusal.code === code
}

/** The result of a call whose script could not be loaded. */
export const NOT_LOADED = networkError('network')

/** Returns the seconds in the `Retry-After` header, or null. */
export function secondsIn({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
