import type { Reason } from '../../sync/question/status.ts'
import type { Caller } from '../../sync/roles.ts'
import { touchConversation } from '../conversation/find-or-create.ts'
import { purgeMedia } from '../media/sweep.ts'
import { enqueueMail } from '../notify/enqueue.ts'
import { hasArrived } from '../question/arrived.ts'
import { releaseAsks } from '../question/ask-question.ts'
import { cancelQuestion } from '../question/ending/end-question.ts'
import { moveQuestion } from '../question/event.ts'
import { getQuestionForUpdate } from '../question/get.ts'
import { releaseQuestionHold } from '../question/screen-question.ts'
import type { TxContext } from '../transact.ts'

/** A person who leaves: an account, or everybody who asked with an address without one. */
export type Leaver = { personIds: string[]; email: string; isAccount: boolean }

type Open = { id: string; status: 'new' | 'approved'; isFan: boolean; isAnnounced: boolean }

/**
 * Ends whatever a leaver has open, with all consequences: holds are released, the other side is told. An answer
 * that was announced in time for a leaving fan is still delivered and paid, because the athlete has done the
 * work; an answer of a leaving athlete that has already arrived is delivered too.
 */
export async function endWhatIsOpen(work: TxContext, { personIds, email, isAccount }: Leaver): Promise<void> {
  const account = isAccount ? (personIds[0] ?? null) : null
  await releaseAsks(work, { personId: account, email, reason: 'asker-left' })
  for (const personId of personIds) await endQuestionsOf(work, personId)
}

async function endQuestionsOf(work: TxContext, personId: string): Promise<void> {
  const open = await work.tx<Open[]>`
    select q.id, q.status, q.fan_id = ${personId} as "isFan", a.id is not null as "isAnnounced"
    from question q left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
    where ${personId} in (q.fan_id, q.athlete_id) and q.status in ('new', 'approved') order by q.id`
  for (const question of open) {
    if (question.isFan) await endOfFan(work, question, personId)
    else await endOfAthlete(work, question, { actor: `person:${personId}` })
  }
}

/**
 * Ends the open questions of an athlete whom the team has removed (D52): holds are released, askers are told. An
 * answer that has already arrived is still delivered. Returns how many questions ended.
 */
export async function endQuestionsTo(work: TxContext, athleteId: string, actor: string): Promise<number> {
  const open = await work.tx<Pick<Open, 'id' | 'status'>[]>`
    select q.id, q.status from question q
    where q.athlete_id = ${athleteId} and q.status in ('new', 'approved') order by q.id`
  let ended = 0
  for (const question of open) {
    if (await endOfAthlete(work, question, { actor, why: 'by-team' })) ended += 1
  }
  return ended
}

/**
 * Ends a question whose answer turned out to be no video, if one side has left or the team has removed the
 * athlete since it was announced, because no other answer will come. A fan who has left still gets an answer that
 * is announced.
 */
export async function endIfLeft(work: TxContext, questionId: string): Promise<void> {
  const [left] = await work.tx<
    (Open & { fanId: string; athleteId: string; hasAthleteLeft: boolean; takenOutBy: string | null })[]
  >`
    select q.id, q.status, q.fan_id as "fanId", q.athlete_id as "athleteId", f.leaving_at is not null as "isFan",
      exists (select from answer a where a.question_id = q.id and a.state <> 'withdrawn') as "isAnnounced",
      t.leaving_at is not null as "hasAthleteLeft",
      (select c.given_by from athlete_card c where c.person_id = q.athlete_id and c.card <> 'yellow' and c.at >= (
        select max(a.submitted_at) from answer a where a.question_id = q.id) order by c.at desc limit 1) as "takenOutBy"
    from question q join person f on f.id = q.fan_id join person t on t.id = q.athlete_id
    where q.id = ${questionId} and q.status = 'approved'`
  if (!left) return
  if (left.isFan && !left.isAnnounced) await endOfFan(work, left, left.fanId)
  else if (left.takenOutBy)
    await endOfAthlete(work, left, { actor: `person:${left.takenOutBy}`, why: 'by-team' })
  else if (left.hasAthleteLeft) await endOfAthlete(work, left, { actor: `person:${left.athleteId}` })
}

async function endOfFan(work: TxContext, { id, status, isAnnounced }: Open, personId: string): Promise<void> {
  if (isAnnounced) return
  const caller: Caller = { role: 'basic', personId, guestId: null, sessionId: null }
  if (status === 'new') return void (await cancelQuestion(work, caller, { questionId: id }))
  const actor = `person:${personId}`
  const question = await end(work, { id, move: 'withdraw', actor, reason: 'cancelled-by-asker' })
  if (!question) return
  if (question.mediaId) await purgeMedia(work, question.mediaId)
  await enqueueMail(work, { kind: 'question-cancelled', questionId: id })
  const toAthlete = { personId: question.athleteId, data: { reason: 'asker-left' } }
  await enqueueMail(work, { kind: 'request-withdrawn', questionId: id, ...toAthlete })
}

async function endOfAthlete(
  work: TxContext,
  { id, status }: Pick<Open, 'id' | 'status'>,
  { actor, why = 'left' }: { actor: string; why?: 'left' | 'by-team' },
): Promise<boolean> {
  await getQuestionForUpdate(work.tx, id)
  if (await hasArrived(work, id)) return false
  const move = status === 'new' ? 'athlete-left-unscreened' : 'athlete-left'
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
  const question = await getQuestionForUpdate(work.tx, id)
  if (!question || !(await moveQuestion(work, { questionId: id, move, actor, reason }))) return null
  await releaseQuestionHold(work, question, reason)
  await touchConversation(work, question.conversationId, false)
  return question
}
