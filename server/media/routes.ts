import type { HttpBindings } from '@hono/node-server'
import type { Context as Call } from 'hono'
import type { RouteGroup } from '../http/routes-of.ts'
import { lookTogether, playerPage, serveMedia } from './play.ts'
import { createUploads } from './tus.ts'

/** Uploads by tus, the files themselves, and the sandboxed player page. */
export function mediaRoutes({ app, context, limit }: RouteGroup): void {
  const uploads = createUploads(context)
  const creating = limit('upload', { per: 'caller', max: 120, windowS: 3_600 })
  // one address makes uploads, so that one limit counts them
  app.post('/files', creating, (c) => uploads.handle(c.req.raw, c.var.found.caller))
  // verb by verb: what is not named here is not there. A HEAD is dispatched as the GET it resembles; a GET is refused
  app.on(['GET', 'PATCH', 'DELETE', 'OPTIONS'], ['/files', '/files/*'], (c) =>
    uploads.handle(c.req.raw, c.var.found.caller),
  )
  const look = lookTogether(context.sql)
  app.on(['GET', 'HEAD'], '/media/:id', (c) => {
    const whenSent = (then: () => void) => void connectionOf(c)?.once('close', then)
    return serveMedia(context, c.req.raw, {
      mediaId: c.req.param('id'),
      ticket: c.req.query('t') ?? '',
      look,
      whenSent,
    })
  })
  app.get('/player/:id', (c) =>
    playerPage(context, c.req.raw, { mediaId: c.req.param('id'), ticket: c.req.query('t') ?? '' }),
  )
}

/** The answer on its way out; nothing where a test calls without a connection. */
function connectionOf(c: Call): HttpBindings['outgoing'] | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.outgoing
}
