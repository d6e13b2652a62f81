import { type DeskPicture, deskPicturesCall } from '../../../sync/athlete/picture-request.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { CALLS } from '../../../sync/paths.ts'
import { done, refuse } from '../../../sync/result.ts'
import { can } from '../../../sync/roles.ts'
import type { Sql } from '../../db/sql.ts'
import { answering, requireCapability } from '../../http/answering.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { serveBrought } from '../../media/pictures/serve-picture.ts'

/**
 * Adds the routes that list the picture requests for the team, and serve the waiting pictures to their person and
 * the team.
 */
export function pictureRequestRoutes({ app, context }: RouteGroup): void {
  const list = answering(deskPicturesCall, async () => done({ rows: await listPictureRequests(context.sql) }))
  app.post(DESK_CALLS.deskPictures, requireCapability('change-pictures'), list)
  app.get(`${CALLS.broughtPicture}:id`, async (c) => {
    const { caller } = c.var.found
    const owner = can(caller, 'change-pictures') ? 'anybody' : caller.personId
    const answer = owner && (await serveBrought(context, c.req.param('id'), owner))
    return answer || answerRefusal(c, refuse('not-found').refusal)
  })
}

type Row = Omit<DeskPicture, 'askedAt' | 'broughtAt'> & { askedAt: Date; broughtAt: Date | null }

/** Returns every open picture request; those with a picture come first, the longest waiting first. */
async function listPictureRequests(sql: Sql): Promise<DeskPicture[]> {
  const rows = await sql<Row[]>`
    select r.id, r.place, r.state, r.note, r.picture_id as "pictureId", r.person_id as "personId", p.username,
      p.first_name || ' ' || p.last_name as name, r.asked_at as "askedAt", r.brought_at as "broughtAt",
      case when r.place = 'profile' then p.picture_url else p.cover_urls[right(r.place, 1)::int] end as "currentUrl"
    from picture_request r join person p on p.id = r.person_id and p.leaving_at is null
    where r.state in ('asked', 'brought')
    order by r.state = 'brought' desc, r.brought_at, r.asked_at, r.id`
  return rows.map(({ askedAt, broughtAt, ...row }) => ({
    ...row,
    askedAt: askedAt.getTime(),
    broughtAt: broughtAt?.getTime() ?? null,
  }))
}
