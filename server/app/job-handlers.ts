import { sweepAccess } from '../account/sweep.ts'
import { completeReply } from '../answer/clarification/reply-by-video.ts'
import { completeAnswer } from '../answer/complete-answer.ts'
import { showConverted, tellUnconverted } from '../answer/converted.ts'
import { endPauses } from '../athlete/save-profile.ts'
import type { Context } from '../context.ts'
import { keepBirthdays } from '../conversation/birthdays.ts'
import { tellDigest } from '../desk/screening/tell-digest.ts'
import { eachAlone } from '../each-alone.ts'
import { endIfLeft } from '../erasure/end-open.ts'
import { eraseLeaver, sweepLeaving } from '../erasure/erase.ts'
import { retain } from '../erasure/retention.ts'
import { dropMadeUp } from '../jobs/dead-jobs.ts'
import type { QueueData, QueueName } from '../jobs/queue-names.ts'
import { sweepPictures } from '../media/pictures/sweep-pictures.ts'
import { recoverReceived } from '../media/receive.ts'
import { makeNext } from '../media/rendition/make-next.ts'
import { sweepRenditions } from '../media/rendition/order.ts'
import { readPoster } from '../media/rendition/serve-picture.ts'
import { isAwaited } from '../media/rendition/store.ts'
import { watchRoom } from '../media/room.ts'
import { removeLeftovers, sweepMedia } from '../media/sweep.ts'
import { verifyNext } from '../media/verify-next.ts'
import { orderWaitingMails, type Posters, sendMail, sweepMails } from '../notify/mail.ts'
import { sendPush, sweepPushes } from '../notify/push-messages.ts'
import { runOperation } from '../payment/operation/run.ts'
import { orderPayouts } from '../payment/payout/order-payouts.ts'
import { sweepPayoutChanges } from '../payment/payout/redirect.ts'
import { sweepDebts } from '../payment/payout/write-off.ts'
import { reconcile } from '../payment/reconcile/reconcile.ts'
import { sweepPayments } from '../payment/sweep.ts'
import { handleStripeEvent } from '../payment/webhook.ts'
import { standsBy } from '../question/arrived.ts'
import { settleAsk } from '../question/ask-question.ts'
import { endWithoutHold, mailSilentReminder, remindAthlete } from '../question/ending/end-question.ts'
import { makeDecision, sweepDecisions } from '../question/screening/decide.ts'
import { warnDesk } from '../question/screening/tell-desk.ts'
import { remindToRate } from '../rating/remind.ts'
import { transact } from '../transact.ts'
import { endOverdue, sweepAsks, sweepDeadlines } from './deadlines.ts'

const POSTERS: Posters = {
  isAwaited: (sql, mediaId) => isAwaited(sql, mediaId, 'poster'),
  read: readPoster,
}

type Handlers = { [Q in QueueName]: (data: QueueData[Q]) => Promise<void> }

/**
 * Returns the handler of each queue. Only this table connects an event in a lower layer with the higher layers
 * that must react. Every handler may run twice, late, or on two servers at once: the rows decide, and a job only
 * says where to look.
 */
export function queueHandlers(context: Context): Handlers {
  const recover = oneAtATime(recoverReceived)
  return {
    'media.verify-answer': () => verifyNext(context, 'media.verify-answer'),
    'media.verify-question': () => verifyNext(context, 'media.verify-question'),
    'rendition.picture': () => makeNext(context, 'rendition.picture'),
    'rendition.answer-film': () => makeNext(context, 'rendition.answer-film'),
    'rendition.film': () => makeNext(context, 'rendition.film'),
    'conversion.failed': ({ mediaId }) => transact(context, (inside) => tellUnconverted(inside, mediaId)),
    'media.settled': ({ mediaId }) => settleMedia(context, mediaId),
    'ask.settle': async ({ askId }) => void (await transact(context, (inside) => settleAsk(inside, askId))),
    'answer.complete': ({ answerId }) => transact(context, (inside) => completeAnswer(inside, answerId)),
    'money.run': async ({ operationId }) => void (await runOperation(context, operationId)),
    'stripe.event': ({ eventId }) => handleStripeEvent(context, eventId),
    'hold.settled': ({ holdId }) => settleHold(context, holdId),
    'answer.refused': ({ questionId }) => endRefused(context, questionId),
    'question.deadline': ({ questionId }) => endOverdue(context, questionId),
    'question.reminder': (data) => transact(context, (inside) => remindAthlete(inside, data)),
    'screening.decide': ({ questionId }) => transact(context, (inside) => makeDecision(inside, questionId)),
    'screening.ending': (data) => transact(context, (inside) => warnDesk(inside, data)),
    'mail.send': ({ mailId }) => sendMail(context, mailId, POSTERS),
    'push.send': ({ pushId }) => sendPush(context, pushId),
    'push.silent': ({ pushId }) => transact(context, (inside) => mailSilentReminder(inside, pushId)),
    'leaving.erase': ({ leavingId }) => transact(context, (inside) => eraseLeaver(inside, leavingId)),
    'sweep.minute': () => sweepMinute(context, recover),
    'sweep.hour': () => sweepHour(context),
    'sweep.night': () => reconcile(context),
  }
}

