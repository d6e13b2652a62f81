import type { RefusalCode } from '../../../sync/errors.ts'
import { type CallOptions, type CallResult, call, isUnreached } from '../call.ts'
import { getSession } from '../session.ts'
import { takeCaptcha } from './captcha.ts'

const CAPTCHA_CODES: readonly RefusalCode[] = ['captcha-missing', 'captcha-wrong', 'captcha-used']

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

/** The same with a captcha whoever is signed in. */
export async function callWithCaptcha<T>(
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<CallResult<T>> {
  const captcha = await takeCaptcha()
  return captcha.ok ? call<T>(path, body, { ...options, captcha: captcha.value }) : captcha
}

/** Whether a call came to nothing for want of a captcha. */
export function isCaptchaWanted(result: CallResult<unknown>): boolean {
  return !result.ok && !isUnreached(result) && CAPTCHA_CODES.includes(result.refusal.code)
}
