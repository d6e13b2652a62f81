import type { Reason } from '../../sync/question/status.ts'
import type { Caller } from '../../sync/roles.ts'
import { touchConversation } from '../conversation/find-or-create.ts'
import { purgeMedia } from '../media/sweep.ts'
import { tellByMail } from '../notify/tell.ts'
import { releaseAsks } from '../question/ask-question.ts'
import { cancelQuestion } from '../question/ending/end-question.ts'
import { moveQuestion } from '../question/event.ts'
import { getQuestionForUpdate } from '../question/get.ts'
import { releaseQuestionHold } from '../question/screen-question.ts'
import type { Work } from '../work.ts'
import type { Owner } from './mine-link.ts'

type Open = { id: string; status: 'new' | 'approved'; isFan: boolean; answer: string | null }

/**
 * Ends whatever a leaver has open, with everything that follows from it: holds go back, the other side is told. An answer
 * that was recorded in time for a leaving fan is still delivered and paid, because the athlete has done the work; one
 * that is stored already is not taken back from the fan of a leaving athlete either.
 */
export async function endWhatIsOpen(
  work: Work,
  { personId, email }: Pick<Owner, 'personId' | 'email'>,
): Promise<void> {
  await releaseAsks(work, { personId, email, reason: 'asker-left' })
  if (!personId) return
  const open = await work.tx<Open[]>`
    select q.id, q.status, q.fan_id = ${personId} as "isFan", a.state as answer
    from question q left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
    where ${personId} in (q.fan_id, q.athlete_id) and q.status in ('new', 'approved') order by q.id`
  for (const question of open) {
    if (question.isFan) await endOfFan(work, question, personId)
    else await endOfAthlete(work, question, { actor: `person:${personId}` })
  }
}

/**
 * Ends what an athlete whom the team has taken out still had to answer (D52): holds go back, askers are told. An answer that
 * is stored already is delivered all the same. Answers how many ended.
 */
export async function endQuestionsTo(work: Work, athleteId: string, actor: string): Promise<number> {
  const open = await work.tx<Open[]>`
    select q.id, q.status, false as "isFan", a.state as answer
    from question q left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
    where q.athlete_id = ${athleteId} and q.status in ('new', 'approved') order by q.id`
  let ended = 0
  for (const question of open) {
    if (await endOfAthlete(work, question, { actor, why: 'by-team' })) ended += 1
  }
  return ended
}

async function endOfFan(work: Work, { id, status, answer }: Open, personId: string): Promise<void> {
  if (answer) return
  const caller: Caller = { role: 'basic', personId, guestId: null, sessionId: null }
  if (status === 'new') return void (await cancelQuestion(work, caller, { questionId: id }))
  const actor = `person:${personId}`
  const question = await end(work, { id, move: 'withdraw', actor, reason: 'cancelled-by-asker' })
  if (!question) return
  if (question.mediaId) await purgeMedia(work, question.mediaId)
  await tellByMail(work, { kind: 'question-cancelled', questionId: id })
  const toAthlete = { personId: question.athleteId, data: { reason: 'asker-left' } }
  await tellByMail(work, { kind: 'request-withdrawn', questionId: id, ...toAthlete })
}

async function endOfAthlete(
  work: Work,
  { id, status, answer }: Open,
  { actor, why = 'left' }: { actor: string; why?: 'left' | 'by-team' },
): Promise<boolean> {
  if (answer === 'stored') return false
  const move = status === 'new' ? 'athlete-left-unscreened' : 'athlete-left'
  const question = await end(work, { id, move, actor, reason: 'athlete-removed' })
  if (!question) return false
  await work.tx`
    update answer set state = 'withdrawn', updated_at = app_now() where question_id = ${id} and state = 'waiting'`
  await tellByMail(work, { kind: 'athlete-left', questionId: id, data: { why } })
  return true
}

type Ending = {
  id: string
  move: 'withdraw' | 'athlete-left' | 'athlete-left-unscreened'
  actor: string
  reason: Reason
}

/** The question once this call has ended it; null where somebody was faster. */
async function end(work: Work, { id, move, actor, reason }: Ending) {
  const question = await getQuestionForUpdate(work.tx, id)
  if (!question || !(await moveQuestion(work, { questionId: id, move, actor, reason }))) return null
  await releaseQuestionHold(work, question, reason)
  await touchConversation(work, question.conversationId, false)
  return question
}
