import { type CallResult, call } from '../call.ts'
import { getSession } from '../session.ts'
import { callWithCaptcha, isCaptchaWanted } from './with-captcha.ts'

/**
 * Makes a call that creates a guest, a mail or a hold. Where nobody is signed in, this device first solves a
 * captcha for it (D116). If the server refuses the captcha, solves another one, once.
 */
export async function callProven<T>(path: string, body: unknown): Promise<CallResult<T>> {
  const first =
    getSession().state === 'signed-in' ? await call<T>(path, body) : await callWithCaptcha<T>(path, body)
  return isCaptchaWanted(first) ? callWithCaptcha<T>(path, body) : first
}
