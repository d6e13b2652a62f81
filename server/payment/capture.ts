import { tipCreditCents } from '../../sync/money.ts'
import { InternalError } from '../log.ts'
import { planted } from '../planted.ts'
import type { Work } from '../work.ts'
import { recordCapture } from './ledger.ts'
import { intend } from './operation/operations.ts'
import { type Hold, lockHold, moveHold } from './store.ts'

/**
 * Orders the capture of a held amount, whole, for a question whose answer is stored and verified (S1-4.24, D33); it
 * follows by itself, once, and ends as `captured` with its ledger lines or as `lapsed`. Answers the hold's state:
 * anything but `capturing` and `captured` means that there is nothing to capture. Throws without a verified answer.
 */
export async function captureHold(work: Work, holdId: string): Promise<Hold['state']> {
  const hold = await lockHold(work.tx, holdId)
  const { state, paymentIntentId, amountCents } = hold
  if (state !== 'held' || !paymentIntentId) return state
  const [answer] = await work.tx<{ athleteId: string }[]>`
    select athlete_id as "athleteId" from answer where question_id = ${hold.askId} and state = 'stored'`
  if (!answer) throw new InternalError(`hold ${holdId} has no verified answer: nothing is captured`)
  await moveHold(work, hold, { to: 'capturing' })
  if (planted('earned-before-capture')) await recordCapture(work, takenOf(hold, answer.athleteId))
  await intend(work, { subjectId: holdId, kind: 'capture', params: { paymentIntentId, amountCents } })
  return 'capturing'
}

/** What the mistake takes for captured: the usual fee is the one a tip is less. */
function takenOf({ askId, chargeId, amountCents }: Hold, athleteId: string) {
  const feeCents = amountCents - tipCreditCents(amountCents)
  return { questionId: askId, athleteId, amountCents, chargeId: chargeId ?? '', feeCents }
}
