import type { DisputeState } from '../../../sync/payment/refund.ts'
import { enqueueMail } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { postToLedger } from '../ledger.ts'
import { deductFromOpen } from '../payout/deduct.ts'
import type { Moved, SeenDispute } from '../stripe/returns.ts'
import { bookReturn } from './book-return.ts'
import type { Payment } from './payment.ts'
import { tellDispute } from './tell-dispute.ts'
import { tellShare } from './tell-share.ts'

/**
 * Applies a dispute of a locked payment as Stripe showed it at `seenAt`; an earlier view than the one known is
 * ignored. Books the money that the bank took and gave back and, when the dispute is lost, the athlete's part,
 * which returns to them if it is won after all. The bank's fee is never charged to the athlete.
 */
export async function applyDispute(
  work: TxContext,
  payment: Payment,
  { seen, seenAt }: { seen: SeenDispute; seenAt: Date },
): Promise<void> {
  const known = await takeIn(work, payment, { seen, seenAt })
  if (known === null) return
  const { questionId, chargeId } = payment
  const of = { source: seen.id, questionId, chargeId }
  const isTakenNow = await bookMoved(work, { ...of, kind: 'dispute', moved: seen.withdrawn })
  await bookMoved(work, { ...of, kind: 'dispute-reinstated', moved: seen.reinstated })
  const athleteCents = await bookDecision(work, payment, seen)
  await deductFromOpen(work, payment.athleteId)
  await tellShare(work, payment, { cents: athleteCents, why: 'dispute' })
  await tellDispute(work, questionId, seen, { former: known.former, isTakenNow })
}

type Movements = {
  kind: 'dispute' | 'dispute-reinstated'
  source: string
  questionId: string
  chargeId: string
  moved: Moved | null
}

/**
 * Books what the bank moved in one direction beyond what is booked of it, so that a repetition books nothing. The
 * first booking has the dispute's id as its source, each further one that id and its number, as in `dp_1 2`. Returns
 * whether this was the first.
 */
async function bookMoved(work: TxContext, { moved, ...of }: Movements): Promise<boolean> {
  if (!moved) return false
  const [booked = { takenCents: 0, feeCents: 0, times: 0 }] = await work.tx<
    { takenCents: number; feeCents: number; times: number }[]
  >`
    select coalesce(sum(e.amount_cents) filter (where e.account = 'disputed'), 0)::int as "takenCents",
      coalesce(sum(e.amount_cents) filter (where e.account = 'dispute_fees'), 0)::int as "feeCents",
      count(distinct t.id)::int as times
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.charge_id = ${of.chargeId} and t.kind = ${of.kind} and split_part(t.source, ' ', 1) = ${of.source}`
  const takenCents = (of.kind === 'dispute' ? moved.cents : -moved.cents) - booked.takenCents
  const feeCents = moved.feeCents - booked.feeCents
  const netCents = -takenCents - feeCents
  // movements are only added: one that goes the other way is an older view of the same moment
  if (of.kind === 'dispute' ? netCents >= 0 : netCents <= 0) return false
  const source = booked.times === 0 ? of.source : `${of.source} ${booked.times + 1}`
  const lines = [
    { account: 'stripe_balance', cents: netCents },
    { account: 'disputed', cents: takenCents },
    { account: 'dispute_fees', cents: feeCents },
  ] as const
  await postToLedger(work, { ...of, source, lines: [...lines] })
  return booked.times === 0
}

/**
 * Books a dispute that was lost, or won after it was lost, and tells the fan, who gets a credit note for it.
 * Returns the athlete's part in cents: 0 while nothing is decided, or when it was booked before.
 */
async function bookDecision(
  work: TxContext,
  payment: Payment,
  { id: source, amountCents, state }: SeenDispute,
): Promise<number> {
  if (state !== 'lost' && !(state === 'won' && (await wasLost(work, source)))) return 0
  const kind = `dispute-${state}` as const
  const cents = state === 'lost' ? amountCents : -amountCents
  const athleteCents = await bookReturn(work, payment, { kind, source, cents })
  if (athleteCents === null) return 0
  const { questionId, of } = payment
  await enqueueMail(work, { kind, questionId, data: { cents: String(amountCents), of } })
  return athleteCents
}

/** Stores the dispute and returns its former state, null for a new one. Returns null if the stored view is newer. */
async function takeIn(
  { tx }: TxContext,
  { questionId, chargeId }: Payment,
  { seen, seenAt }: { seen: SeenDispute; seenAt: Date },
): Promise<{ former: DisputeState | null } | null> {
  const { id, amountCents, state, reason, dueBy, openedAt, withdrawn, reinstated } = seen
  const feeCents = (withdrawn?.feeCents ?? 0) + (reinstated?.feeCents ?? 0)
  const [row] = await tx<{ former: DisputeState | null }[]>`
    with known as (select state from dispute where id = ${id})
    insert into dispute (id, question_id, charge_id, amount_cents, fee_cents, state, reason, due_by, opened_at, seen_at)
    values (${id}, ${questionId}, ${chargeId}, ${amountCents}, ${feeCents}, ${state}, ${reason}, ${dueBy}, ${openedAt}, ${seenAt})
    on conflict (id) do update set amount_cents = excluded.amount_cents, fee_cents = excluded.fee_cents,
      state = excluded.state, reason = excluded.reason, due_by = excluded.due_by, seen_at = excluded.seen_at
      where dispute.seen_at <= excluded.seen_at
    returning (select state from known) as former`
  return row ?? null
}

async function wasLost({ tx }: TxContext, source: string): Promise<boolean> {
  const [booked] = await tx`select from ledger_transaction where kind = 'dispute-lost' and source = ${source}`
  return booked !== undefined
}
