import type { RefusalCode } from '../../../sync/errors.ts'
import { type CallResult, call, isNetworkError } from '../call.ts'
import { takeCaptcha } from './captcha.ts'

const CAPTCHA_CODES: readonly RefusalCode[] = ['captcha-missing', 'captcha-wrong', 'captcha-used']

/** Makes a call with a captcha that this device solves. */
export async function callWithCaptcha<T>(path: string, body: unknown): Promise<CallResult<T>> {
  const captcha = await takeCaptcha()
  return captcha.ok ? call<T>(path, body, { captcha: captcha.value }) : captcha
}

/** Checks whether the server refused a call because its captcha is missing, wrong or used. */
export function isCaptchaWanted(result: CallResult<unknown>): boolean {
  return !result.ok && !isNetworkError(result) && CAPTCHA_CODES.includes(result.refusal.code)
}
