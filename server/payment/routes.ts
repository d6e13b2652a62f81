import { type CheckDiscountAnswer, checkDiscountCall, payAgainCall } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { accountLinkCall, stopPayoutChangeCall } from '../../sync/payment/payout-account.ts'
import { tipCall } from '../../sync/payment/tip.ts'
import { done, type Result } from '../../sync/result.ts'
import { can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { readJson, readText } from '../http/body.ts'
import { shownBy } from '../http/proof.ts'
import { guessLimits } from '../http/rate-limit.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { type TxContext, transactOrRefuse } from '../transact.ts'
import { fileRoutes } from './books/files.ts'
import { lookAtSetup, openAccountLink } from './connect/connect.ts'
import { CODE_GUESSES, checkUses, findDiscount } from './discount/discount-code.ts'
import { payAgain } from './pay-again/pay-again.ts'
import { stopChange } from './payout/redirect.ts'
import { moneyOf } from './statement/money-of.ts'
import { cancelTip, tipStatus } from './tip/give-tip.ts'
import { receiveWebhook } from './webhook.ts'

/** Far more than any event of Stripe's; nobody has shown a signature before the body is read. */
const WEBHOOK_BYTES = 1_048_576

/**
 * What a discount code is worth, what the payment provider tells us, and in the absence of real money the stand-in's
 * calls for the card form.
 */
export function paymentRoutes(group: RouteGroup): void {
  const { app, context } = group
  app.post('/api/webhooks/stripe', async (c) => {
    const body = await readText(c, WEBHOOK_BYTES)
    if (!body.ok) return answerRefusal(c, body.refusal)
    const { status } = await receiveWebhook(context, body.value, c.req.header('stripe-signature') ?? '')
    return c.json({ received: status === 200 }, status)
  })
  discountRoute(group)
  tipRoutes(group)
  moneyRoute(group)
  fileRoutes(group)
  connectRoutes(group)
  stopRoute(group)
}

/** What somebody has earned and paid. */
function moneyRoute({ app, context }: RouteGroup): void {
  app.get(CALLS.money, async (c) => {
    const { personId, role } = c.var.found.caller
    if (!personId) return answerRefusal(c, { code: 'sign-in-first' })
    return c.json(await moneyOf(context, { personId, isAthlete: role === 'creator' }))
  })
}

/** How an athlete is set up to be paid, as the provider says now, and where they set it up (S2-7.8). */
function connectRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('payout-setup', { per: 'caller', max: 300, windowS: 600 })
  app.get(CALLS.payoutSetup, looking, async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    if (!can(caller, 'get-paid')) return answerRefusal(c, { code: 'not-allowed' })
    return c.json(await lookAtSetup(context, caller.personId))
  })
  const linking = limit('account-link', { per: 'caller', max: 30, windowS: 600 })
  app.post(CALLS.createAccountLink, linking, async (c) => {
    const call = await readJson(c, accountLinkCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const origin = context.env.publicUrl ?? new URL(c.req.url).origin
    return answerResult(c, await openAccountLink(context, c.var.found.caller, origin))
  })
}

/** Stopping what a mail told of: whoever has it is let in, signed in or not. */
function stopRoute({ app, context, limit }: RouteGroup): void {
  const tries = limit('stop-payout-change', { per: 'address', max: 30, windowS: 900 })
  app.post(CALLS.stopPayoutChange, tries, async (c) => {
    const call = await readJson(c, stopPayoutChangeCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await transactOrRefuse(context, (work) => stopChange(work, call.value.token)))
  })
}

/** What became of a tip, giving one up, and paying again for an answer; a tip is opened beside a question's hold. */
function tipRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('tip', { per: 'address', max: 120, windowS: 600 })
  app.post(CALLS.tipStatus, looking, async (c) => {
    const call = await readJson(c, tipCall)
    return call.ok ? answerResult(c, await tipStatus(context, call.value)) : answerRefusal(c, call.refusal)
  })
  app.post(CALLS.payAgain, looking, async (c) => {
    const call = await readJson(c, payAgainCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await payAgain(context, shownBy(c), call.value.token))
  })
  app.post(CALLS.cancelTip, looking, async (c) => {
    const call = await readJson(c, tipCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await transactOrRefuse(context, (work) => cancelTip(work, call.value)))
  })
}

/** Both calls a code may be tried at count in one place: here, and where an ask is prepared with it. */
function discountRoute({ app, context }: RouteGroup): void {
  const limitGuesses = guessLimits(context)
  app.post(CALLS.checkDiscount, async (c) => {
    if (!can(c.var.found.caller, 'ask-question')) return answerRefusal(c, { code: 'not-allowed' })
    const call = await readJson(c, checkDiscountCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const counted = await limitGuesses('discount', c.var.clientAddress, CODE_GUESSES)
    if (!counted.ok) return answerRefusal(c, counted.refusal)
    return answerResult(c, await transactOrRefuse(context, (work) => worthOf(work, call.value)))
  })
}

/** One whose last use is taken is worth nothing, unless this very question has taken it. */
async function worthOf(
  work: TxContext,
  { code, questionId: askId }: Infer<typeof checkDiscountCall>,
): Promise<Result<CheckDiscountAnswer>> {
  const found = await findDiscount(work, code)
  if (!found.ok) return found
  const { codeId, discount } = found.value
  const left = await checkUses(work, { codeId, askId, principal: '' })
  return left.ok ? done({ discount }) : left
}
