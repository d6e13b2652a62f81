import type { TxContext } from '../transact.ts'

/**
 * Every queue with the data of its jobs, which is only ids and planned deadlines, because the row is the truth.
 * `app/job-handlers.ts` has the handlers.
 */
export type QueueData = {
  /** A video of an answer or a reply waits to be verified; the job verifies whichever is next. */
  'media.verify-answer': Record<string, never>
  'media.verify-question': Record<string, never>
  /** A video became `stored` or `refused`: what waits for it continues. */
  'media.settled': { mediaId: string }
  /** A picture or a film has to be made from a video; the job makes whichever is next. */
  'rendition.picture': Record<string, never>
  'rendition.answer-film': Record<string, never>
  'rendition.film': Record<string, never>
  /** A video that not every device plays could not be converted: it is served as it is, and the team is told. */
  'conversion.failed': { mediaId: string }
  'ask.settle': { askId: string }
  'answer.complete': { answerId: string }
  /**
   * The video of an announced answer was refused: if something would have ended its question meanwhile, it ends
   * now.
   */
  'answer.refused': { questionId: string }
  'money.run': { operationId: string }
  'stripe.event': { eventId: string }
  /** A hold changed state: what waits for it continues. */
  'hold.settled': { holdId: string }
  'question.deadline': { questionId: string }
  /** Its time to answer is running out, if it still ends at `dueAt` (milliseconds, UTC). */
  'question.reminder': { questionId: string; dueAt?: number }
  /** The ten seconds in which a decision can be taken back are over. */
  'screening.decide': { questionId: string }
  /** An unscreened question is about to run out of time, if it still ends at `endsAt` (milliseconds, UTC). */
  'screening.ending': { questionId: string; endsAt?: number }
  'mail.send': { mailId: string }
  /** The seven days in which a leaver may come back are over. */
  'leaving.erase': { leavingId: string }
  'push.send': { pushId: string }
  /** No device has reported that a reminder arrived. */
  'push.silent': { pushId: string }
  /** Every minute: rows without a live job, or whose time has come. */
  'sweep.minute': Record<string, never>
  /** Every hour: unclaimed bytes, spent captchas, old counters. */
  'sweep.hour': Record<string, never>
  /** Every night: compares payments, books and the provider. */
  'sweep.night': Record<string, never>
}
export type QueueName = keyof QueueData

/** Writes a job in the transaction that causes it, so that the job exists if and only if the cause does. */
export async function enqueue<Q extends QueueName>(
  { context, tx }: Pick<TxContext, 'context' | 'tx'>,
  queue: Q,
  job: { data: QueueData[Q]; startAfter?: Date; singletonKey?: string; tryNow?: true },
): Promise<void> {
  const { data, ...options } = job
  await context.jobs.send(tx, queue, data, options)
}
