import type { payoutBegin, payoutConfirm } from '../../../sync/payment/payout.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Tx } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { recordPaidByHand } from '../ledger.ts'
import { deductFromOpen } from './deduct.ts'
import { arePayoutsHeld } from './hold-payouts.ts'
import { handleNow, isOtherAttempt, lockPayout } from './store.ts'

type Nothing = Record<string, never>

/**
 * The first of two steps: an admin states that they are paying now (S2-1.9) the amount they saw, to the handle they
 * saw, which the payout keeps until it is confirmed. Refuses `not-found`; `already-decided` when the payout was begun
 * or nothing is left of it; `payouts-held`; `refund-under-way` while the provider has not finished a refund of the
 * athlete's earnings; and `payout-changed` with the current amount when the amount or the handle is another one.
 */
export async function beginPayout(
  work: TxContext,
  caller: Caller,
  { payoutId, amountCents: seenCents, handle: seenHandle }: Infer<typeof payoutBegin>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx } = work
  const known = await lockPayout(tx, payoutId)
  if (known?.way !== 'manual') return refuse('not-found')
  if (await arePayoutsHeld(tx, known.personId)) return refuse('payouts-held')
  await deductFromOpen(work, known.personId)
  const payout = (await lockPayout(tx, payoutId)) ?? known
  const { amountCents } = payout
  if (payout.state !== 'ordered') return refuse('already-decided')
  if (await isRefundUnderWay(tx, payout.personId)) return refuse('refund-under-way')
  const [goes] = await tx<{ to: string | null }[]>`
    select ${handleNow(tx)} as to from payout join person a on a.id = payout.person_id where payout.id = ${payoutId}`
  const handle = goes?.to ?? null
  const isOther = <T>(seen: T | undefined, now: T) => seen !== undefined && seen !== now
  if (isOther(seenCents, amountCents) || isOther(seenHandle, handle))
    return refuse('payout-changed', { amountCents })
  await tx`
    update payout set state = 'begun', begun_by = ${caller.personId}, begun_at = app_now(),
      begun_handle = ${handle ?? ''} where id = ${payoutId}`
  await recordAct(work, caller, {
    act: 'payout.begin',
    subject: payoutId,
    detail: { cents: amountCents },
  })
  return done({})
}

/**
 * Returns whether a refund of a payment for this athlete is ordered but not booked, so that their balance is about
 * to fall.
 */
async function isRefundUnderWay(tx: Tx, personId: string): Promise<boolean> {
  const refunds = await tx`
    select from money_operation o join refund r on r.id = o.subject_id
    join ledger_transaction t on t.source = r.charge_id and t.kind in ('capture', 'tip')
    where o.kind = 'refund' and o.state = 'intended' and exists (select from ledger_entry e
      where e.transaction_id = t.id and e.account = 'athlete_payable' and e.person_id = ${personId}) limit 1`
  return refunds.length > 0
}

/**
 * The second step: an admin confirms the payment, with the reference under which it can be found. It is booked
 * once, and the athlete is told. Refuses `not-found`, `not-begun`, `already-decided` when it was already paid, and
 * `payout-changed` when it was begun again since the admin saw it, maybe at another amount or handle.
 */
export async function confirmPayout(
  work: TxContext,
  caller: Caller,
  { payoutId, reference, begunAt: seenAt }: Infer<typeof payoutConfirm>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx, context } = work
  const payout = await lockPayout(tx, payoutId)
  if (payout?.way !== 'manual') return refuse('not-found')
  if (payout.state !== 'begun') return refuse(payout.state === 'ordered' ? 'not-begun' : 'already-decided')
  const { personId, amountCents } = payout
  if (isOtherAttempt(payout, seenAt)) return refuse('payout-changed', { amountCents })
  await tx`
    update payout set state = 'paid', paid_by = ${caller.personId}, paid_at = app_now(), payee = null, begun_handle = null,
      reference = case when payee is null then ${reference} else '' end
    where id = ${payoutId}`
  await recordPaidByHand(work, { payoutId, athleteId: personId, amountCents })
  await recordAct(work, caller, { act: 'payout.confirm', subject: payoutId, detail: { cents: amountCents } })
  if (!payout.isLast)
    await tellAccount(work, { id: context.random.id(), kind: 'payout-made', personId, payoutId })
  return done({})
}
