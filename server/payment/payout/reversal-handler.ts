import { InternalError } from '../../log.ts'
import type { TxContext } from '../../transact.ts'
import type { Operation, OperationHandler } from '../operation/operation-handler.ts'
import { enqueueOperation } from '../operation/operations.ts'
import type { Answer } from '../stripe/answer.ts'
import type { SeenReversal } from '../stripe/transfers.ts'
import type { Payments } from '../stripe.ts'
import { applyReversal } from './apply-reversal.ts'
import { deductFromOpen } from './deduct.ts'
import { lockPayout, type Payout } from './store.ts'
import { writeOff } from './write-off.ts'

/**
 * Returns the handler that takes back a transfer in part or in full. It looks for the reversal before it asks for
 * one, because a transfer can be reversed twice.
 */
export function reversalHandler(
  payments: Payments,
  operation: Operation<'reversal'>,
): OperationHandler<SeenReversal> {
  const { subjectId: reversalId, params, key } = operation
  const { payoutId, transferId, amountCents } = params
  async function look(): Promise<Answer<SeenReversal | null>> {
    const found = await payments.listReversals(transferId)
    if (!found.ok) return found
    return { ok: true, value: found.value.find((each) => each.reversalId === reversalId) ?? null }
  }
  return {
    async call() {
      // after a restore the provider may be ahead of us and may have forgotten the key
      const made = await look()
      if (!made.ok) return made
      if (made.value) return { ok: true, value: made.value }
      return payments.reverseTransfer({ reversalId, transferId, amountCents }, key)
    },
    readBack: look,
    judge: (seen) => (!seen ? 'absent' : seen.amountCents === amountCents ? 'done' : 'unclear'),
    lock: async ({ tx }) => void (await payoutOf(tx, payoutId)),
    settle: async (work, _, seen) => applyReversal(work, await payoutOf(work.tx, payoutId), seen),
    renew: async (work) =>
      void (await enqueueOperation(work, { subjectId: reversalId, kind: 'reversal', params })),
    async refuse(work, code) {
      const { tx, context } = work
      const { personId } = await payoutOf(tx, payoutId)
      await tx`
        update reversal set state = 'refused', error = ${code}, updated_at = app_now() where id = ${reversalId}`
      context.log.error(
        { payoutId, why: code },
        'payments: a transfer is not given back; the athlete owes it',
      )
      // a payout by hand that was begun meanwhile and not paid may still include it
      await deductFromOpen(work, personId)
      await writeOff(work, personId)
    },
  }
}

async function payoutOf(tx: TxContext['tx'], payoutId: string): Promise<Payout> {
  const payout = await lockPayout(tx, payoutId)
  if (!payout) throw new InternalError(`there is no payout ${payoutId}`)
  return payout
}
