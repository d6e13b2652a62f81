import type { MiddlewareHandler } from 'hono'
import { HEADERS } from '../../sync/paths.ts'
import type { Random } from '../random.ts'
import type { AppEnv } from './app-env.ts'

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Gives every request an id, the caller's own if it is well formed, and returns it in the answer (S1-7.15,
 * S2-7.1).
 */
export function requestId(random: Random): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.req.header(HEADERS.requestId)
    const id = given && WELL_FORMED.test(given) ? given : random.id()
    c.set('requestId', id)
    await next()
    c.res.headers.set(HEADERS.requestId, id)
  }
}
