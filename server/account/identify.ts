import type { MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerLater } from '../http/refusal-response.ts'
import { findCaller } from './caller.ts'
import { isTokenReplaced } from './sessions/renew-session.ts'

/**
 * Finds the caller once per request, as `c.var.found`, and sends its cookies unless the handler has set the same
 * ones. A request that was under way while its session got another token is told to try again.
 */
export function identify(context: Pick<Context, 'sql' | 'env' | 'secrets'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const found = await findCaller(context, c.req.raw)
    c.set('found', found)
    if (found.sessionRenewed) return answerLater(c, 1)
    await next()
    if (found.setCookies.length === 0) return
    // An upload takes minutes, so its old cookie must not overwrite a newer token.
    if (found.caller.sessionId && (await isTokenReplaced(context, c.req.raw))) return
    const named = c.res.headers.getSetCookie().map(nameOf)
    for (const cookie of found.setCookies) {
      if (!named.includes(nameOf(cookie))) c.res.headers.append('set-cookie', cookie)
    }
  }
}

const nameOf = (setCookie: string) => setCookie.slice(0, setCookie.indexOf('='))
