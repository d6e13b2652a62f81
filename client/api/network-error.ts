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
