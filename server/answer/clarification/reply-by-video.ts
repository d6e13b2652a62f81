import type { clarificationByVideo } from '../../../sync/answer/clarification.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { claimMedia } from '../../media/claim.ts'
import { declareVideo } from '../../media/declare.ts'
import { findMedia } from '../../media/find-media.ts'
import { isConverting } from '../../media/rendition/order.ts'
import { lockQuestion } from '../../question/get.ts'
import type { TxContext } from '../../transact.ts'
import { showAgain } from './ask-clarification.ts'
import { askedOf, makeRoom, tellReplied } from './reply-clarification.ts'

/**
 * Announces a short video as the reply to a clarification; nothing is charged or earned. It becomes the reply once
 * its bytes are verified. Announcing it again changes nothing. Refuses `not-found` for anybody else's question or
 * one without a clarification, `replied-already`, `video-*`.
 */
export async function replyByVideo(
  work: TxContext,
  caller: Caller,
  { questionId, video }: Infer<typeof clarificationByVideo>,
): Promise<Result<Record<string, never>>> {
  const found = await askedOf(work, caller, questionId)
  if (!found) return refuse('not-found')
  const { question, asked } = found
  if (asked.mediaId === video.id) return done({})
  if (!(await makeRoom(work, asked))) return refuse('replied-already')
  const declared = await declareVideo(work, caller, { video, purpose: 'reply' })
  if (!declared.ok) return declared
  const claimed = await claimMedia(work, {
    mediaId: video.id,
    principal: `person:${caller.personId}`,
    by: questionId,
    key: `conversations/${question.conversationId}/${questionId}_reply`,
    states: ['expected', 'received', 'stored'],
  })
  if (!claimed.ok) return claimed
  await work.tx`update clarification set media_id = ${video.id} where question_id = ${questionId}`
  await showAgain(work, questionId)
  return done({})
}

/**
 * Makes an announced video the reply once its bytes are verified and it plays everywhere. If the bytes are no
 * video, the athlete's devices are told.
 */
export async function completeReply(work: TxContext, mediaId: string): Promise<void> {
  const { tx } = work
  const [found] = await tx<{ questionId: string }[]>`
    select question_id as "questionId" from clarification where media_id = ${mediaId}`
  const question = found && (await lockQuestion(tx, found.questionId))
  // check again under the question's lock, because a text reply may have been faster
  const [waiting] = await tx`select from clarification where media_id = ${mediaId} and replied_at is null`
  if (!question || !waiting) return
  const media = await findMedia(tx, mediaId)
  if (media?.state === 'stored') {
    if (await isConverting(tx, mediaId)) return
    await tx`update clarification set replied_at = ${work.now} where question_id = ${question.id}`
    await tellReplied(work, question)
  } else if (media?.state === 'refused') await showAgain(work, question.id)
}