/** Continues the ask, the answer or the reply that waited for a video, once the video was verified or refused. */
async function settleMedia(context: Context, mediaId: string): Promise<void> {
  const asks = await context.sql<{ id: string }[]>`
    select id from prepared_ask where media_id = ${mediaId} and state = 'open'`
  for (const { id } of asks) await transact(context, (inside) => settleAsk(inside, id))
  const answers = await context.sql<{ id: string; questionId: string; state: string }[]>`
    select a.id, a.question_id as "questionId", a.state
    from answer a join question q on q.id = a.question_id join media m on m.id = a.media_id
    where m.id = ${mediaId} and (a.state <> 'withdrawn' or m.state = 'refused' or ${standsBy(context.sql)})`
  for (const { id, questionId, state } of answers) {
    if (state === 'delivered') await orderWaitingMails(context, questionId)
    else await transact(context, (inside) => completeAnswer(inside, id))
  }
  await transact(context, (inside) => completeReply(inside, mediaId))
  await transact(context, (inside) => showConverted(inside, mediaId))
}

/** Ends the question of an arrived answer that turned out to be no video, if something waited for that. */
async function endRefused(context: Context, questionId: string): Promise<void> {
  await transact(context, (inside) => endIfLeft(inside, questionId))
  await transact(context, (inside) => endWithoutHold(inside, questionId))
  await endOverdue(context, questionId)
}

/**
 * Continues the ask or the answer that waited for a hold, once the hold was confirmed, captured, released or
 * lost.
 */
async function settleHold(context: Context, holdId: string): Promise<void> {
  const [hold] = await context.sql<
    { askId: string }[]
  >`select ask_id as "askId" from hold where id = ${holdId}`
  if (!hold) return
  await transact(context, (inside) => settleAsk(inside, hold.askId))
  const answers = await context.sql<{ id: string }[]>`
    select id from answer where question_id = ${hold.askId} and state = 'stored'`
  for (const { id } of answers) await transact(context, (inside) => completeAnswer(inside, id))
  await transact(context, (inside) => endWithoutHold(inside, hold.askId))
  await orderWaitingMails(context, hold.askId)
}

/**
 * Handles rows without a live job or whose time has come: every minute, on every server, but each row once. A step
 * that fails, as while the bucket is away, does not keep the others from their turn.
 */
function sweepMinute(context: Context, recover: Step): Promise<void> {
  const steps = [
    sweepDecisions,
    sweepDeadlines,
    endPauses,
    sweepPayoutChanges,
    keepBirthdays,
    sweepAsks,
    removeLeftovers,
    watchRoom,
    sweepPayments,
    sweepMails,
    sweepPushes,
    // last, because it reads whole videos: deadlines, money and mails do not wait for it
    recover,
  ]
  return eachAlone(steps, (step) => step(context))
}

type Step = (context: Context) => Promise<void>

/**
 * Returns a step that does nothing while it is at work in this process already: of the runs of a sweep, only one is
 * held up by it.
 */
function oneAtATime(step: Step): Step {
  let isAtWork = false
  return async (context) => {
    if (isAtWork) return
    isAtWork = true
    try {
      await step(context)
    } finally {
      isAtWork = false
    }
  }
}

function sweepHour(context: Context): Promise<void> {
  const steps = [
    sweepMedia,
    sweepRenditions,
    (on: Context) => transact(on, sweepAccess),
    sweepLeaving,
    retain,
    sweepPictures,
    sweepDebts,
    orderPayouts,
    (on: Context) => transact(on, remindToRate),
    tellDigest,
    ({ sql }: Context) => dropMadeUp(sql),
  ]
  return eachAlone(steps, (step) => step(context))
}
