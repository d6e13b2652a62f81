import { forgetGuestCall } from '../../sync/account/account-calls.ts'
import { endSessionsCall } from '../../sync/account/safety.ts'
import { CALLS } from '../../sync/paths.ts'
import { done } from '../../sync/result.ts'
import { answering, signInFirst } from '../http/answering.ts'
import { makeChallenge } from '../http/captcha.ts'
import { answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import type { Adopt } from './access/adoption.ts'
import { accessRoutes } from './access/routes.ts'
import { addressRoutes } from './address/routes.ts'
import { createAuth } from './auth.ts'
import { endGuest } from './caller.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { answerSession } from './session-answer.ts'
import { answerSafety, endOwnSessions } from './sessions/own-sessions.ts'
import { SIGN_IN_PATH, SIGN_OUT_PATH, signIn, signOut } from './sign-in.ts'

/**
 * Adds the routes for the session, signing in and out, every way to an account, and the captcha that guests
 * solve.
 */
export function accountRoutes(group: RouteGroup, adopt: Adopt): void {
  const { app, context } = group
  accessRoutes(group, adopt)
  addressRoutes(group)
  sessionRoutes(group)
  secondFactorRoutes(group)
  passkeyRoutes(group)
  const auth = createAuth(context)
  app.get(CALLS.session, async (c) =>
    c.json(await answerSession(context, c.var.found.caller, context.push.publicKey)),
  )
  // Signing in limits itself by account and network, so that the owner on a known device is not turned away for
  // what others did.
  app.post(SIGN_IN_PATH, signIn(context, auth))
  app.post(SIGN_OUT_PATH, signOut(context, auth))
  const forget = answering(forgetGuestCall, async (_, c) => {
    c.header('set-cookie', endGuest(context.env), { append: true })
    return done({})
  })
  app.post(CALLS.forgetGuest, forget)
  // Without a limit, because making a challenge costs less than counting it, and everybody needs one who has no account.
  app.get(CALLS.captcha, async (c) => c.json(await makeChallenge(context)))
}

/** Limits password tries, so that a thief of the session cannot guess the password. */
const PASSWORD_TRIES = { per: 'caller', max: 10, windowS: 900 } as const

/** Adds the routes that list where an account is signed in and sign its devices out. */
function sessionRoutes({ app, context, limit }: RouteGroup): void {
  app.get(CALLS.safety, signInFirst, async (c) =>
    answerResult(c, await answerSafety(context, c.var.found.caller)),
  )
  const end = answering(endSessionsCall, (args, c) => endOwnSessions(context, c.var.found.caller, args))
  app.post(CALLS.endSessions, limit('end-sessions', PASSWORD_TRIES), signInFirst, end)
}
