import { tellAdmins } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'

/**
 * Tells admins about a video that could not be converted, so that it is shown although not every device can play
 * it.
 */
export async function tellUnconverted(work: TxContext, mediaId: string): Promise<void> {
  const [about] = await work.tx<{ questionId: string }[]>`
    select question_id as "questionId" from answer where media_id = ${mediaId} and state <> 'withdrawn'
    union all select question_id from clarification where media_id = ${mediaId}
    union all select id from question where media_id = ${mediaId} limit 1`
  if (!about) return
  const { questionId } = about
  const [told] = await work.tx`
    select from mail where kind = 'conversion-failed' and question_id = ${questionId} and data ->> 'mediaId' = ${mediaId}`
  if (!told) await tellAdmins(work, { kind: 'conversion-failed', questionId, data: { mediaId } })
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
