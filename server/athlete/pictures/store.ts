import type { PicturePlace } from '../../../sync/media/picture.ts'
import { USER_MEDIA } from '../../../sync/paths.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'

/** An open picture request, with the picture that was brought for it. */
export type OpenRequest = { id: string; personId: string; pictureId: string | null }

/** Returns the open request of a person for a place; null where there is none. */
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

/** Releases a picture, so that a sweep deletes its row and its file. */
export async function throwAway(tx: Tx, pictureId: string | null): Promise<void> {
  if (pictureId) await tx`update picture set person_id = null, path = null where id = ${pictureId}`
}

/** Releases the picture at an address that no profile shows now; a picture that came with the app has no row. */
export async function releaseAt(tx: Tx, personId: string, url: string): Promise<void> {
  const path = url.slice(`${USER_MEDIA.path}/`.length)
  await tx`update picture set person_id = null, path = null where person_id = ${personId} and path = ${path}`
}

/** Returns the admin's person id. The capability has been checked before, and every admin is a person. */
export function adminOf({ personId }: Caller): string {
  if (!personId) throw new InternalError('an admin without a person')
  return personId
}
