/**
 * Our server did not answer, or could not: nothing is known to have happened, and the same call may be made again.
 * `network`: no connection; `foreign`: somebody else answered (a captive portal); `server`: ours, in trouble.
 */
export type NetworkError = {
  ok: false
  offline: true
  reason: 'network' | 'foreign' | 'server'
  status: number | null
  retryAfterMs: number | null
}

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

/** What a call comes to whose script could not be loaded. */
export const NOT_LOADED = networkError('network')

/** How long the answer asks to wait, where it says so. */
export function secondsIn({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
