import type { PrepareAskAnswer, PrepareAskCall } from '../../sync/calls.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import { ensureGuest } from '../account/caller.ts'
import { addressOfAsker } from '../account/guest-person.ts'
import type { Context } from '../context.ts'
import { wasRestored } from '../db/restored.ts'
import { checkProof, type Shown } from '../http/proof.ts'
import { limitRecipient } from '../http/recipient-limit.ts'
import { takeInLost } from '../media/receive.ts'
import { looseBytesIn } from '../media/room.ts'
import { admitPayment, rememberOpener } from '../payment/card-trials.ts'
import { activeHold, findHold } from '../payment/find-hold.ts'
import { ensureIntent, refreshHold } from '../payment/hold.ts'
import { adoptHold, findLostHold } from '../payment/lost-hold.ts'
import { PaymentMismatch } from '../payment/operation/expected.ts'
import { PaymentsUnreachable } from '../payment/stripe/answer.ts'
import type { PaymentIntent } from '../payment/stripe/payment-intents.ts'
import { type TxContext, transactOrRefuse } from '../transact.ts'
import { prepareAsk } from './prepare-ask.ts'
import { askById } from './store.ts'

/**
 * The call `prepare-ask`: turns a visitor into a guest, requires a solved captcha once per question (D44), stores
 * the ask and makes its PaymentIntent. The guest's cookie is returned only after a success.
 */
export async function prepareAskOnline(
  context: Context,
  shown: Shown,
  { ask, captcha, zone }: PrepareAskCall & { zone?: string | undefined },
): Promise<{ result: Result<PrepareAskAnswer>; setCookie: string | null }> {
  let setCookie: string | null = null
  const lost = await findLost(context, ask)
  if (!lost.ok) return { result: lost, setCookie }
  const mostLooseBytes = ask.video ? looseBytesIn(await context.blobs.room()) : undefined
  const payable = ask.amountCents > 0 ? await admitPayment(context, shown) : done(true as const)
  if (!payable.ok) return { result: payable, setCookie }
  let asking = shown
  const prepared = await transactOrRefuse(context, async (work) => {
    const guest = await ensureGuest(work, shown.caller)
    setCookie = guest.setCookie
    asking = { ...shown, caller: guest.caller, captcha: captcha ?? shown.captcha }
    const admitted = await admitAsk(work, asking, ask)
    if (!admitted.ok) return admitted
    const principal = principalOf(guest.caller)
    if (lost.value && principal)
      await adoptHold(work, { askId: ask.questionId, principal, intent: lost.value })
    return prepareAsk(work, guest.caller, { ...ask, mostLooseBytes, zone })
  })
  if (!prepared.ok) return { result: prepared, setCookie: null }
  if (ask.video) await takeInLost(context, ask.video.id)
  const { questionId, amountCents, firstTime, holdId } = prepared.value
  if (holdId === null) {
    return {
      result: done({
        questionId,
        amountCents,
        firstTime,
        hold: 'none',
        clientSecret: null,
        paymentIntentId: null,
      }),
      setCookie,
    }
  }
  await rememberOpener(context, holdId, asking)
  const intent = await ensureIntent(context, holdId)
  if (!intent.ok) return { result: intent, setCookie }
  if (lost.value) await refreshAskHold(context, { holdId })
  const hold = await findHold(context.sql, holdId)
  return {
    result: done({
      questionId,
      amountCents,
      firstTime,
      hold: hold?.state ?? 'pending',
      clientSecret: intent.value.clientSecret,
      paymentIntentId: holdId,
    }),
    setCookie,
  }
}

/**
 * Finds a hold that may still be on the fan's card for an ask lost with a restored backup. Preparing the ask again
 * then continues with that hold, so that no card is charged twice.
 */
async function findLost(
  context: Context,
  { questionId, amountCents }: PrepareAskCall['ask'],
): Promise<Result<PaymentIntent | null>> {
  if (amountCents === 0 || !(await wasRestored(context.sql))) return done(null)
  return (await askById(context.sql, questionId)) ? done(null) : findLostHold(context, questionId)
}

/**
 * Checks the captcha and the limit on mailed addresses. Accounts need no captcha, and neither does an ask that the
 * same guest already stored for that athlete. An address counts when it is first named for a question, because
 * mails go there.
 */
async function admitAsk(
  work: TxContext,
  shown: Shown,
  { questionId, athleteId, asker }: PrepareAskCall['ask'],
): Promise<Result<true>> {
  const [before] = await work.tx<{ email: string }[]>`
    select asker ->> 'email' as email from prepared_ask
    where id = ${questionId} and principal = ${principalOf(shown.caller)} and athlete_id = ${athleteId}`
  const proven = before ? done(true as const) : await checkProof(work, shown)
  const email = await addressOfAsker(work, shown.caller.personId, asker.email)
  if (!proven.ok || before?.email === email) return proven
  return limitRecipient(work.context, work.tx, { ...shown, kind: 'ask', email })
}

/**
 * Asks the payment provider, never the browser, about the hold of an ask whose card was confirmed. Refuses
 * `payments-unreachable` (nothing is decided, ask again) and `payment-mismatch` (another payment than the one
 * ordered).
 */
export async function refreshAskHold(
  context: Context,
  which: { questionId: string } | { holdId: string },
): Promise<Result<true>> {
  const hold =
    'holdId' in which
      ? await findHold(context.sql, which.holdId)
      : await holdOfOpenAsk(context, which.questionId)
  try {
    if (hold?.state === 'pending') await refreshHold(context, hold.id)
    return done(true)
  } catch (error) {
    if (error instanceof PaymentsUnreachable) return refuse('payments-unreachable')
    if (error instanceof PaymentMismatch) return refuse('payment-mismatch')
    throw error
  }
}

async function holdOfOpenAsk({ sql }: Context, questionId: string) {
  const ask = await askById(sql, questionId)
  return ask?.state === 'open' ? activeHold(sql, questionId) : null
}
