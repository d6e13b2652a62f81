import type { PicturePlace } from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { subjectLimits } from '../../http/rate-limit.ts'
import { bringIn, keepPicture } from '../../media/pictures/keep-picture.ts'
import { countPicture, joiningOfUpload } from './joining.ts'

/** How often a sign-up may bring pictures, also refused ones: it has four at most. */
const UPLOADS = { max: 30, windowS: 3_600 } as const

type Brought = { uploadToken: string; place: PicturePlace; file: Buffer }

/**
 * Stores a picture of a sign-up for the holder of its token (S2-5.11, S2-5.12, S2-7.18) and then counts it; the
 * last one triggers the confirmation. A place that already has its picture takes no other, and sending one again
 * is no error. Refuses `upload-not-expected`, `too-many-requests`, also as in `countPicture`, and what a picture is
 * refused for.
 */
export async function takePicture(
  context: Context,
  { uploadToken, place, file }: Brought,
): Promise<Result<object>> {
  const joining = await joiningOfUpload(context.sql, uploadToken)
  if (!joining) return refuse('upload-not-expected')
  if (!joining.awaited.includes(place)) return done({})
  const counted = await subjectLimits(context)('picture', joining.joinId, UPLOADS)
  if (!counted.ok) return counted
  return bringIn(context, { place, file }, async (work, stored) => {
    const arrived = await countPicture(work, joining.joinId, place)
    if (!arrived.ok) return arrived
    await keepPicture(work, { ...stored, joinId: joining.joinId, place })
    return done({})
  })
}
