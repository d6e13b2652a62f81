import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'

/** A request's place among the requests for the same upload, in the order of their arrival. */
export type Turn = {
  /** Resolves once every earlier request wants the upload's lock, or has ended. */
  readonly comes: Promise<void>
  /** Lets the next request pass, because this one wants the lock now or never will. */
  pass(): void
}

/**
 * Gives each request for an upload its place the moment it arrives, and stores it in `c.var.turn`. Without it, a
 * device that asks for its offset could overtake the bytes it sent before a connection broke, because identifying
 * the caller needs the database and takes a varying time. It would get an offset that those bytes make wrong, and
 * send the following bytes in vain.
 */
export function inTurn(): MiddlewareHandler<AppEnv> {
  const join = queues()
  return async (c, next) => {
    if (c.req.method === 'POST') return next()
    const turn = join(c.req.path)
    c.set('turn', turn)
    try {
      await next()
    } finally {
      turn.pass()
    }
  }
}

/** Creates one queue for each name; a new request waits for all that joined before. */
function queues(): (name: string) => Turn {
  const last = new Map<string, Promise<void>>()
  return (name) => {
    const comes = last.get(name) ?? Promise.resolve()
    const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
    const own = comes
      .then(() => passed)
      .then(() => {
        if (last.get(name) === own) last.delete(name)
      })
    last.set(name, own)
    return { comes, pass }
  }
}
