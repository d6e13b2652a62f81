import type { TxContext } from '../transact.ts'

/** Every queue and what its jobs carry: ids only, the row is the truth. Who handles them stands in `app/job-handlers.ts`. */
export type QueueData = {
  /** A video of an answer or a reply waits to be verified: whichever is next is. */
  'media.verify-answer': Record<string, never>
  'media.verify-question': Record<string, never>
  /** A video became `stored` or `refused`: whoever waits for it goes on. */
  'media.settled': { mediaId: string }
  /** A picture or a film is to be made of a video: whichever is next is. */
  'rendition.picture': Record<string, never>
  'rendition.answer-film': Record<string, never>
  'rendition.film': Record<string, never>
  /** A video that not every device plays could not be converted: it is shown as it is, and the team hears of it. */
  'conversion.failed': { mediaId: string }
  'ask.settle': { askId: string }
  'answer.complete': { answerId: string }
  /** The video of an announced answer was refused: what would have ended its question meanwhile does so now. */
  'answer.refused': { questionId: string }
  'money.run': { operationId: string }
  'stripe.event': { eventId: string }
  /** A hold changed state: whoever waits for it goes on. */
  'hold.settled': { holdId: string }
  'question.deadline': { questionId: string }
  'question.reminder': { questionId: string }
  /** The ten seconds in which a decision can be taken back are over. */
  'screening.decide': { questionId: string }
  /** A question nobody has screened is about to run out of time. */
  'screening.ending': { questionId: string }
  'mail.send': { mailId: string }
  /** The seven days of somebody who leaves are over. */
  'leaving.erase': { leavingId: string }
  'push.send': { pushId: string }
  /** No device has said that a reminder reached it. */
  'push.silent': { pushId: string }
  /** Every minute: whatever has no live job, or whose time has come. */
  'sweep.minute': Record<string, never>
  /** Every hour: bytes nobody claimed, spent captchas, old counters. */
  'sweep.hour': Record<string, never>
  /** Every night: whether payments, books and the provider agree. */
  'sweep.night': Record<string, never>
}
export type QueueName = keyof QueueData

/** Writes a job in the transaction that causes it: it exists if and only if the cause does. */
export async function enqueue<Q extends QueueName>(
  { context, tx }: Pick<TxContext, 'context' | 'tx'>,
  queue: Q,
  job: { data: QueueData[Q]; startAfter?: Date; singletonKey?: string },
): Promise<void> {
  const { data, ...options } = job
  await context.jobs.send(tx, queue, data, options)
}
