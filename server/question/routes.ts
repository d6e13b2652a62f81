import type { Handler } from 'hono'
import { shareCall, sharesCall, unshareCall } from '../../sync/answer/share.ts'
import { askStatusCall, prepareAskCall, viewCall } from '../../sync/calls.ts'
import { newRequestCall, rejectRequestCall } from '../../sync/desk/requests.ts'
import { CALLS, HEADERS } from '../../sync/paths.ts'
import { claimsCall, settleClaimCall } from '../../sync/question/claim.ts'
import { correctEmailCall } from '../../sync/question/correct-email.ts'
import {
  type CreatePaymentIntentAnswer,
  cancelPaymentIntentCall,
  checkExistingUserCall,
  createPaymentIntentCall,
  sendRequestCall,
} from '../../sync/question/specified-calls.ts'
import { done, refuse } from '../../sync/result.ts'
import { principalsOf } from '../../sync/roles.ts'
import { ensureGuest } from '../account/caller.ts'
import { answering, transacting } from '../http/answering.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/body.ts'
import { checkProof, shownBy } from '../http/proof.ts'
import { guessLimits } from '../http/rate-limit.ts'
import { limitRecipient } from '../http/recipient-limit.ts'
import { answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { admitPayment, rememberOpener } from '../payment/card-trials.ts'
import { CODE_GUESSES } from '../payment/discount/discount-code.ts'
import { ensureIntent } from '../payment/hold.ts'
import { cancelHold } from '../payment/release.ts'
import { openTipOnline } from '../payment/tip/give-tip.ts'
import { transactOrRefuse } from '../transact.ts'
import { prepareAskOnline, refreshAskHold } from './ask-calls.ts'
import { listClaims } from './claim/claims.ts'
import { settleClaim } from './claim/settle-claim.ts'
import { correctableEmail, correctEmail } from './correction/correct-email.ts'
import { myQuestions, viewByLink, viewPath } from './fan-view.ts'
import { askStatus } from './prepare-ask.ts'
import { checkExistingUser, createPaymentIntent, sendRequest } from './request-calls.ts'
import { newRequest, rejectRequest } from './screening/documented-calls.ts'
import { listShares, revokeShare, shareAnswer } from './sharing/share-links.ts'

/** How often one guest or account may ask, over all calls. */
const BY_CALLER = { per: 'caller', max: 40, windowS: 3_600 } as const

/** Registers the calls to ask a question and to follow it. */
export function questionRoutes(group: RouteGroup): void {
  const { app, context, limit } = group
  const asking = limit('ask', { per: 'network', max: 60, windowS: 3_600 })
  const byCaller = limit('ask by', BY_CALLER)
  const limitGuesses = guessLimits(context)

  app.post(CALLS.prepareAsk, asking, byCaller, async (c) => {
    const call = await readJson(c, prepareAskCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const { discountCode } = call.value.ask
    const counted = discountCode
      ? await limitGuesses('discount', c.var.clientAddress, CODE_GUESSES)
      : done(true)
    if (!counted.ok) return answerRefusal(c, counted.refusal)
    const zone = c.req.header(HEADERS.zone)
    const prepared = await prepareAskOnline(context, shownBy(c), { ...call.value, zone })
    if (prepared.setCookie) c.header('set-cookie', prepared.setCookie, { append: true })
    return answerResult(c, prepared.result)
  })
  followRoutes(group)
  shareRoutes(group)
  claimRoutes(group)
  requestRoutes(group)
}

/** Registers the calls with which an asker follows their own question and corrects its address. */
function followRoutes(group: RouteGroup): void {
  const { app, context, limit } = group
  const looking = limit('view', { per: 'address', max: 300, windowS: 600 })
  const correcting = limit('correct-email', { per: 'caller', max: 10, windowS: 3_600 })
  app.post(
    CALLS.askStatus,
    looking,
    transacting(context, askStatusCall, async (work, caller, { questionId }) => {
      const status = await askStatus(work, caller, questionId)
      if (!status.ok) return status
      const { linkGeneration, ...rest } = status.value
      return done({
        ...rest,
        viewPath: linkGeneration === null ? null : viewPath(context, questionId, linkGeneration),
        correctableEmail: linkGeneration === null ? null : await correctableEmail(work.tx, questionId),
      })
    }),
  )
  const correct = transacting(context, correctEmailCall, async (work, caller, args, c) => {
    const mailed = { ...shownBy(c), kind: 'correct-email', email: args.email } as const
    const counted = await limitRecipient(context, work.tx, mailed)
    const corrected = counted.ok ? await correctEmail(work, caller, args) : counted
    if (!corrected.ok) return corrected
    return done({ viewPath: viewPath(context, args.questionId, corrected.value.linkGeneration) })
  })
  app.post(CALLS.correctEmail, correcting, correct)
  app.get(CALLS.myQuestions, looking, async (c) => c.json(await myQuestions(context, c.var.found.caller)))
  const view = answering(viewCall, ({ token }) => viewByLink(context, token))
  app.post(CALLS.view, looking, view)
}

/** Registers the specification's own calls, on the same verbs. */
function requestRoutes(group: RouteGroup): void {
  const { app, context, limit } = group
  const asking = limit('request', { per: 'network', max: 60, windowS: 3_600 })
  app.post(CALLS.checkExistingUser, asking, async (c) => {
    const call = await readJson(c, checkExistingUserCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    let cookie: string | null = null
    const result = await transactOrRefuse(context, async (work) => {
      const proven = await checkProof(work, shownBy(c))
      if (!proven.ok) return proven
      const guest = await ensureGuest(work, c.var.found.caller)
      cookie = guest.setCookie
      return checkExistingUser(work, guest.caller, call.value)
    })
    if (cookie && result.ok) c.header('set-cookie', cookie, { append: true })
    return answerResult(c, result)
  })
  app.post(CALLS.createPaymentIntent, asking, openingPayment(group))
  app.post(
    CALLS.cancelPaymentIntent,
    asking,
    transacting(context, cancelPaymentIntentCall, async (work, caller, { paymentIntentId }) => {
      // a hold opened as a guest can still be cancelled after signing in
      for (const principal of principalsOf(caller)) {
        const cancelled = await cancelHold(work, principal, paymentIntentId)
        if (cancelled.ok) return done({})
        if (cancelled.refusal.code !== 'not-found') return cancelled
      }
      return refuse('not-found')
    }),
  )
  const screening = limit('screening', { per: 'caller', max: 300, windowS: 60 })
  const approve = answering(newRequestCall, (args, c) => newRequest(context, c.var.found.caller, args))
  app.post(CALLS.newRequest, screening, approve)
  app.post(CALLS.rejectRequest, screening, transacting(context, rejectRequestCall, rejectRequest))
  const send = answering(sendRequestCall, async (args, c) => {
    const { paymentIntentId } = args
    const refreshed = paymentIntentId
      ? await refreshAskHold(context, { holdId: paymentIntentId })
      : done(true)
    if (!refreshed.ok) return refreshed
    return transactOrRefuse(context, async (work) => {
      const proven = await checkProof(work, shownBy(c))
      return proven.ok ? sendRequest(work, shownBy(c), args) : proven
    })
  })
  app.post(CALLS.sendRequest, asking, limit('ask by', BY_CALLER), send)
}

/** Handles the opening of a payment: a hold for a question, or a tip for an answer, with what the card form needs. */
function openingPayment({ context }: RouteGroup): Handler<AppEnv> {
  return answering(createPaymentIntentCall, async (wanted, c) => {
    if (wanted.capture_method === 'automatic') return openTipOnline(context, shownBy(c), wanted)
    const admitted = await admitPayment(context, shownBy(c))
    if (!admitted.ok) return admitted
    const opened = await transactOrRefuse(context, async (work) => {
      const proven = await checkProof(work, shownBy(c))
      return proven.ok ? createPaymentIntent(work, c.var.found.caller, wanted) : proven
    })
    if (!opened.ok) return opened
    await rememberOpener(context, opened.value.holdId, shownBy(c))
    const intent = await ensureIntent(context, opened.value.holdId)
    if (!intent.ok) return intent
    const { clientSecret } = intent.value
    return done<CreatePaymentIntentAnswer>({ clientSecret, paymentIntentId: opened.value.holdId })
  })
}

/** Registers the calls with which the holder of a private link shares its answer and ends the sharing. */
function shareRoutes({ app, context, limit }: RouteGroup): void {
  const sharing = limit('share', { per: 'address', max: 120, windowS: 3_600 })
  const share = transacting(context, shareCall, (work, _, args) => shareAnswer(work, args))
  app.post(CALLS.share, sharing, share)
  const list = answering(sharesCall, ({ token }) => listShares(context, token))
  app.post(CALLS.shares, sharing, list)
  const revoke = transacting(context, unshareCall, (work, _, args) => revokeShare(work, args))
  app.post(CALLS.unshare, sharing, revoke)
}

/** Registers the calls with which the owner of an address settles which questions asked with it are theirs. */
function claimRoutes({ app, context, limit }: RouteGroup): void {
  const looking = limit('claims', { per: 'address', max: 120, windowS: 600 })
  const settling = limit('settle-claim', { per: 'address', max: 60, windowS: 600 })
  const list = answering(claimsCall, ({ token }, c) => listClaims(context.sql, c.var.found.caller, token))
  app.post(CALLS.claims, looking, list)
  app.post(CALLS.settleClaim, settling, transacting(context, settleClaimCall, settleClaim))
}
