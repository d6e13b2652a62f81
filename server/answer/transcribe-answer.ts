import type { answerTranscription } from '../../sync/answer/transcribe.ts'
import { isOvertaken, readTranscript, type Transcript } from '../../sync/media/captions.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { recordAct } from '../audit/record-act.ts'
import { keepTranscript, transcriptColumn } from '../media/captions/transcript.ts'
import { lockQuestion } from '../question/get.ts'
import type { TxContext } from '../transact.ts'

/**
 * Stores the transcript of a delivered answer, written by its athlete or an admin. It is parsed and written again
 * here, whatever the device sent. Both sides see it with the video. Refuses `not-found` for anybody else's answer,
 * `answer-missing`, `captions-unreadable`, `captions-too-long`, and `changed-meanwhile` if the words are not the ones
 * that the sender saw.
 */
export async function transcribeAnswer(
  work: TxContext,
  caller: Caller,
  { questionId, text, before }: Infer<typeof answerTranscription>,
): Promise<Result<Record<string, never>>> {
  const { tx } = work
  const question = await lockQuestion(tx, questionId)
  const isTeam = can(caller, 'see-requests')
  const isOwn = can(caller, 'answer-question') && question?.athleteId === caller.personId
  if (!question || !(isTeam || isOwn) || !can(caller, 'transcribe-answer')) return refuse('not-found')
  const transcript = readTranscript(text)
  if (!transcript.ok) return transcript
  const [answer] = await tx<{ id: string; mediaId: string; isGone: boolean; stored: Transcript | null }[]>`
    select a.id, m.id as "mediaId", m.state = 'purged' as "isGone", ${transcriptColumn(tx)} as stored
    from answer a join media m on m.id = a.media_id
    where a.question_id = ${questionId} and a.state = 'delivered'`
  if (!answer) return refuse(isTeam || question.approvedAt ? 'answer-missing' : 'not-found')
  // The words went with the video, so nobody has changed them.
  if (answer.isGone) return refuse('answer-missing')
  if (isOvertaken(answer.stored, before, transcript.value)) return refuse('changed-meanwhile')
  await tx`update answer set updated_at = app_now() where id = ${answer.id}`
  if (!(await keepTranscript(tx, answer.mediaId, transcript.value))) return refuse('answer-missing')
  if (isTeam) await recordAct(work, caller, { act: 'answer.transcribe', subject: questionId })
  return done({})
}
