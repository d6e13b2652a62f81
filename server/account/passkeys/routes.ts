import type { Context as Call } from 'hono'
import {
  addPasskeyCall,
  beginPasskeyCall,
  passkeyChallengeCall,
  passkeySignInCall,
  removePasskeyCall,
  renamePasskeyCall,
} from '../../../sync/account/passkey.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done } from '../../../sync/result.ts'
import { answering, transacting } from '../../http/answering.ts'
import { readJson } from '../../http/body.ts'
import { countHit, limitFactorOf } from '../../http/rate-limit.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { replaceSession } from '../session.ts'
import { CHALLENGE_MS, makeChallenge, siteOf } from './challenge.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './own-passkeys.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

/** Only a sign-in that fails counts, because nobody guesses a passkey and others may share the owner's address. */
const FAILURES = { max: 30, windowS: 900 }
/** Sign-in forms request a challenge by themselves, so that the browser can offer a passkey in the address field. */
const CHALLENGES = { per: 'address', max: 300, windowS: 900 } as const
const CHANGES = { per: 'caller', max: 30, windowS: 900 } as const

/** Adds the routes for signing in with a passkey, and for an account's passkeys. */
export function passkeyRoutes(group: RouteGroup): void {
  signingIn(group)
  ownPasskeys(group)
}

function signingIn({ app, context, limit }: RouteGroup): void {
  const challenging = answering(passkeyChallengeCall, async (_, c) => {
    const challenge = await makeChallenge(context, 'sign-in')
    const { rpId } = siteOf(context.env, c.req.url)
    return done({ challenge, rpId, timeoutMs: CHALLENGE_MS })
  })
  app.post(CALLS.passkeyChallenge, limit('passkey-challenge', CHALLENGES), challenging)
  app.post(CALLS.passkeySignIn, async (c) => {
    const call = await readJson(c, passkeySignInCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const userAgent = c.req.header('user-agent') ?? null
    const site = siteOf(context.env, c.req.url)
    const begun = await signInByPasskey(context, { site, proof: call.value.passkey, userAgent })
    if (!begun.ok) {
      const most = { ...FAILURES, max: FAILURES.max * limitFactorOf(context) }
      const counted = await countHit(context.sql, `passkey-sign-in ${c.var.clientAddress}`, most)
      return answerRefusal(c, counted.ok ? begun.refusal : counted.refusal)
    }
    await replaceSession(context, c.req.raw, [begun.value.setCookie])
    c.header('set-cookie', begun.value.setCookie, { append: true })
    return c.json({})
  })
}

function ownPasskeys({ app, context, limit }: RouteGroup): void {
  const changing = limit('passkeys', CHANGES)
  const site = (c: Call) => siteOf(context.env, c.req.url)
  const begin = answering(beginPasskeyCall, (args, c) =>
    beginPasskey(context, c.var.found.caller, { ...args, site: site(c) }),
  )
  app.post(CALLS.beginPasskey, changing, begin)
  const add = answering(addPasskeyCall, (args, c) =>
    addPasskey(context, c.var.found.caller, { ...args, site: site(c) }),
  )
  app.post(CALLS.addPasskey, changing, add)
  app.post(CALLS.renamePasskey, changing, transacting(context, renamePasskeyCall, renamePasskey))
  const remove = transacting(context, removePasskeyCall, (work, caller, { id }) =>
    removePasskey(work, caller, id),
  )
  app.post(CALLS.removePasskey, changing, remove)
}
