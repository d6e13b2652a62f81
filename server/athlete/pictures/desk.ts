import type { DeskPicture } from '../../../sync/athlete/picture-request.ts'
import type { Sql } from '../../db/sql.ts'

type Row = Omit<DeskPicture, 'askedAt' | 'broughtAt'> & { askedAt: Date; broughtAt: Date | null }

/** Every picture the team waits for or has to look at; what was brought first stands first. */
export async function listPictureRequests(sql: Sql): Promise<DeskPicture[]> {
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
