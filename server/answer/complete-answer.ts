import { touchConversation } from '../conversation/find-or-create.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { findMedia } from '../media/find-media.ts'
import { isConverting } from '../media/rendition/order.ts'
import { enqueueMail, enqueuePushMessage } from '../notify/enqueue.ts'
import { captureHold } from '../payment/capture.ts'
import { activeHold } from '../payment/find-hold.ts'
import { isLetGo } from '../payment/hold.ts'
import { awaitPayment } from '../payment/pay-again/pay-again.ts'
import { moveQuestion } from '../question/event.ts'
import { lockQuestion, type QuestionRow } from '../question/get.ts'
import type { TxContext } from '../transact.ts'
import { callStandBy, takeTurn } from './stand-by.ts'

type AnswerRow = {
  id: string
  questionId: string
  conversationId: string
  athleteId: string
  mediaId: string
  state: 'waiting' | 'stored' | 'delivered' | 'withdrawn'
  gift: boolean
}

/**
 * Takes an answer one step further; called whenever something it waits for happens (D33). Verified bytes make it
 * `stored` and order the capture. A captured hold delivers the answer, completes the question and tells the fan. If
 * the capture failed, the fan has 72 hours to pay again; after that the question closes as lapsed, and the take is
 * kept. Nothing is captured before the bytes are verified, and nothing is shown before it is paid. Of several
 * announced recordings, the first complete one is the answer.
 */
export async function completeAnswer(work: TxContext, answerId: string): Promise<void> {
  const [found] = await work.tx<{ questionId: string }[]>`
    select question_id as "questionId" from answer where id = ${answerId}`
  if (!found) return
  // lock the question first and then the answer, everywhere in the same order, to avoid deadlocks
  const question = await lockQuestion(work.tx, found.questionId)
  const answer = await lockAnswer(work, answerId)
  if (!question || !answer) return
  if (answer.gift) return completeGift(work, question, answer)
  if (question.status !== 'approved') return
  if (answer.state === 'waiting' || (await takeTurn(work, answer))) {
    const bytes = await settleBytes(work, answer)
    if (bytes !== 'stored') return
  } else if (answer.state === 'withdrawn') return endUnread(work, answer)
  else if (answer.state !== 'stored') return
  const hold = await activeHold(work.tx, question.id)
  if (question.amountCents === 0 || hold?.state === 'captured') return deliverWhenPlayed(work, answer)
  if (hold?.state === 'held') {
    await captureHold(work, hold.id)
    return
  }
  if (hold?.state === 'capturing') return
  if (await awaitPayment(work, question.id, hold)) return
  await lapse(work, answer)
}

async function lockAnswer({ tx }: TxContext, id: string): Promise<AnswerRow | null> {
  const [row] = await tx<AnswerRow[]>`
    select id, question_id as "questionId", conversation_id as "conversationId", athlete_id as "athleteId",
      media_id as "mediaId", state, gift from answer where id = ${id} for update`
  return row ?? null
}

/**
 * Completes a free answer to a question that had ended without one (D5): it is delivered once its bytes are
 * verified and every hold is released. Of several given recordings, the first complete one is the answer.
 */
async function completeGift(work: TxContext, question: QuestionRow, answer: AnswerRow): Promise<void> {
  if (question.status !== 'athlete rejected') return
  if (answer.state === 'waiting' || (await takeTurn(work, answer))) {
    if ((await settleBytes(work, answer)) !== 'stored') return
  } else if (answer.state !== 'stored') return
  if (!(await isLetGo(work.tx, question.id)) || (await isConverting(work.tx, answer.mediaId))) return
  const { id: questionId } = question
  await work.tx`
    update question set amount_cents = 0, hold_state = 'none', free_key = null where id = ${questionId}`
  const actor = `person:${answer.athleteId}`
  if (!(await moveQuestion(work, { questionId, move: 'give', actor, reason: null }))) return
  await work.tx`
    update answer set state = 'delivered', delivered_at = app_now(), updated_at = app_now() where id = ${answer.id}`
  await touchConversation(work, answer.conversationId, true)
  await enqueueMail(work, { kind: 'answer-given', questionId })
  await enqueuePushMessage(work, { kind: 'answer-ready', questionId, personId: question.fanId })
}

