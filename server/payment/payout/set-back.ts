import type { payoutFail, payoutReturn } from '../../../sync/payment/payout-control.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { TxContext } from '../../transact.ts'
import { postToLedger } from '../ledger.ts'
import { deductFromOpen } from './deduct.ts'
import { isErased, isOtherAttempt, lockPayout } from './store.ts'
import { writeOff } from './write-off.ts'

type Nothing = Record<string, never>

/**
 * Records that a payout which was begun by hand was not paid: it is ordered again, follows the balance, and can be
 * begun at the handle of then. Returns what is left of it: 0 where all of it went back meanwhile. Refuses
 * `not-found`, `already-decided` when it is not begun, and `payout-changed` when it was begun again since the admin
 * saw it.
 */
export async function failPayout(
  work: TxContext,
  caller: Caller,
  { payoutId, reason, begunAt: seenAt }: Infer<typeof payoutFail>,
): Promise<Result<{ leftCents: number }>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx } = work
  const payout = await lockPayout(tx, payoutId)
  if (payout?.way !== 'manual') return refuse('not-found')
  const { personId, amountCents, state } = payout
  if (state !== 'begun') return refuse('already-decided')
  if (isOtherAttempt(payout, seenAt)) return refuse('payout-changed', { amountCents })
  await tx`
    update payout set state = 'ordered', begun_by = null, begun_at = null, begun_handle = null where id = ${payoutId}`
  const setback = await putSetback(work, caller, { payoutId, personId, kind: 'not-paid', reason })
  await recordAct(work, caller, {
    act: 'payout.fail',
    subject: payoutId,
    detail: { cents: amountCents, setback },
  })
  // what went back while it was begun could not be taken off it
  await deductFromOpen(work, personId)
  return done({ leftCents: (await lockPayout(tx, payoutId))?.amountCents ?? 0 })
}

/**
 * Records that the money of a payout by hand came back after it was confirmed. It is booked back as of now, the
 * athlete is owed it again, and their next payout includes it. Refuses `not-found` unless it was paid by hand, and
 * `already-decided` when it came back before.
 */
export async function returnPayout(
  work: TxContext,
  caller: Caller,
  { payoutId, reason }: Infer<typeof payoutReturn>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx } = work
  const payout = await lockPayout(tx, payoutId)
  if (payout?.way !== 'manual' || payout.state !== 'paid') return refuse('not-found')
  const { personId, amountCents } = payout
  const isBooked = await postToLedger(work, {
    kind: 'payout-returned',
    source: payoutId,
    questionId: null,
    lines: [
      { account: 'company_bank', cents: amountCents },
      { account: 'athlete_payable', personId, cents: -amountCents },
    ],
  })
  if (!isBooked) return refuse('already-decided')
  await writeOff(work, personId)
  const setback = await putSetback(work, caller, { payoutId, personId, kind: 'came-back', reason })
  await recordAct(work, caller, {
    act: 'payout.return',
    subject: payoutId,
    detail: { cents: amountCents, setback },
  })
  return done({})
}

type Setback = { payoutId: string; personId: string; kind: 'not-paid' | 'came-back'; reason: string }

/** Keeps the setback and returns its id. Of an athlete who was erased no words are kept. */
async function putSetback(
  { tx, context }: TxContext,
  { personId: adminId }: Caller,
  { payoutId, personId, kind, reason }: Setback,
): Promise<string> {
  const id = context.random.id()
  const kept = (await isErased(tx, personId)) ? '' : reason
  await tx`
    insert into payout_setback (id, payout_id, kind, reason, recorded_by)
    values (${id}, ${payoutId}, ${kind}, ${kept}, ${adminId})`
  return id
}
