import type { PicturePlace } from '../../../sync/media/picture.ts'
import { USER_MEDIA } from '../../../sync/paths.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'

/** A request that is open, with what lies with it. */
export type OpenRequest = { id: string; personId: string; pictureId: string | null }

/** The open request of a person for a place; null where nobody asked. */
export async function openRequestOf(
  on: Queryable,
  personId: string,
  place: PicturePlace,
): Promise<OpenRequest | null> {
  const [row] = await on<OpenRequest[]>`
    select r.id, r.person_id as "personId", r.picture_id as "pictureId" from picture_request r
    join person p on p.id = r.person_id and p.leaving_at is null
    where r.person_id = ${personId} and r.place = ${place} and r.state in ('asked', 'brought')`
  return row ?? null
}

/** Makes a picture nobody's: its row and its file are swept. */
export async function throwAway(tx: Tx, pictureId: string | null): Promise<void> {
  if (pictureId) await tx`update picture set person_id = null, path = null where id = ${pictureId}`
}

/** A picture nothing shows any more is nobody's; a picture that came with the app has no row. */
export async function releaseAt(tx: Tx, personId: string, url: string): Promise<void> {
  const path = url.slice(`${USER_MEDIA.path}/`.length)
  await tx`update picture set person_id = null, path = null where person_id = ${personId} and path = ${path}`
}

/** The admin who asks: the capability has been checked, and admins are people. */
export function adminOf({ personId }: Caller): string {
  if (!personId) throw new InternalError('an admin without a person')
  return personId
}
