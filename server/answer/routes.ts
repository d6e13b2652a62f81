import { clarifyCall } from '../../sync/answer/clarification.ts'
import { type MediaTicketAnswer, mediaTicketCall } from '../../sync/calls.ts'
import { TICKET_MS } from '../../sync/media/ticket.ts'
import type { MediaState } from '../../sync/media/video.ts'
import { CALLS } from '../../sync/paths.ts'
import { submitResponseCall } from '../../sync/question/specified-calls.ts'
import type { Refusal } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { signInFirst, transacting } from '../http/answering.ts'
import { readJson } from '../http/body.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { findMedia } from '../media/find-media.ts'
import { mintTicket } from '../media/play.ts'
import { convertedPercent } from '../media/rendition/order.ts'
import { serveVideoPicture } from '../media/rendition/serve-picture.ts'
import { askClarification } from './clarification/ask-clarification.ts'
import { submitResponse } from './submit-response.ts'
import { maySeePicture, mayWatch } from './watch.ts'

/**
 * Registers the specification's call to answer, the call to ask for a clarification, and the calls that let a
 * caller see or play a video.
 */
export function answerRoutes({ app, context, limit }: RouteGroup): void {
  app.post(CALLS.submitResponse, signInFirst, transacting(context, submitResponseCall, submitResponse))
  const clarifying = limit('clarify', { per: 'address', max: 60, windowS: 3_600 })
  app.post(CALLS.clarify, clarifying, transacting(context, clarifyCall, askClarification))
  app.get(
    `${CALLS.videoPicture}:id`,
    limit('video picture', { per: 'address', max: 3_000, windowS: 600 }),
    async (c) => {
      const videoId = c.req.param('id')
      const kind = c.req.query('of') === 'strip' ? 'strip' : 'poster'
      const ticket = c.req.query('t')
      if (!(await maySeePicture(context, c.var.found.caller, { videoId, ticket })))
        return answerRefusal(c, { code: 'not-found' })
      return serveVideoPicture(context, videoId, kind)
    },
  )
  app.post(CALLS.mediaTicket, limit('ticket', { per: 'address', max: 600, windowS: 600 }), async (c) => {
    const call = await readJson(c, mediaTicketCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    const media = await findMedia(context.sql, call.value.videoId)
    const allowed = media && (await mayWatch(context, c.var.found.caller, call.value))
    if (!allowed) return answerRefusal(c, { code: 'not-found' })
    if (media.state !== 'stored') return answerRefusal(c, await whyNot(context, media))
    const expiresAt = (await context.clock.now()).getTime() + TICKET_MS
    const ticket = mintTicket(context.secrets.ticket, { mediaId: media.id, expiresAt })
    return c.json({
      playerUrl: `/player/${media.id}?t=${ticket}`,
      fileUrl: `/media/${media.id}?t=${ticket}`,
      type: media.servedType ?? media.declaredType,
      bytes: media.servedBytes ?? media.declaredBytes,
      convertedPercent: await convertedPercent(context.sql, media.id),
      width: media.width ?? 0,
      height: media.height ?? 0,
      expiresAt,
    } satisfies MediaTicketAnswer)
  })
}

/**
 * Returns the refusal for a video that cannot be played: with its percentage while it is being converted, otherwise
 * `not-found`, which tells whoever may see the video whether it was deleted.
 */
async function whyNot({ sql }: Context, { id, state }: { id: string; state: MediaState }): Promise<Refusal> {
  if (state === 'purged') return { code: 'not-found', detail: { why: 'gone' } }
  const percent = await convertedPercent(sql, id)
  return percent === null ? { code: 'not-found' } : { code: 'video-converting', detail: { percent } }
}
