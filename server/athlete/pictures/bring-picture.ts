import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { bringIn, keepBrought } from '../../media/pictures/keep-picture.ts'
import { openRequestOf, throwAway } from './store.ts'

/**
 * Stores a picture that the team requested from a member (S2-2.76, S2-7.18). It waits for approval, visible only
 * to the member and the team, and replaces one that was brought before. Refuses `upload-not-expected`, and what a
 * picture is refused for.
 */
export async function bringPicture(
  context: Context,
  { personId }: Caller,
  { place, file }: { place: PicturePlace; file: Buffer },
): Promise<Result<object>> {
  if (!personId || !(await openRequestOf(context.sql, personId, place))) return refuse('upload-not-expected')
  return bringIn(context, { place, file }, async (work, stored) => {
    const { tx } = work
    // Wait for an admin who is deciding about the picture, and for another upload.
    await tx`
      select from picture_request where person_id = ${personId} and place = ${place} and state in ('asked', 'brought')
      for update`
    const request = await openRequestOf(tx, personId, place)
    if (!request) return refuse('upload-not-expected')
    await throwAway(tx, request.pictureId)
    await keepBrought(work, { ...stored, personId, place })
    await tx`
      update picture_request set state = 'brought', picture_id = ${stored.id}, note = null, brought_at = app_now()
      where id = ${request.id}`
    return done({})
  })
}
