import { COPY } from '../../../sync/copy.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Refusal } from '../../../sync/result.ts'
import type { Unreached } from '../../api/unreached.ts'
import { refusalText } from '../../text/refusals.ts'

/** What is said as it is: it tells by itself what is wrong. */
const PLAIN: readonly RefusalCode[] = ['wrong-signup-code', 'username-taken', 'too-many-requests']

/**
 * The alert of a sign-up that was not taken (S2-8.2 to S2-8.5): what is wrong with the password is an authentication
 * error, with anything else that was sent a profile error; and what is no refusal at all has the last sentence, or its own.
 */
export function joiningError(failed: { refusal: Refusal } | Unreached): string {
  if (!('refusal' in failed)) return failed.reason === 'server' ? COPY.signupFailed : UNREACHED
  const { code } = failed.refusal
  const message = refusalText(failed.refusal)
  if (PLAIN.includes(code)) return message
  return code.startsWith('password-')
    ? `Authentication error: ${message}`
    : `Profile creation error: ${message}`
}

const UNREACHED =
  'This needs a network, and our server was not reached. Nothing you entered is lost: try again when you are back.'
