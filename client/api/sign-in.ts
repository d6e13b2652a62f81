import type { CallResult } from './call.ts'
import { NOT_LOADED } from './network-error.ts'
import { loadCalls, refreshOnceMore, type Session, type ShownFactor } from './session.ts'

/**
 * Signs in. Refusals: those of `sendSignIn`. The unsent work of another account stays on this device and cannot be
 * read. `onCaptcha` is called when the account asks for a captcha, which the device then solves.
 */
export async function signIn(
  email: string,
  password: string,
  { onCaptcha = () => {}, ...shown }: ShownFactor & { onCaptcha?: () => void } = {},
): Promise<CallResult<Session>> {
  const calls = await loadCalls()
  if (!calls) return NOT_LOADED
  const signedIn = await calls.sendSignIn({ email, password, ...shown }, onCaptcha)
  return signedIn.ok ? refreshOnceMore() : signedIn
}
