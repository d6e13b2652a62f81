import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/**
 * A HEAD is answered by what answers the GET, and nobody reads its body. It is let go at once, with whatever it holds: a
 * listener, a timer, an open file.
 */
export function letHeadsGo(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  }
}
