import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { startStopwatch } from '../pause.ts'

/** Paths that monitors request every second to see whether the process lives. */
const UNTRACED = ['/healthz', '/readyz']
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']

/**
 * Counts every answer by its route, and makes each request the first span of its trace. Unknown paths count under
 * the route that catches them and unknown methods as `other`, because a client can write anything there.
 */
export function watchRequests({
  metrics,
  traces,
}: Pick<Context, 'metrics' | 'traces'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const elapsed = startStopwatch()
    const method = METHODS.find((each) => each === c.req.method) ?? 'other'
    const count = () => {
      const found = { route: routePath(c), status: c.res.status }
      metrics.request({ ...found, method, ms: elapsed() })
      return found
    }
    if (UNTRACED.includes(c.req.path)) {
      await next()
      return void count()
    }
    await traces.span(method, { kind: 'server' }, async (span) => {
      await next()
      const { route, status } = count()
      span.rename(`${method} ${route}`)
      span.add({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'infield.request_id': c.var.requestId ?? '',
      })
    })
  }
}
