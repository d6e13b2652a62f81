import { type CheckDiscountAnswer, checkDiscountCall, payAgainCall } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { accountLinkCall, stopPayoutChangeCall } from '../../sync/payment/payout-account.ts'
import { tipCall } from '../../sync/payment/tip.ts'
import { done, type Result } from '../../sync/result.ts'
import { can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { answering, transacting } from '../http/answering.ts'
import { readJson, readText } from '../http/body.ts'
import { createOpenReads } from '../http/open-reads.ts'
import { shownBy } from '../http/proof.ts'
import { guessLimits } from '../http/rate-limit.ts'
import { answerLater, answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { type TxContext, transactOrRefuse } from '../transact.ts'
import { fileRoutes } from './books/files.ts'
import { lookAtSetup, openAccountLink } from './connect/connect.ts'
import { CODE_GUESSES, checkUses, findDiscount } from './discount/discount-code.ts'
import { payAgain } from './pay-again/pay-again.ts'
import { stopChange } from './payout/stop-change.ts'
import { moneyOf } from './statement/money-of.ts'
import { cancelTip, tipStatus } from './tip/give-tip.ts'
import { receiveWebhook } from './webhook.ts'

/**
 * More, and longer, than any event of Stripe's. The limits are needed because the body is read before its signature
 * is checked, and is held in memory until then.
 */
const WEBHOOK = { maxBytes: 262_144, withinMs: 10_000 }
/** How many are read at once in a process. Stripe sends what was not taken again, for three days. */
const WEBHOOKS_AT_ONCE = 32
const WEBHOOK_AGAIN_S = 5

/**
 * Registers the payment routes: Stripe's webhook, discount codes, tips, earnings and receipts, files, and the
 * payout set-up.
 */
export function paymentRoutes(group: RouteGroup): void {
  webhookRoute(group)
  discountRoute(group)
  tipRoutes(group)
  moneyRoute(group)
  fileRoutes(group)
  connectRoutes(group)
  stopRoute(group)
}

/** Registers the address that Stripe sends its events to. */
function webhookRoute({ app, context }: RouteGroup): void {
  const openRead = createOpenReads(WEBHOOKS_AT_ONCE)
  app.post('/api/webhooks/stripe', async (c) => {
    const body = await openRead(() => readText(c, WEBHOOK))
    if (!body) return answerLater(c, WEBHOOK_AGAIN_S)
    if (!body.ok) return answerRefusal(c, body.refusal)
    const { status } = await receiveWebhook(context, body.value, c.req.header('stripe-signature') ?? '')
    return c.json({ received: status === 200 }, status)
  })
}

/** Registers the call that returns what the caller has earned and paid. */
function moneyRoute({ app, context }: RouteGroup): void {
  app.get(CALLS.money, async (c) => {
    const { personId, role } = c.var.found.caller
    if (!personId) return answerRefusal(c, { code: 'sign-in-first' })
    return c.json(await moneyOf(context, { personId, isAthlete: role === 'creator' }))
  })
}

/**
 * Registers the calls that return the caller's payout set-up, as the provider states it now, and the page to change
 * it (S2-7.8).
 */
function connectRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('payout-setup', { per: 'caller', max: 300, windowS: 600 })
  app.get(CALLS.payoutSetup, looking, async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    if (!can(caller, 'get-paid')) return answerRefusal(c, { code: 'not-allowed' })
    return c.json(await lookAtSetup(context, caller.personId))
  })
  const linking = limit('account-link', { per: 'caller', max: 30, windowS: 600 })
  const link = answering(accountLinkCall, (_, c) => {
    const origin = context.env.publicUrl ?? new URL(c.req.url).origin
    return openAccountLink(context, c.var.found.caller, origin)
  })
  app.post(CALLS.createAccountLink, linking, link)
}

/** Registers the call that stops a payout change by the link in its mail, signed in or not. */
function stopRoute({ app, context, limit }: RouteGroup): void {
  const tries = limit('stop-payout-change', { per: 'address', max: 30, windowS: 900 })
  const stop = transacting(context, stopPayoutChangeCall, (work, _, { token }) => stopChange(work, token))
  app.post(CALLS.stopPayoutChange, tries, stop)
}

/**
 * Registers the calls that return a tip's state, give a tip up, and pay again for an answer. A tip is opened
 * elsewhere, next to a question's hold.
 */
function tipRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('tip', { per: 'address', max: 120, windowS: 600 })
  const look = answering(tipCall, (args) => tipStatus(context, args))
  app.post(CALLS.tipStatus, looking, look)
  const pay = answering(payAgainCall, ({ token }, c) => payAgain(context, shownBy(c), token))
  app.post(CALLS.payAgain, looking, pay)
  const cancel = transacting(context, tipCall, (work, _, args) => cancelTip(work, args))
  app.post(CALLS.cancelTip, looking, cancel)
}

/**
 * Registers the call that checks a discount code. Its limit counts together with that of preparing an ask with a
 * code, because codes could be guessed through either.
 */
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

/**
 * Returns the discount of a code. A code without uses left is refused, unless this question has taken the last one.
 */
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
