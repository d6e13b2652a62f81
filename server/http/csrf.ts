import { createHmac } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { HEADERS } from '../../sync/paths.ts'
import { refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Secrets } from '../secrets.ts'
import type { AppEnv } from './app-env.ts'
import { isUnder, isUnsafe } from './origin.ts'
import { answerRefusal } from './refusal-response.ts'
import { isSameText } from './signed-value.ts'

type CsrfSecrets = Pick<Secrets, 'csrf'>

/**
 * Returns the CSRF token of a caller's writes, bound to the session or else to the guest; null while there is no
 * cookie to protect.
 */
export function csrfToken({ csrf }: CsrfSecrets, caller: Caller): string | null {
  const bearer = caller.sessionId ? `session ${caller.sessionId}` : guestBearer(caller)
  return bearer && createHmac('sha256', csrf).update(bearer).digest('base64url')
}

const guestBearer = ({ guestId }: Caller) => (guestId ? `guest ${guestId}` : null)

type CsrfRule = {
  secrets: CsrfSecrets
  /**
   * Paths with a proof of their own: the webhooks' signature, the uploads' protocol header; each ends with a
   * slash.
   */
  except: readonly string[]
}

/**
 * Requires the token for a write authenticated by a cookie (D46); visitors have none. Refuses `bad-csrf`, and
 * `sign-in-first` where the token may belong to a session that has ended.
 */
export function csrfGuard({ secrets, except }: CsrfRule): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isUnsafe(c.req.method) || isUnder(c.req.path, except)) return next()
    const { caller, sessionEnded } = c.var.found
    const expected = csrfToken(secrets, caller)
    if (expected === null || isSameText(c.req.header(HEADERS.csrf) ?? '', expected)) return next()
    return answerRefusal(c, refuse(sessionEnded ? 'sign-in-first' : 'bad-csrf').refusal)
  }
}
