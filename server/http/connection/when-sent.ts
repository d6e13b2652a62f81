import type { HttpBindings } from '@hono/node-server'
import type { Context as Call } from 'hono'

/**
 * Returns a function that registers a callback for when the answer is sent or its connection is gone; never
 * called for a request without a connection.
 */
export function whenSent(c: Call): (then: () => void) => void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  return (then) => void outgoing?.once('close', then)
}
