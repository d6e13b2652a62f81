import type { clarificationReply, clarificationReport } from '../../../sync/answer/clarification.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { touchConversation } from '../../conversation/find-or-create.ts'
import { turnDownMedia } from '../../media/claim.ts'
import { enqueueMail, enqueuePushMessage } from '../../notify/enqueue.ts'
import { lockQuestion, type QuestionRow } from '../../question/get.ts'
import type { TxContext } from '../../transact.ts'
import { showAgain } from './ask-clarification.ts'

type Asked = { text: string; mediaId: string | null; repliedAt: Date | null; reportedAt: Date | null }

/**
 * Stores the athlete's written reply to a clarification and tells the fan; nothing is charged or earned. Refuses
 * `not-found` for anybody else's question or one without a clarification, `replied-already`.
 */
export async function replyToClarification(
  work: TxContext,
  caller: Caller,
  { questionId, text }: Infer<typeof clarificationReply>,
): Promise<Result<Record<string, never>>> {
  const found = await askedOf(work, caller, questionId)
  if (!found) return refuse('not-found')
  const { question, asked } = found
  if (!(await makeRoom(work, asked))) return refuse('replied-already')
  await work.tx`
    update clarification set reply = ${text}, media_id = null, replied_at = ${work.now} where question_id = ${questionId}`
  await tellReplied(work, question)
  return done({})
}

/**
 * Ends a clarification without a reply and passes it to the team as a message in the athlete's name; the athlete
 * does not see it again. Refuses as replying does.
 */
export async function reportClarification(
  work: TxContext,
  caller: Caller,
  { questionId, note }: Infer<typeof clarificationReport>,
): Promise<Result<Record<string, never>>> {
  const found = await askedOf(work, caller, questionId)
  if (!found) return refuse('not-found')
  const { question, asked } = found
  if (!(await makeRoom(work, asked))) return refuse('replied-already')
  await work.tx`
    update clarification set reported_at = ${work.now}, media_id = null where question_id = ${questionId}`
  await showAgain(work, questionId)
  const content = [`The follow-up question: ${asked.text}`, note].filter(Boolean).join('\n\n')
  await work.tx`
    insert into contact_form (id, first_name, last_name, email, subject, content, question_id)
    select ${work.context.random.id()}, first_name, last_name, email, ${`Problem: ${question.subject}`}, ${content},
      ${questionId} from person where id = ${question.athleteId}`
  return done({})
}

/** Tells both sides' devices, and the fan by mail and push message, that there is a reply. */
export async function tellReplied(
  work: TxContext,
  { id: questionId, conversationId, fanId }: QuestionRow,
): Promise<void> {
  await showAgain(work, questionId)
  await touchConversation(work, conversationId, true)
  await enqueueMail(work, { kind: 'clarification-replied', questionId })
  await enqueuePushMessage(work, { kind: 'clarification-replied', questionId, personId: fanId })
}

/**
 * Returns whether the clarification can still be replied to. An announced video that is not verified yet is turned
 * down in favour of the new reply: its device may be lost, and otherwise keeps the video and shows why.
 */
export async function makeRoom(work: TxContext, { mediaId, repliedAt, reportedAt }: Asked): Promise<boolean> {
  if (repliedAt || reportedAt) return false
  return mediaId === null || turnDownMedia(work, mediaId, 'replied-already')
}

/** Returns the clarification of this athlete's answer, with its question locked; otherwise null. */
export async function askedOf(
  work: TxContext,
  caller: Caller,
  questionId: string,
): Promise<{ question: QuestionRow; asked: Asked } | null> {
  const question = await lockQuestion(work.tx, questionId)
  if (!question || question.athleteId !== caller.personId || !can(caller, 'answer-question')) return null
  const [asked] = await work.tx<Asked[]>`
    select text, media_id as "mediaId", replied_at as "repliedAt", reported_at as "reportedAt" from clarification
    where question_id = ${questionId}`
  return asked ? { question, asked } : null
}
