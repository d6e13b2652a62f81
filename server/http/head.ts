import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/**
 * Cancels the body of the answer to a HEAD at once, because the GET's handler makes it and it is never read;
 * otherwise its listener, timer or open file would be kept.
 */
export function letHeadsGo(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  }
}
