import type { Asker } from '../../../sync/account/asker.ts'
import type { AskStatusAnswer, CheckExistingUserAnswer, PrepareAskAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { PreparedAsk } from '../../../sync/question/ask.ts'
import { type CallResult, call } from '../../api/call.ts'
import { callProven } from '../../api/captcha/call-proven.ts'
import { prepareCaptcha, takeCaptcha } from '../../api/captcha/captcha.ts'
import { isCaptchaWanted } from '../../api/captcha/with-captcha.ts'
import { isOnline } from '../../api/connection.ts'
import { getSession, refreshSession } from '../../api/session.ts'
import type { AskDraft } from './ask-draft.ts'

/** Leaving step 2: who asks whom, and whether it is the first time (S1-4.8–4.11). */
export async function checkExistingUser(
  athleteId: string,
  asker: Asker,
): Promise<CallResult<CheckExistingUserAnswer>> {
  const checked = await callProven<CheckExistingUserAnswer>(CALLS.checkExistingUser, {
    responderUuid: athleteId,
    firstName: asker.firstName,
    lastName: asker.lastName,
    dob: asker.birthDate,
    city: asker.city,
    country: asker.countryCode,
    email: asker.email,
  })
  // the one that prepares the question wants another
  if (checked.ok && getSession().state !== 'signed-in') prepareCaptcha()
  return becomeGuest(checked)
}

/** The draft as the server is told of it. */
export function preparedAskOf(draft: AskDraft, athleteId: string, amountCents: number): PreparedAsk {
  const { questionId, subject, text, video, asker, discount, page } = draft
  const kind = video ? 'video' : 'text'
  const ask = {
    questionId,
    athleteId,
    subject,
    kind,
    text: video ? '' : text,
    video,
    asker,
    amountCents,
  } as const
  return { ...ask, ...(discount && { discountCode: discount.code }), ...(page && { page }) }
}

/**
 * Stores the whole question on the server beside its payment; safe to be called again. Visitors become guests by it
 * and show a solved captcha once per question (S1-4.14, S1-4.28, D44).
 */
export async function prepareAsk(
  ask: PreparedAsk,
  wasPrepared: boolean,
): Promise<CallResult<PrepareAskAnswer>> {
  const { state } = getSession()
  const knows = state === 'signed-in' || wasPrepared
  const first = await prepareWith(ask, knows ? null : await takeCaptcha())
  if (!isCaptchaWanted(first)) return becomeGuest(first)
  return becomeGuest(await prepareWith(ask, await takeCaptcha()))
}

/** How far the server is with a question of ours. Refuses `not-found` when it never heard of it. */
export function askStatus(questionId: string): Promise<CallResult<AskStatusAnswer>> {
  return call<AskStatusAnswer>(CALLS.askStatus, { questionId })
}

/** Offline there is nobody to tell, and a failure is for the log alone (S1-8.12). */
export async function cancelPayment(paymentIntentId: string): Promise<void> {
  if (!isOnline()) return
  const cancelled = await call(CALLS.cancelPaymentIntent, { paymentIntentId })
  // biome-ignore lint/suspicious/noConsole: logged, and nothing else, as it is laid down
  if (!cancelled.ok) console.warn('The payment could not be cancelled.', cancelled)
}

/** Waits; rejects when the signal says so. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function prepareWith(
  ask: PreparedAsk,
  captcha: CallResult<string> | null,
): Promise<CallResult<PrepareAskAnswer>> | CallResult<PrepareAskAnswer> {
  if (captcha && !captcha.ok) return captcha
  return call<PrepareAskAnswer>(CALLS.prepareAsk, { ask, captcha: captcha ? captcha.value : null })
}

/** A visitor has become a guest by it: the calls after carry the guest's token, and whoever asks who is here knows. */
async function becomeGuest<T>(result: CallResult<T>): Promise<CallResult<T>> {
  if (result.ok && getSession().state === 'visitor') await refreshSession()
  return result
}
