import { isPicturePlace, PICTURE_LIMITS } from '../../../sync/media/picture.ts'
import { USER_MEDIA } from '../../../sync/paths.ts'
import { refuse } from '../../../sync/result.ts'
import { takePicture } from '../../account/access/take-picture.ts'
import { readBytes } from '../../http/body.ts'
import { answerRefusal, answerResult } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { servePicture } from '../../media/pictures/serve-picture.ts'
import { bringPicture } from './bring-picture.ts'
import { changeOwnPicture } from './own-picture.ts'
import { openRequestOf } from './store.ts'

const UPLOADS = { per: 'network', max: 120, windowS: 3_600 } as const

/**
 * Adds the routes for pictures of people: uploaded with a sign-up, at the team's request, or by a fan for
 * themselves, and public once published (S2-3.11, S2-7.18).
 */
export function pictureRoutes({ app, context, limit }: RouteGroup): void {
  app.post(USER_MEDIA.path, limit('picture', UPLOADS), async (c) => {
    const uploadToken = c.req.header(USER_MEDIA.tokenHeader) ?? ''
    const place = c.req.query('place') ?? ''
    const { caller } = c.var.found
    const isJoining = /^[\w-]{43}$/.test(uploadToken)
    if (!isPicturePlace(place) || (!isJoining && !caller.personId))
      return answerRefusal(c, refuse('upload-not-expected').refusal)
    const read = await readBytes(c.req.raw, PICTURE_LIMITS.bytes)
    if (!read.ok) return answerRefusal(c, read.refusal)
    const file = Buffer.from(read.value)
    if (isJoining) return answerResult(c, await takePicture(context, { uploadToken, place, file }))
    // A picture that the team requested needs its approval; fans may change their own picture (D115).
    const isAsked = caller.personId && (await openRequestOf(context.sql, caller.personId, place))
    const isOwn = caller.role === 'basic' && place === 'profile' && !isAsked
    const taken = isOwn
      ? await changeOwnPicture(context, caller, file)
      : await bringPicture(context, caller, { place, file })
    return answerResult(c, taken)
  })
  app.get(`${USER_MEDIA.path}/:username/:folder/:file`, async (c) => {
    const { username, folder, file } = c.req.param()
    const answer = await servePicture(context, `${username}/${folder}/${file}`)
    return answer ?? answerRefusal(c, refuse('not-found').refusal)
  })
}