/** Applies the state of a waiting answer's bytes, and returns it. */
async function settleBytes(work: TxContext, answer: AnswerRow): Promise<'stored' | 'waiting' | 'refused'> {
  const media = await findMedia(work.tx, answer.mediaId)
  if (media?.state === 'stored') {
    await work.context.fault('answer.before-complete')
    await work.tx`
      update answer set state = 'stored', stored_at = app_now(), updated_at = app_now(),
        duration_ms = coalesce(${media?.durationMs ?? null}::int, duration_ms) where id = ${answer.id}`
    return 'stored'
  }
  if (media?.state !== 'refused' && media?.state !== 'purged') return 'waiting'
  // the bytes are no video, so the athlete may record another answer while there is time
  await work.tx`update answer set state = 'withdrawn', updated_at = app_now() where id = ${answer.id}`
  const standIn = await callStandBy(work, answer.questionId)
  if (standIn) await enqueue(work, 'answer.complete', { data: { answerId: standIn } })
  if (standIn || answer.gift) return 'refused'
  await work.tx`
    update question set grace_ends_at = null, revision = revision + 1, updated_at = app_now() where id = ${answer.questionId}`
  await enqueue(work, 'answer.refused', { data: { questionId: answer.questionId } })
  await enqueueMail(work, {
    kind: 'answer-unreadable',
    questionId: answer.questionId,
    personId: answer.athleteId,
    data: await whatIsOver(work, answer),
  })
  return 'refused'
}

/** Lets the question end if it only waited for the bytes of this answer, which stood by and was no video. */
async function endUnread(work: TxContext, { questionId, mediaId }: AnswerRow): Promise<void> {
  const media = await findMedia(work.tx, mediaId)
  if (media?.state === 'refused') await enqueue(work, 'answer.refused', { data: { questionId } })
}

/**
 * Returns why the athlete of a refused answer cannot record another one: the time is over, or the job that was just
 * ordered ends the question. Empty where they can.
 */
async function whatIsOver({ tx }: TxContext, { questionId }: AnswerRow): Promise<{ over?: string }> {
  const [open] = await tx<{ hasTime: boolean; hasFan: boolean; isFree: boolean }[]>`
    select q.due_at > app_now() and t.leaving_at is null and t.closed_at is null as "hasTime",
      f.leaving_at is null as "hasFan", q.amount_cents = 0 as "isFree"
    from question q join person t on t.id = q.athlete_id join person f on f.id = q.fan_id where q.id = ${questionId}`
  if (!open?.hasTime) return { over: 'time' }
  if (!open.hasFan) return { over: 'question' }
  return open.isFree || (await activeHold(tx, questionId)) ? {} : { over: 'question' }
}

/**
 * Delivers the answer once it plays on any device (D118). Until then it is verified and paid, and no deadline ends
 * it.
 */
async function deliverWhenPlayed(work: TxContext, answer: AnswerRow): Promise<void> {
  if (!(await isConverting(work.tx, answer.mediaId))) await deliver(work, answer)
}

async function deliver(work: TxContext, answer: AnswerRow): Promise<void> {
  const { questionId, athleteId } = answer
  const moved = await moveQuestion(work, { questionId, move: 'complete', actor: 'system', reason: null })
  if (!moved) return
  await work.tx`
    update answer set state = 'delivered', delivered_at = app_now(), updated_at = app_now() where id = ${answer.id}`
  await touchConversation(work, answer.conversationId, true)
  await enqueueMail(work, { kind: 'answer-ready', questionId })
  await enqueueMail(work, { kind: 'answer-delivered', questionId, personId: athleteId })
  await enqueuePushMessage(work, { kind: 'answer-delivered', questionId, personId: athleteId })
  const question = await lockQuestion(work.tx, questionId)
  if (question) await enqueuePushMessage(work, { kind: 'answer-ready', questionId, personId: question.fanId })
  await work.context.fault('answer.after-complete')
}

async function lapse(work: TxContext, answer: AnswerRow): Promise<void> {
  const { questionId, athleteId } = answer
  const moved = await moveQuestion(work, {
    questionId,
    move: 'lapse',
    actor: 'system',
    reason: 'payment-lapsed',
  })
  if (!moved) return
  await touchConversation(work, answer.conversationId, true)
  await enqueueMail(work, { kind: 'payment-lapsed', questionId })
  await enqueueMail(work, {
    kind: 'payment-lapsed',
    questionId,
    personId: athleteId,
    data: { to: 'athlete' },
  })
}
