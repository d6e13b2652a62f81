import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'
import { enqueueOperation } from './operation/operations.ts'
import { type Hold, lockHold, moveHold } from './store.ts'

/**
 * Orders the capture of the whole hold for a question whose answer is stored and verified (S1-4.24, D33). The
 * operation then runs once by itself, and the hold ends as `captured`, with its ledger lines, or as `lapsed`.
 * Returns the hold's state: any other than `capturing` or `captured` means that there is nothing to capture. Throws
 * without a verified answer.
 */
export async function captureHold(work: TxContext, holdId: string): Promise<Hold['state']> {
  const hold = await lockHold(work.tx, holdId)
  const { state, paymentIntentId, amountCents } = hold
  if (state !== 'held' || !paymentIntentId) return state
  const [answer] = await work.tx`
    select from answer where question_id = ${hold.askId} and state = 'stored'`
  if (!answer) throw new InternalError(`hold ${holdId} has no verified answer: nothing is captured`)
  await moveHold(work, hold, { to: 'capturing' })
  await enqueueOperation(work, {
    subjectId: holdId,
    kind: 'capture',
    params: { paymentIntentId, amountCents },
  })
  return 'capturing'
}
