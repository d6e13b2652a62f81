import type { MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerLater } from '../http/refusal-response.ts'
import { findCaller } from './caller.ts'
import { isTokenReplaced } from './sessions/renew-session.ts'

/**
 * Finds the caller once per request, as `c.var.found`, and sends its cookies unless the handler set them anew. A request
 * that was on its way while its session got another token is to be sent again.
 */
export function identify(context: Pick<Context, 'sql' | 'env' | 'secrets'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const found = await findCaller(context, c.req.raw)
    c.set('found', found)
    if (found.sessionRenewed) return answerLater(c, 1)
    await next()
    if (found.setCookies.length === 0) return
    // an upload takes minutes: what it came with may not be put in the place of a newer token
    if (found.caller.sessionId && (await isTokenReplaced(context, c.req.raw))) return
    const named = c.res.headers.getSetCookie().map(nameOf)
    for (const cookie of found.setCookies) {
      if (!named.includes(nameOf(cookie))) c.res.headers.append('set-cookie', cookie)
    }
  }
}

const nameOf = (setCookie: string) => setCookie.slice(0, setCookie.indexOf('='))
