import { whenSent } from '../http/connection/when-sent.ts'
import { noteRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { lookTogether, playerPage, serveMedia } from './play.ts'
import { createUploads } from './tus.ts'

/**
 * The limits for requests about an upload under way, because each costs a write to the disk and several queries, even
 * for a single byte. A device on a line that is cut every second makes two a second. The window is short, because a
 * device that is refused waits until its end.
 */
const PIECES = { per: 'caller', max: 240, windowS: 60 } as const
const PIECES_FROM_NETWORK = { per: 'network', max: 1_200, windowS: 60 } as const

/** Registers uploads by tus, the video files, and the sandboxed player page. */
export function mediaRoutes({ app, context, limit }: RouteGroup): void {
  const uploads = createUploads(context)
  const creating = limit('upload', { per: 'caller', max: 120, windowS: 3_600 })
  const fromNetwork = limit('upload from', { per: 'network', max: 300, windowS: 3_600 })
  // uploads are created at a single address, so that one limit counts them
  app.post('/files', creating, fromNetwork, async (c) =>
    noteRefusal(c, await uploads.handle(c.req.raw, c.var.found.caller)),
  )
  const continuing = limit('upload piece', PIECES)
  const piecesFromNetwork = limit('upload piece from', PIECES_FROM_NETWORK)
  // Only the listed verbs are served. Hono dispatches a HEAD as a GET; a GET itself is refused.
  app.on(
    ['GET', 'PATCH', 'DELETE', 'OPTIONS'],
    ['/files', '/files/*'],
    continuing,
    piecesFromNetwork,
    async (c) => noteRefusal(c, await uploads.handle(c.req.raw, c.var.found.caller, c.var)),
  )
  const look = lookTogether(context.sql)
  app.on(['GET', 'HEAD'], '/media/:id', async (c) => {
    const shown = { mediaId: c.req.param('id'), ticket: c.req.query('t') ?? '', look, whenSent: whenSent(c) }
    return noteRefusal(c, await serveMedia(context, c.req.raw, shown))
  })
  app.get('/player/:id', (c) =>
    playerPage(context, c.req.raw, { mediaId: c.req.param('id'), ticket: c.req.query('t') ?? '' }),
  )
}
