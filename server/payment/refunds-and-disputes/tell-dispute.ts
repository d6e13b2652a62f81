import type { DisputeState } from '../../../sync/payment/refund.ts'
import { tellAdmins } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import type { SeenDispute } from '../stripe/returns.ts'

/** Why the team is told of a dispute; `taken`: the bank took the money now; `again`: it wants evidence once more. */
export type WhyTold = 'opened' | 'inquiry' | 'taken' | 'again'

/** What changed: the state known before, null for a new dispute, and whether the bank took the money just now. */
type Change = { former: DisputeState | null; isTakenNow: boolean }

/**
 * Tells the team of a dispute or an inquiry that is new, that became a dispute, or for which the bank wants evidence
 * again, with the time until which it is taken. Each is told once, however often the provider reports it.
 */
export async function tellDispute(
  work: TxContext,
  questionId: string,
  seen: SeenDispute,
  change: Change,
): Promise<void> {
  const why = whyTold(seen, change)
  if (why === null) return
  const { id: disputeId, amountCents, state, dueBy } = seen
  const due: Record<string, string> =
    state === 'needs-response' && dueBy !== null ? { dueBy: dueBy.toISOString() } : {}
  const data = { disputeId, cents: String(amountCents), why, state, ...due }
  // two views of one moment may come in the wrong order, and an older one then seems to ask for evidence again
  if (why === 'again' && (await isTold(work, questionId, { disputeId, ...due }))) return
  await tellAdmins(work, { kind: 'dispute-opened', questionId, data })
}

function whyTold({ state, isInquiry }: SeenDispute, { former, isTakenNow }: Change): WhyTold | null {
  if (former === null) return state === 'closed' ? null : isInquiry ? 'inquiry' : 'opened'
  if (isTakenNow) return 'taken'
  return state === 'needs-response' && former !== 'needs-response' ? 'again' : null
}

/** Whether the team was told of this dispute with this time for evidence. */
async function isTold(
  { tx }: TxContext,
  questionId: string,
  about: Record<string, string>,
): Promise<boolean> {
  const [told] = await tx`
    select from mail where question_id = ${questionId} and kind = 'dispute-opened' and data @> ${tx.json(about)} limit 1`
  return told !== undefined
}
