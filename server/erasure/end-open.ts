import type { Reason } from '../../sync/question/status.ts'
import type { Caller } from '../../sync/roles.ts'
import { touchConversation } from '../conversation/find-or-create.ts'
import { purgeMedia } from '../media/sweep.ts'
import { enqueueMail } from '../notify/enqueue.ts'
import { hasArrived } from '../question/arrived.ts'
import { releaseAsks } from '../question/ask-question.ts'
import { cancelQuestion } from '../question/ending/end-question.ts'
import { moveQuestion } from '../question/event.ts'
import { lockQuestion } from '../question/get.ts'
import { releaseQuestionHold } from '../question/screen-question.ts'
import type { TxContext } from '../transact.ts'

/**
 * Who leaves: an account, or everybody who asked with an address without one. Without `email`, asks that are not
 * submitted stay open.
 */
export type Leaver = { personIds: string[]; email: string | null; isAccount: boolean }

/** A question that looked open when it was listed. Whether it still is, is read once its row is locked. */
type Listed = { id: string; isFan: boolean }

/**
 * Ends whatever a leaver has open, with all consequences: holds are released, the other side is told. An answer
 * that was announced in time for a leaving fan is still delivered and paid, because the athlete has done the
 * work; an answer of a leaving athlete that has already arrived is delivered too.
 */
export async function endWhatIsOpen(work: TxContext, { personIds, email, isAccount }: Leaver): Promise<void> {
  const account = isAccount ? (personIds[0] ?? null) : null
  if (email !== null) await releaseAsks(work, { personId: account, email, reason: 'asker-left' })
  for (const personId of personIds) await endQuestionsOf(work, personId)
}

async function endQuestionsOf(work: TxContext, personId: string): Promise<void> {
  const open = await work.tx<Listed[]>`
    select q.id, q.fan_id = ${personId} as "isFan" from question q
    where ${personId} in (q.fan_id, q.athlete_id) and q.status in ('new', 'approved') order by q.id`
  for (const { id, isFan } of open) {
    if (isFan) await endOfFan(work, id, personId)
    else await endOfAthlete(work, id, { actor: `person:${personId}` })
  }
}

/**
 * Ends the open questions of an athlete whom the team has removed (D52): holds are released, askers are told. An
 * answer that has already arrived is still delivered. Returns how many questions ended.
 */
export async function endQuestionsTo(work: TxContext, athleteId: string, actor: string): Promise<number> {
  const open = await work.tx<{ id: string }[]>`
    select q.id from question q
    where q.athlete_id = ${athleteId} and q.status in ('new', 'approved') order by q.id`
  let ended = 0
  for (const { id } of open) {
    if (await endOfAthlete(work, id, { actor, why: 'by-team' })) ended += 1
  }
  return ended
}

type Left = {
  fanId: string
  athleteId: string
  hasFanLeft: boolean
  isAnnounced: boolean
  hasAthleteLeft: boolean
  takenOutBy: string | null
}

/**
 * Ends a question whose answer turned out to be no video, if one side has left or the team has removed the
 * athlete since it was announced, because no other answer will come. A fan who has left still gets an answer that
 * is announced.
 */
export async function endIfLeft(work: TxContext, questionId: string): Promise<void> {
  if (!(await lockQuestion(work.tx, questionId))) return
  const [left] = await work.tx<Left[]>`
    select q.fan_id as "fanId", q.athlete_id as "athleteId", f.leaving_at is not null as "hasFanLeft",
      exists (select from answer a where a.question_id = q.id and a.state <> 'withdrawn') as "isAnnounced",
      t.leaving_at is not null as "hasAthleteLeft",
      (select c.given_by from athlete_card c where c.person_id = q.athlete_id and c.card <> 'yellow' and c.at >= (
        select max(a.submitted_at) from answer a where a.question_id = q.id) order by c.at desc limit 1) as "takenOutBy"
    from question q join person f on f.id = q.fan_id join person t on t.id = q.athlete_id
    where q.id = ${questionId} and q.status = 'approved'`
  if (!left) return
  const { fanId, athleteId, hasFanLeft, isAnnounced, hasAthleteLeft, takenOutBy } = left
  if (hasFanLeft && !isAnnounced) await endOfFan(work, questionId, fanId)
  else if (takenOutBy) await endOfAthlete(work, questionId, { actor: `person:${takenOutBy}`, why: 'by-team' })
  else if (hasAthleteLeft) await endOfAthlete(work, questionId, { actor: `person:${athleteId}` })
}

async function endOfFan(work: TxContext, id: string, personId: string): Promise<void> {
  // an answer may have been announced, or the question approved, since the question was listed
  const found = await lockQuestion(work.tx, id)
  if (!found || (await isAnnounced(work, id))) return
  const caller: Caller = { role: 'basic', personId, guestId: null, sessionId: null }
  if (found.status === 'new') return void (await cancelQuestion(work, caller, { questionId: id }))
  const actor = `person:${personId}`
  const question = await end(work, { id, move: 'withdraw', actor, reason: 'cancelled-by-asker' })
  if (!question) return
  if (question.mediaId) await purgeMedia(work, question.mediaId)
  await enqueueMail(work, { kind: 'question-cancelled', questionId: id })
  const toAthlete = { personId: question.athleteId, data: { reason: 'asker-left' } }
  await enqueueMail(work, { kind: 'request-withdrawn', questionId: id, ...toAthlete })
}

async function isAnnounced({ tx }: TxContext, questionId: string): Promise<boolean> {
  const [answer] = await tx`
    select from answer where question_id = ${questionId} and state <> 'withdrawn'`
  return answer !== undefined
}

async function endOfAthlete(
  work: TxContext,
  id: string,
  { actor, why = 'left' }: { actor: string; why?: 'left' | 'by-team' },
): Promise<boolean> {
  const found = await lockQuestion(work.tx, id)
  if (!found || (await hasArrived(work, id))) return false
  const move = found.status === 'new' ? 'athlete-left-unscreened' : 'athlete-left'
  const question = await end(work, { id, move, actor, reason: 'athlete-removed' })
  if (!question) return false
  await work.tx`
    update answer set state = 'withdrawn', updated_at = app_now() where question_id = ${id} and state = 'waiting'`
  await enqueueMail(work, { kind: 'athlete-left', questionId: id, data: { why } })
  return true
}

type Ending = {
  id: string
  move: 'withdraw' | 'athlete-left' | 'athlete-left-unscreened'
  actor: string
  reason: Reason
}

/** Returns the question if this call has ended it; null where it was ended in the meantime. */
async function end(work: TxContext, { id, move, actor, reason }: Ending) {
  const question = await lockQuestion(work.tx, id)
  if (!question || !(await moveQuestion(work, { questionId: id, move, actor, reason }))) return null
  await releaseQuestionHold(work, question, reason)
  await touchConversation(work, question.conversationId, false)
  return question
}
