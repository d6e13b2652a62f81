import { deskPicturesCall } from '../../../sync/athlete/picture-request.ts'
import { CALLS } from '../../../sync/paths.ts'
import { refuse } from '../../../sync/result.ts'
import { can } from '../../../sync/roles.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { serveBrought } from '../../media/pictures/serve-picture.ts'
import { listPictureRequests } from './desk.ts'

/** What the team is to look at, and the waiting pictures themselves, for their person and the team. */
export function pictureRequestRoutes({ app, context }: RouteGroup): void {
  app.post(CALLS.deskPictures, async (c) => {
    const { caller } = c.var.found
    if (!can(caller, 'change-pictures'))
      return answerRefusal(c, { code: caller.personId ? 'not-allowed' : 'sign-in-first' })
    const call = await readJson(c, deskPicturesCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return c.json({ rows: await listPictureRequests(context.sql) })
  })
  app.get(`${CALLS.broughtPicture}:id`, async (c) => {
    const { caller } = c.var.found
    const owner = can(caller, 'change-pictures') ? 'anybody' : caller.personId
    const answer = owner && (await serveBrought(context, c.req.param('id'), owner))
    return answer || answerRefusal(c, refuse('not-found').refusal)
  })
}
