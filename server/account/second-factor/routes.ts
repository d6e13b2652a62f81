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
import { answering, signInFirst, transacting } from '../../http/answering.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
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
  stepUp(group)
  firstAdmin(group)
}

function ownFactor({ app, context, limit }: RouteGroup): void {
  const begin = answering(beginSecondFactorCall, ({ password }, c) =>
    beginSecondFactor(context, c.var.found.caller, password),
  )
  app.post(CALLS.beginSecondFactor, limit('begin-second-factor', TRIES), signInFirst, begin)
  const confirm = transacting(context, confirmSecondFactorCall, confirmSecondFactor)
  app.post(CALLS.confirmSecondFactor, limit('confirm-second-factor', TRIES), signInFirst, confirm)
  const end = answering(endSecondFactorCall, (args, c) =>
    endSecondFactor(context, c.var.found.caller, { ...args, device: deviceOf(context, c.req.raw) }),
  )
  app.post(CALLS.endSecondFactor, limit('end-second-factor', TRIES), signInFirst, end)
  const renew = transacting(context, renewCodesCall, renewCodes)
  app.post(CALLS.renewCodes, limit('renew-codes', TRIES), signInFirst, renew)
}

/** Adds the route that shows the second factor again; every try counts against the account as well. */
function stepUp({ app, context, limit }: RouteGroup): void {
  const show = answering(showFactorCall, (args, c) => {
    const shown = { ...args, url: c.req.url, device: deviceOf(context, c.req.raw) }
    return showFactor(context, c.var.found.caller, shown)
  })
  app.post(CALLS.showFactor, limit('show-factor', TRIES_OF_A_LINK), show)
}

function firstAdmin({ app, context, limit }: RouteGroup): void {
  const begin = transacting(context, beginFirstAdminCall, (work, _, args) => beginFirstAdmin(work, args))
  app.post(CALLS.beginFirstAdmin, limit('begin-first-admin', TRIES_OF_A_LINK), begin)
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
