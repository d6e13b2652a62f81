import { type CallOptions, type CallResult, call } from '../call.ts'
import { getSession } from '../session.ts'
import { callWithCaptcha, isCaptchaWanted } from './with-captcha.ts'

/**
 * Makes a call that makes a guest, a mail or a hold: where nobody is signed in, with a captcha that this device solves
 * for it (D116). One that was not taken is solved anew, once.
 */
export async function callProven<T>(
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<CallResult<T>> {
  const first =
    getSession().state === 'signed-in'
      ? await call<T>(path, body, options)
      : await callWithCaptcha<T>(path, body, options)
  return isCaptchaWanted(first) ? callWithCaptcha<T>(path, body, options) : first
}
