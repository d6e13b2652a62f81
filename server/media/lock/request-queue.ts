import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'

/** A request's place among those for the same upload, in the order in which they came. */
export type Turn = {
  /** Resolves once every request that came before wants the upload's lock, or has ended. */
  readonly comes: Promise<void>
  /** This one wants the lock now, or never will. */
  pass(): void
}

/**
 * Gives each request for an upload its turn the moment it comes. Who calls is asked of the database, and that takes now
 * longer and now shorter: a device that asks how far its upload is would overtake the bytes it sent before a line
 * ended, be told an offset that they make untrue, and send in vain what comes after. The turn is left in `c.var.turn`.
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

/** One queue for each name; whoever joins waits for all who joined before. */
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
