import type { HttpBindings } from '@hono/node-server'
import type { Context as Call } from 'hono'

/**
 * The body of a request piece by piece as its connection brings it: the usual one copies every piece, which cost an
 * upload of a video a quarter of its time. Null where there is none.
 */
export function incomingBody(c: Call): ReadableStream<Uint8Array> | null {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  // what a connection that is gone already had brought is known to the framework alone
  if (!incoming || incoming.destroyed) return c.req.raw.body
  // the answer still goes out when the rest of a body is not wanted
  const pieces = incoming.iterator({ destroyOnReturn: false })
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await pieces.return?.()),
    },
    // read only when asked: what waits in here is lost with the line
    { highWaterMark: 0 },
  )
}
