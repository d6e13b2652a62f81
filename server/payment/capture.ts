import { InternalError } from '../log.ts'
import type { TxContext } from '../transact.ts'
import { enqueueOperation } from './operation/operations.ts'
import { type Hold, lockHold, moveHold } from './store.ts'

/**
 * Orders the capture of a held amount, whole, for a question whose answer is stored and verified (S1-4.24, D33); it
 * follows by itself, once, and ends as `captured` with its ledger lines or as `lapsed`. Answers the hold's state:
 * anything but `capturing` and `captured` means that there is nothing to capture. Throws without a verified answer.
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
