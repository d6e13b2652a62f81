import type { QuestionStatus } from '../../../sync/question/status.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import { activeHold } from '../../payment/find-hold.ts'
import { refreshHold } from '../../payment/hold.ts'
import { PaymentMismatch } from '../../payment/operation/expected.ts'
import { isReleasedByUs } from '../../payment/release.ts'
import { PaymentsUnreachable } from '../../payment/stripe/answer.ts'

/**
 * Asks the payment provider whether a question's money is still held before the question is approved, because news
 * of a release by the bank may be late. Refuses `hold-gone`. If the provider does not answer, our own state counts.
 */
export async function lookAtHold(
  context: Context,
  { questionId }: { questionId: string },
): Promise<Result<true>> {
  const hold = await activeHold(context.sql, questionId)
  if (hold?.state !== 'held') return done(true)
  try {
    if ((await refreshHold(context, hold.id)) === 'held') return done(true)
    // we released it ourselves by a decision made meanwhile, which the transaction that follows will report
    return (await isReleasedByUs(context.sql, hold.id)) ? done(true) : refuse('hold-gone')
  } catch (error) {
    if (error instanceof PaymentsUnreachable || error instanceof PaymentMismatch) return done(true)
    throw error
  }
}

/** Looks at the hold in the same way before a status that needs the money to be held. */
export async function lookBeforeStatus(
  context: Context,
  { questionId, status }: { questionId: string; status: QuestionStatus },
): Promise<Result<true>> {
  return status === 'approved' || status === 'new' ? lookAtHold(context, { questionId }) : done(true)
}
