import {
  beginFirstAdminCall,
  beginSecondFactorCall,
  confirmSecondFactorCall,
  endSecondFactorCall,
  firstAdminCall,
  renewCodesCall,
  showFactorCall,
} from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { transactOrRefuse } from '../../transact.ts'
import { replaceSession } from '../session.ts'
import { deviceOf } from '../sessions/known-device.ts'
import { beginFirstAdmin, makeFirstAdmin } from './first-admin.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewCodes } from './set-up.ts'
import { showFactor } from './step-up.ts'

/** Limits password tries here too, so that a thief of the session cannot guess the password. */
const TRIES = { per: 'caller', max: 10, windowS: 900 } as const
const TRIES_OF_A_LINK = { per: 'address', max: 30, windowS: 900 } as const

/**
 * Adds the routes that turn the second factor on and off, renew its recovery codes, and make the first admin, who
 * has a factor from the start.
 */
export function secondFactorRoutes(group: RouteGroup): void {
  ownFactor(group)
  ownCodes(group)
  stepUp(group)
  firstAdmin(group)
}

function ownFactor({ app, context, limit }: RouteGroup): void {
  app.post(CALLS.beginSecondFactor, limit('begin-second-factor', TRIES), async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    const call = await readJson(c, beginSecondFactorCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const { password } = call.value
    return answerResult(c, await beginSecondFactor(context, caller, password))
  })
  app.post(CALLS.confirmSecondFactor, limit('confirm-second-factor', TRIES), async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    const call = await readJson(c, confirmSecondFactorCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(
      c,
      await transactOrRefuse(context, (work) => confirmSecondFactor(work, caller, call.value)),
    )
  })
  app.post(CALLS.endSecondFactor, limit('end-second-factor', TRIES), async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    const call = await readJson(c, endSecondFactorCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const shown = { ...call.value, device: deviceOf(context, c.req.raw) }
    return answerResult(c, await endSecondFactor(context, caller, shown))
  })
}

function ownCodes({ app, context, limit }: RouteGroup): void {
  app.post(CALLS.renewCodes, limit('renew-codes', TRIES), async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    const call = await readJson(c, renewCodesCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await transactOrRefuse(context, (work) => renewCodes(work, caller)))
  })
}

/** Adds the route that shows the second factor again; every try counts against the account as well. */
function stepUp({ app, context, limit }: RouteGroup): void {
  app.post(CALLS.showFactor, limit('show-factor', TRIES_OF_A_LINK), async (c) => {
    const call = await readJson(c, showFactorCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const shown = { ...call.value, url: c.req.url, device: deviceOf(context, c.req.raw) }
    return answerResult(c, await showFactor(context, c.var.found.caller, shown))
  })
}

function firstAdmin({ app, context, limit }: RouteGroup): void {
  app.post(CALLS.beginFirstAdmin, limit('begin-first-admin', TRIES_OF_A_LINK), async (c) => {
    const call = await readJson(c, beginFirstAdminCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return answerResult(c, await transactOrRefuse(context, (work) => beginFirstAdmin(work, call.value)))
  })
  app.post(CALLS.firstAdmin, limit('first-admin', TRIES_OF_A_LINK), async (c) => {
    const call = await readJson(c, firstAdminCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const userAgent = c.req.header('user-agent') ?? null
    const made = await makeFirstAdmin(context, call.value, userAgent)
    if (!made.ok) return answerRefusal(c, made.refusal)
    const { setCookie, recoveryCodes } = made.value
    await replaceSession(context, c.req.raw, [setCookie])
    c.header('set-cookie', setCookie, { append: true })
    return c.json({ recoveryCodes })
  })
}
