import type { MiddlewareHandler } from 'hono'
import { CALLS } from '../../../sync/paths.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { signValue } from '../../http/signed-value.ts'
import { cookieHeader, cookieNames } from '../cookies.ts'
import { lastingOf, tokenIn } from '../session.ts'

/**
 * The calls in which the holder of a session proves again, by a password or a second factor, that they own the
 * account.
 */
export const CALLS_THAT_RENEW: readonly string[] = [
  CALLS.showFactor,
  CALLS.openMine,
  CALLS.beginSecondFactor,
  CALLS.confirmSecondFactor,
  CALLS.endSecondFactor,
  CALLS.beginPasskey,
  CALLS.addPasskey,
  CALLS.changePassword,
  CALLS.changeEmail,
]

const TOKEN_BYTES = 32

/**
 * Gives a session another token after each of these calls that succeeded, so that a token stolen earlier stops
 * working (ASVS 7.2.4). The session itself stays, with its streams, its push subscriptions and its CSRF token,
 * and every tab of the browser gets the new cookie.
 */
export function renewSessions(context: Context): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const { sessionId, role } = c.var.found.caller
    if (!sessionId || !c.res.ok || !CALLS_THAT_RENEW.includes(c.req.path)) return
    const token = await renew(context, sessionId, tokenIn(context, c.req.raw) ?? '')
    if (!token) return
    const value = signValue(context.secrets.session, token)
    const maxAgeS = lastingOf(context.env, role).idleMs / 1000
    const cookie = cookieHeader(context.env, cookieNames(context.env).session, { value, maxAgeS })
    c.res.headers.append('set-cookie', cookie)
  }
}

/**
 * Replaces the token of a session. Returns null if the session has ended or has been renewed since; two calls at
 * once get the same token.
 */
async function renew(context: Context, sessionId: string, shown: string): Promise<string | null> {
  const token = Buffer.from(context.random.bytes(TOKEN_BYTES)).toString('base64url')
  return inTransaction(context.sql, async (tx) => {
    const [row] = await tx<{ token: string }[]>`
      update auth.session set token = case when token = ${shown} then ${token} else token end,
        "formerToken" = ${shown}, "formerEndedAt" = null
      where id = ${sessionId} and (token = ${shown} or ("formerToken" = ${shown} and "formerEndedAt" is null))
      returning token`
    return row?.token ?? null
  })
}

/** Checks whether an admitted request came with a token that is no longer the session's current one. */
export async function isTokenReplaced(
  context: Pick<Context, 'sql' | 'env' | 'secrets'>,
  request: Request,
): Promise<boolean> {
  const token = tokenIn(context, request)
  const [own] = await context.sql`select from auth.session where token = ${token}`
  return !own
}
