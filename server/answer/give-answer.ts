import { type AnswerSubmission, checkFreeAnswer } from '../../sync/answer/submit.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { claimMedia } from '../media/claim.ts'
import { declareVideo } from '../media/declare.ts'
import { lockQuestion } from '../question/get.ts'
import type { TxContext } from '../transact.ts'
import { freeWithdrawn } from './free-withdrawn.ts'
import { giveWay, isStandingBy } from './stand-by.ts'

/**
 * Announces a take as a free answer to a question that ended without one because it expired, was declined or was
 * never paid (D5). Nothing is charged, and the last byte completes the question. Another recording may be given
 * until the bytes of one are complete. Idempotent by the answer's id. Refuses `not-found` for anybody else's
 * question, `already-answered`, `not-expired`, `too-late`, `id-taken`, `video-*`.
 */
export async function giveAnswer(
  work: TxContext,
  caller: Caller,
  args: AnswerSubmission,
): Promise<Result<{ answerId: string }>> {
  const question = await lockQuestion(work.tx, args.questionId)
  if (!question?.approvedAt || question.athleteId !== caller.personId || !can(caller, 'answer-question')) {
    return refuse('not-found')
  }
  const [there] = await work.tx<{ id: string; mediaId: string; gift: boolean; state: string }[]>`
    select id, media_id as "mediaId", gift, state from answer where question_id = ${question.id} and state <> 'withdrawn' for update`
  if (there?.id === args.answerId && there.mediaId === args.video.id) return done({ answerId: there.id })
  if (await isStandingBy(work, args)) return done({ answerId: args.answerId })
  const { status, reason, settledAt } = question
  // the unpaid answer was kept and shown to nobody (D33), so the same video may be given
  const isUnpaid = there?.gift === false && reason === 'payment-lapsed'
  const isReplaced = there?.gift === true && (await giveWay(work, there))
  const answered = there !== undefined && !isUnpaid && !isReplaced
  const allowed = checkFreeAnswer(
    { status, reason, settledAt: settledAt?.getTime() ?? null, answered },
    work.now.getTime(),
  )
  if (!allowed.ok) return allowed
  if (isUnpaid)
    await work.tx`update answer set state = 'withdrawn', updated_at = app_now() where id = ${there.id}`
  const claimed = await claimTake(work, caller, { ...args, conversationId: question.conversationId })
  if (!claimed.ok) return claimed
  const inserted = await work.tx`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, duration_ms, recorded_at,
      submitted_at, gift)
    values (${args.answerId}, ${question.id}, ${question.conversationId}, ${question.athleteId}, ${question.fanId},
      ${args.video.id}, ${args.video.durationMs}, ${new Date(args.recordedAt)}, ${work.now}, true)
    on conflict (id) do nothing returning id`
  if (inserted.length === 0) return refuse('id-taken')
  // its bytes may have arrived before the question expired
  await enqueue(work, 'answer.complete', { data: { answerId: args.answerId } })
  return done({ answerId: args.answerId })
}

/** Claims the video for this answer, even if it was announced in time before and arrived too late. */
async function claimTake(
  work: TxContext,
  caller: Caller,
  { answerId, questionId, video, conversationId }: AnswerSubmission & { conversationId: string },
): Promise<Result<unknown>> {
  const declared = await declareVideo(work, caller, { video, purpose: 'answer' })
  if (!declared.ok) return declared
  await freeWithdrawn(work, questionId, video.id)
  return claimMedia(work, {
    mediaId: video.id,
    principal: `person:${caller.personId}`,
    by: answerId,
    key: `conversations/${conversationId}/${questionId}_gift`,
    states: ['expected', 'received', 'stored'],
  })
}
