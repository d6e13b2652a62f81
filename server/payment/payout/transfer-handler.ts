import { TRANSFER_WAITS_MS } from '../../../sync/limits.ts'
import type { ByHandReason } from '../../../sync/payment/payout.ts'
import { InternalError } from '../../log.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { recordPayoutDifference, recordTransfer } from '../ledger.ts'
import type { Operation, OperationHandler } from '../operation/operation-handler.ts'
import type { Transfer } from '../stripe/transfers.ts'
import type { Payments } from '../stripe.ts'
import { takeBack } from './clawback.ts'
import { deductFromOpen } from './deduct.ts'
import { lockPayout, type Payout } from './store.ts'
import { transferIdle } from './transfer-waiting.ts'

type Difference = { payoutId: string; orderedCents: number; paidCents: number }

/**
 * Books a transfer of another amount than its payout. It was made before the restore, when the books knew more or
 * less of what was owed. The transfer counts, so that nobody is paid twice.
 */
async function recordDifference(
  work: TxContext,
  paid: { transferId: string; athleteId: string },
  difference: Difference,
): Promise<void> {
  work.context.log.error(difference, 'payments: a transfer of another amount')
  await recordPayoutDifference(work, {
    ...paid,
    amountCents: difference.paidCents - difference.orderedCents,
  })
}

/**
 * Returns the handler that transfers a payout to an athlete's account, exactly once. A refused transfer becomes a
 * payout by hand, with the reason (D34, D37).
 */
export function transferHandler(
  payments: Payments,
  operation: Operation<'transfer'>,
): OperationHandler<Transfer> {
  const { subjectId: payoutId, params, key } = operation
  const { accountId, amountCents } = params
  const order = { payoutId, accountId, amountCents }
  return {
    async call() {
      // after a restore the provider may be ahead of us and may have forgotten the key
      const made = await payments.findTransfer(payoutId)
      if (!made.ok) return made
      return made.value ? { ok: true, value: made.value } : payments.createTransfer(order, key)
    },
    readBack: () => payments.findTransfer(payoutId),
    judge(transfer) {
      if (!transfer) return 'absent'
      return transfer.payoutId === payoutId ? 'done' : 'unclear'
    },
    lock: async ({ tx }) => void (await ordered(tx, payoutId)),
    async settle(work, _, transfer) {
      const payout = await ordered(work.tx, payoutId)
      const { personId, amountCents: orderedCents } = payout
      const { amountCents: paidCents } = transfer
      const paid = { transferId: transfer.id, athleteId: personId }
      if (paidCents !== orderedCents)
        await recordDifference(work, paid, { payoutId, orderedCents, paidCents })
      await work.tx`
        update payout set state = 'paid', amount_cents = ${paidCents}, transfer_id = ${transfer.id}, paid_at = app_now(), payee = null,
          account_id = case when payee is null then account_id end where id = ${payoutId}`
      await recordTransfer(work, { ...paid, amountCents: paidCents })
      if (!payout.isLast)
        await tellAccount(work, {
          id: work.context.random.id(),
          kind: 'payout-made',
          personId,
          payoutId,
        })
      // the athlete earned the rest with payments that the books lost
      if (paidCents > orderedCents) return
      // a payment may have gone back while its share was being transferred
      await takeBack(work, { personId, cause: transfer.id, cents: paidCents })
    },
    // at the amount that is to be paid now, unless payouts are held
    renew: (work) => transferIdle(work, payoutId),
    async refuse(work, code) {
      const { tx, context } = work
      const why = REASONS[code] ?? 'refused'
      const payout = await ordered(tx, payoutId)
      if (why === 'balance' && (await mayWait(tx, payout, accountId))) {
        context.log.warn({ payoutId }, 'payments: a transfer waits for the balance at the provider')
      } else {
        await tx`update payout set way = 'manual', why = ${why}, account_id = null where id = ${payoutId}`
        context.log.error({ payoutId, why: code }, 'payments: a transfer was refused and is paid by hand')
      }
      // what went back while the transfer was under way could not be taken off it
      await deductFromOpen(work, payout.personId)
    },
  }
}

async function ordered(tx: TxContext['tx'], payoutId: string): Promise<Payout> {
  const payout = await lockPayout(tx, payoutId)
  if (!payout) throw new InternalError(`there is no payout ${payoutId}`)
  return payout
}

/**
 * Returns whether the payout may still wait for the balance at the provider, because card payments take days to
 * reach it. It stays ordered until then, for `orderAgain`. The time counts from the first transfer to this account
 * that the balance was too low for, because a payout may have been held, or had no account, long before; and anew
 * after each hold and each change of where the athlete is paid, because nothing was tried meanwhile.
 */
async function mayWait(tx: TxContext['tx'], { id, personId }: Payout, accountId: string): Promise<boolean> {
  const [tooLong] = await tx`
    select from money_operation where subject_id = ${id} and kind = 'transfer' and error = ${BALANCE_TOO_LOW}
      and params ->> 'accountId' = ${accountId}
      and done_at <= app_now() - ${TRANSFER_WAITS_MS} * interval '1 millisecond'
      and done_at > coalesce(greatest(
        (select max(resumed_at) from payout_hold where person_id = ${personId} or person_id is null),
        (select max(ended_at) from payout_change
          where person_id = ${personId} and (kind = 'deposits' or ending = 'made'))), '-infinity') limit 1`
  return tooLong === undefined
}

const BALANCE_TOO_LOW = 'balance_insufficient'

const REASONS: Record<string, ByHandReason> = {
  insufficient_capabilities_for_transfer: 'capability',
  [BALANCE_TOO_LOW]: 'balance',
  transfers_not_allowed: 'region',
}
