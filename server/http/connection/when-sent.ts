import type { HttpBindings } from '@hono/node-server'
import type { Context as Call } from 'hono'

/** Calls back when an answer's last byte is out or its connection is gone; never for a request that came by no connection. */
export function whenSent(c: Call): (then: () => void) => void {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  return (then) => void outgoing?.once('close', then)
}
