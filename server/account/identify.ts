import type { MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { findCaller } from './caller.ts'

/** Finds the caller once per request, as `c.var.found`, and sends its cookies unless the handler set them anew. */
export function identify(context: Pick<Context, 'sql' | 'env' | 'secrets'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const found = await findCaller(context, c.req.raw)
    c.set('found', found)
    await next()
    const named = c.res.headers.getSetCookie().map(nameOf)
    for (const cookie of found.setCookies) {
      if (!named.includes(nameOf(cookie))) c.res.headers.append('set-cookie', cookie)
    }
  }
}

const nameOf = (setCookie: string) => setCookie.slice(0, setCookie.indexOf('='))
