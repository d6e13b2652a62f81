import { type AnswerSubmission, checkInTime } from '../../sync/answer/submit.ts'
import { ARRIVAL_REMINDER_MS } from '../../sync/limits.ts'
import { graceEndsAt } from '../../sync/question/deadlines.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { touchConversation } from '../conversation/find-or-create.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { claimMedia } from '../media/claim.ts'
import { declareVideo } from '../media/declare.ts'
import { enqueueMail } from '../notify/enqueue.ts'
import { recordEvent } from '../question/event.ts'
import { lockQuestion, type QuestionRow } from '../question/get.ts'
import type { TxContext } from '../transact.ts'
import { freeWithdrawn } from './free-withdrawn.ts'
import { giveWay, isStandingBy } from './stand-by.ts'

/** The acceptance of an announced answer, with the moment until which its bytes may arrive (milliseconds, UTC). */
export type Accepted = { answerId: string; state: 'waiting' | 'stored' | 'delivered'; graceEndsAt: number }

/**
 * Announces an answer ahead of its video (S2-4.13, D5). It is accepted if it arrives before `dueAt` by the
 * database's clock. The question then stays open 24 h longer, once, and the last byte completes it. Another
 * recording may be announced until the bytes of one are complete. Idempotent by the answer's id. Refuses
 * `not-found` for anybody else's question, `already-answered`, `not-approved`, `too-late`, `id-taken`, `video-*`.
 */
export async function submitAnswer(
  work: TxContext,
  caller: Caller,
  args: AnswerSubmission,
): Promise<Result<Accepted>> {
  const question = await lockQuestion(work.tx, args.questionId)
  if (!question?.approvedAt || question.athleteId !== caller.personId || !can(caller, 'answer-question')) {
    return refuse('not-found')
  }
  const there = await answerOf(work, args.questionId)
  const isSame = there?.id === args.answerId && there.mediaId === args.video.id
  if (question.graceEndsAt && (isSame || (await isStandingBy(work, args)))) {
    const state = isSame ? there.state : 'waiting'
    return done({ answerId: args.answerId, state, graceEndsAt: question.graceEndsAt.getTime() })
  }
  const replaces = there !== null && there.id !== args.answerId && (await giveWay(work, there))
  // the replaced answer was announced in time, so this one has until the same moment
  const until = replaces ? question.graceEndsAt : question.dueAt
  const inTime = checkInTime(
    { status: question.status, dueAt: until?.getTime() ?? null, answered: there !== null && !replaces },
    work.now.getTime(),
  )
  if (!inTime.ok) return inTime
  const declared = await declareVideo(work, caller, { video: args.video, purpose: 'answer' })
  if (!declared.ok) return declared
  const graceEnd = new Date(graceEndsAt(question.dueAt?.getTime() ?? work.now.getTime()))
  const inserted = await insertAnswer(work, args, question)
  if (!inserted) return refuse('id-taken')
  await freeWithdrawn(work, args.questionId, args.video.id)
  const key = `conversations/${question.conversationId}/${args.questionId}_response`
  const claimed = await claimMedia(work, {
    mediaId: args.video.id,
    principal: `person:${caller.personId}`,
    by: args.answerId,
    key,
    states: ['expected', 'received', 'stored'],
  })
  if (!claimed.ok) return claimed
  await tellAnnounced(work, { question, graceEnd, replaces, answerId: args.answerId }, caller)
  return done({ answerId: args.answerId, state: 'waiting', graceEndsAt: graceEnd.getTime() })
}

type Announced = { question: QuestionRow; graceEnd: Date; replaces: boolean; answerId: string }

/**
 * Extends the question's deadline for the bytes, and tells the fan that an answer is on its way, only for the first
 * announcement. Has the athlete reminded before that deadline, should the bytes not have arrived.
 */
async function tellAnnounced(
  work: TxContext,
  { question: { id: questionId, conversationId, dueAt }, graceEnd, replaces, answerId }: Announced,
  caller: Caller,
): Promise<void> {
  await work.tx`
    update question set grace_ends_at = ${graceEnd}, revision = revision + 1, updated_at = app_now() where id = ${questionId}`
  const move = replaces ? 'announce-anew' : 'announce'
  await recordEvent(work, { questionId, move, actor: `person:${caller.personId}` })
  await touchConversation(work, conversationId, true)
  if (!replaces) {
    await enqueueMail(work, { kind: 'answer-recorded', questionId })
    await enqueue(work, 'question.deadline', { data: { questionId }, startAfter: graceEnd })
    await enqueue(work, 'question.reminder', {
      data: { questionId, dueAt: dueAt?.getTime() },
      startAfter: new Date(graceEnd.getTime() - ARRIVAL_REMINDER_MS),
    })
  }
  // the bytes may have arrived first, through the specification's own call
  await enqueue(work, 'answer.complete', { data: { answerId } })
  await work.context.fault('answer.after-accepted')
}

async function answerOf(
  { tx }: TxContext,
  questionId: string,
): Promise<{ id: string; mediaId: string; state: Accepted['state'] } | null> {
  const [row] = await tx<{ id: string; mediaId: string; state: Accepted['state'] }[]>`
    select id, media_id as "mediaId", state from answer where question_id = ${questionId} and state <> 'withdrawn' for update`
  return row ?? null
}

async function insertAnswer(
  { tx, now }: TxContext,
  args: AnswerSubmission,
  question: { conversationId: string; athleteId: string; fanId: string },
): Promise<boolean> {
  const rows = await tx`
    insert into answer (id, question_id, conversation_id, athlete_id, fan_id, media_id, duration_ms, recorded_at, submitted_at)
    values (${args.answerId}, ${args.questionId}, ${question.conversationId}, ${question.athleteId}, ${question.fanId},
      ${args.video.id}, ${args.video.durationMs}, ${new Date(args.recordedAt)}, ${now})
    on conflict (id) do nothing returning id`
  return rows.length === 1
}
