import type { Asker } from '../../../sync/account/asker.ts'
import type { AskStatusAnswer, PrepareAskAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { PreparedAsk } from '../../../sync/question/ask.ts'
import type { CheckExistingUserAnswer } from '../../../sync/question/specified-calls.ts'
import { type CallResult, call } from '../../api/call.ts'
import { callProven } from '../../api/captcha/call-proven.ts'
import { prepareCaptcha, takeCaptcha } from '../../api/captcha/captcha.ts'
import { isCaptchaWanted } from '../../api/captcha/with-captcha.ts'
import { isOnline } from '../../api/connection.ts'
import { getSession, refreshSession } from '../../api/session.ts'
import { timeZone } from '../../api/time-zone.ts'
import type { AskDraft } from './ask-draft.ts'

/** Tells the server who asks whom, when the fan leaves step 2; returns whether it is the first time (S1-4.8–4.11). */
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
  // The call that prepares the question will need another captcha.
  if (checked.ok && getSession().state !== 'signed-in') prepareCaptcha()
  return becomeGuest(checked)
}

/** Converts a draft to the shape in which the server takes it. */
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
 * Stores the whole question on the server with its payment; safe to call again. A visitor becomes a guest by this
 * call, and shows a solved captcha once per question (S1-4.14, S1-4.28, D44).
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

/** Returns how far the server is with a question. Refuses `not-found` when the server does not know it. */
export function askStatus(questionId: string): Promise<CallResult<AskStatusAnswer>> {
  return call<AskStatusAnswer>(CALLS.askStatus, { questionId })
}

/** Cancels a payment. Does nothing offline, and only logs a failure (S1-8.12). */
export async function cancelPayment(paymentIntentId: string): Promise<void> {
  if (!isOnline()) return
  const cancelled = await call(CALLS.cancelPaymentIntent, { paymentIntentId })
  // biome-ignore lint/suspicious/noConsole: logged, and nothing else, as it is laid down
  if (!cancelled.ok) console.warn('The payment could not be cancelled.', cancelled)
}

function prepareWith(
  ask: PreparedAsk,
  captcha: CallResult<string> | null,
): Promise<CallResult<PrepareAskAnswer>> | CallResult<PrepareAskAnswer> {
  if (captcha && !captcha.ok) return captcha
  const body = { ask, captcha: captcha ? captcha.value : null }
  return call<PrepareAskAnswer>(CALLS.prepareAsk, body, { zone: timeZone() })
}

/**
 * Refreshes the session after a call that made a visitor a guest, so that later calls carry the guest's token and
 * the app knows about the guest.
 */
async function becomeGuest<T>(result: CallResult<T>): Promise<CallResult<T>> {
  if (result.ok && getSession().state === 'visitor') await refreshSession()
  return result
}
