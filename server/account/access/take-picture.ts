import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { bringIn, keepPicture } from '../../media/pictures/keep-picture.ts'
import { countPicture, joiningOfUpload } from './joining.ts'

type Brought = { uploadToken: string; place: PicturePlace; file: Buffer }

/**
 * Stores a picture of a sign-up for the holder of its token (S2-5.11, S2-5.12, S2-7.18) and then counts it; the
 * last one triggers the confirmation. A place that already has its picture takes no other, and sending one again
 * is no error. Refuses `upload-not-expected`, and what a picture is refused for.
 */
export async function takePicture(
  context: Context,
  { uploadToken, place, file }: Brought,
): Promise<Result<object>> {
  const joining = await joiningOfUpload(context.sql, uploadToken)
  if (!joining) return refuse('upload-not-expected')
  if (!joining.awaited.includes(place)) return done({})
  return bringIn(context, { place, file }, async (work, stored) => {
    if (!(await countPicture(work, joining.joinId, place))) return refuse('upload-not-expected')
    await keepPicture(work, { ...stored, joinId: joining.joinId, place })
    return done({})
  })
}
