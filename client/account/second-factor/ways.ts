import type { Refusal } from '../../../sync/result.ts'

/** The ways in which a second factor is shown, as a refusal names them: an app, a passkey. */
export function waysIn(detail: Refusal['detail']): string[] {
  return String(detail?.by ?? 'app').split(' ')
}
