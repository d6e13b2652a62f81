import { availableParallelism } from 'node:os'
import type { Context } from '../context.ts'
import type { QueueOptions } from '../jobs/boss-queues.ts'
import type { QueueName } from '../jobs/queue-names.ts'
import { queueHandlers } from './job-handlers.ts'

/** How many processes read videos, per queue: together no more than there are cores, and at least one each. */
const READERS = Math.max(1, Math.floor(availableParallelism() / 2))

/** How many seconds a conversion job may take, longer than any conversion. */
const CONVERSION_S = 45 * 60

/**
 * How many seconds a sweep may take. After that the job counts as given up, while its work goes on and the next run
 * does the same beside it. So this is longer than a full house needs, and short enough for one that hangs to be told
 * of, and in the minute for deadlines not to wait long behind it.
 */
const SWEEP_S = { minute: 5 * 60, hour: 3 * 3600, night: 6 * 3600 }

const steady = { retryLimit: 12, retryDelay: 2, backoff: true }

/**
 * How often and how soon each queue retries. A sweep is not retried, because the next one comes anyway; that of the
 * night is, because its next one comes a day later.
 */
export const QUEUES: Record<QueueName, QueueOptions> = {
  'media.verify-answer': { ...steady, retryLimit: 5, concurrency: READERS },
  'media.verify-question': { ...steady, retryLimit: 5, concurrency: READERS },
  // A conversion uses every core it gets, so one runs at a time. Its timeout may be long, because a killed server
  // is noticed by its missing heartbeat within half a minute.
  'rendition.picture': { ...steady, retryLimit: 0, concurrency: 1, timeout: CONVERSION_S },
  'rendition.answer-film': { ...steady, retryLimit: 0, concurrency: 1, timeout: CONVERSION_S },
  'rendition.film': { ...steady, retryLimit: 0, concurrency: 1, timeout: CONVERSION_S },
  'conversion.failed': steady,
  'media.settled': steady,
  'ask.settle': steady,
  'answer.complete': steady,
  'answer.refused': steady,
  'money.run': steady,
  'stripe.event': steady,
  'hold.settled': steady,
  'question.deadline': steady,
  'question.reminder': steady,
  'screening.decide': steady,
  'screening.ending': steady,
  'mail.send': { ...steady, retryDelay: 5 },
  'leaving.erase': { ...steady, retryDelay: 60 },
  'push.send': { ...steady, retryLimit: 6, retryDelay: 5 },
  'push.silent': steady,
  'sweep.minute': { retryLimit: 0, retryDelay: 1, timeout: SWEEP_S.minute },
  'sweep.hour': { retryLimit: 0, retryDelay: 1, timeout: SWEEP_S.hour },
  'sweep.night': { ...steady, retryLimit: 5, retryDelay: 60, timeout: SWEEP_S.night },
}

/** Starts working on every queue, and the scheduled sweeps (D3: deadlines at least every minute). */
export async function startJobs(context: Context): Promise<void> {
  await context.jobs.start(queueHandlers(context), QUEUES)
  await planSweeps(context)
}

/** Schedules the next run of every sweep that is not scheduled yet. */
export async function planSweeps({ jobs }: Context): Promise<void> {
  await jobs.schedule('sweep.minute', '* * * * *')
  await jobs.schedule('sweep.hour', '7 * * * *')
  await jobs.schedule('sweep.night', '23 3 * * *')
}
