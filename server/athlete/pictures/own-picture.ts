import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { bringIn, givePicture, keepBrought } from '../../media/pictures/keep-picture.ts'
import { releaseAt } from './store.ts'

/**
 * Changes a fan's own picture, which only their partners see: it replaces the former one at once, without
 * approval (D115). Refuses `upload-not-expected` where the person is leaving, and what a picture is refused for.
 */
export async function changeOwnPicture(
  context: Context,
  { personId }: Pick<Caller, 'personId'>,
  file: Buffer,
): Promise<Result<object>> {
  if (!personId) return refuse('upload-not-expected')
  return bringIn(context, { place: 'profile', file }, async (work, stored) => {
    const [own] = await work.tx<{ username: string | null; former: string | null }[]>`
      select username, picture_url as former from person
      where id = ${personId} and role = 'basic' and leaving_at is null for update`
    if (!own) return refuse('upload-not-expected')
    await keepBrought(work, { ...stored, personId, place: 'profile' })
    // Some old accounts have no username, but a picture's address needs a name.
    const url = await givePicture(work, stored.id, { personId, username: own.username ?? personId })
    await work.tx`update person set picture_url = ${url}, updated_at = app_now() where id = ${personId}`
    if (own.former) await releaseAt(work.tx, personId, own.former)
    return done({})
  })
}
