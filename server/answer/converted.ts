import type { VideoPurpose } from '../../sync/media/video.ts'
import { tellAdmins } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'

/**
 * Tells the team about a video that could not be converted, so that it is shown although not every device can play
 * it: those who screen about a question's own, before they let it through; otherwise all who see requests.
 */
export async function tellUnconverted(work: TxContext, mediaId: string): Promise<void> {
  const [about] = await work.tx<{ questionId: string; of: VideoPurpose }[]>`
    select question_id as "questionId", 'answer' as of from answer where media_id = ${mediaId} and state <> 'withdrawn'
    union all select question_id, 'reply' from clarification where media_id = ${mediaId}
    union all select id, 'question' from question where media_id = ${mediaId} limit 1`
  if (!about) return
  const { questionId, of } = about
  const [told] = await work.tx`
    select from mail where kind = 'conversion-failed' and question_id = ${questionId} and data ->> 'mediaId' = ${mediaId}`
  if (told) return
  await tellAdmins(work, { kind: 'conversion-failed', questionId, data: { mediaId, of } })
}

/**
 * Marks the question and the answer of a converted video as changed, because devices hold details of the old file.
 */
export async function showConverted({ tx }: TxContext, mediaId: string): Promise<void> {
  const [converted] = await tx`
    select from rendition where media_id = ${mediaId} and kind = 'plays' and state = 'made'`
  if (!converted) return
  await tx`
    update question set updated_at = app_now() where media_id = ${mediaId}
      or id in (select question_id from clarification where media_id = ${mediaId})`
  await tx`update answer set updated_at = app_now() where media_id = ${mediaId} and state <> 'withdrawn'`
}
