import type { Refusal } from '../../../sync/result.ts'

const PASSING_CODES: readonly Refusal['code'][] = [
  'too-many-requests',
  'bad-csrf',
  'bad-origin',
  'outdated-app',
  'payments-unreachable',
]

/** Returns whether a refusal is about the connection or the moment, and not about the video or the intents sent. */
export function isPassing({ code }: Refusal): boolean {
  return PASSING_CODES.includes(code)
}
