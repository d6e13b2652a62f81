import { id } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { type TxContext, transact } from '../../transact.ts'
import { postToLedger } from '../ledger.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { SeenReversal } from '../stripe/transfers.ts'
import { lockPayoutsOf, type Payout } from './store.ts'
import { writeOff } from './write-off.ts'

/**
 * Makes a reversal known as it is at Stripe and books it once, including one that was made at the provider. The
 * money is ours again and the athlete is owed that much more; if they owed it, their balance returns to zero. The
 * caller locks the athlete's payouts.
 */
export async function applyReversal(work: TxContext, payout: Payout, seen: SeenReversal): Promise<void> {
  await takeIn(work, payout, seen)
  const { id: source, amountCents } = seen
  const { personId } = payout
  await postToLedger(work, {
    kind: 'payout-reversed',
    source,
    questionId: null,
    lines: [
      { account: 'stripe_balance', cents: amountCents },
      { account: 'athlete_payable', personId, cents: -amountCents },
    ],
  })
  await writeOff(work, personId)
}

/**
 * Updates the reversal's row, found by its Stripe id or by our own id; creates a row for a reversal that was made
 * at Stripe.
 */
async function takeIn(
  { tx, context }: TxContext,
  payout: Payout,
  { id: stripeId, amountCents, reversalId }: SeenReversal,
): Promise<void> {
  const named = id.safeParse(reversalId)
  const ownId = named.success ? named.data : null
  const [known] = await tx`
    update reversal set state = 'done', stripe_reversal_id = ${stripeId}, amount_cents = ${amountCents}, error = null,
      updated_at = app_now()
    where payout_id = ${payout.id}
      and (stripe_reversal_id = ${stripeId} or (id = ${ownId} and stripe_reversal_id is null)) returning id`
  if (known) return
  const [taken] = await tx`select from reversal where id = ${ownId}`
  await tx`
    insert into reversal (id, payout_id, amount_cents, state, stripe_reversal_id)
    values (${ownId && !taken ? ownId : context.random.id()}, ${payout.id}, ${amountCents}, 'done', ${stripeId})`
}

/**
 * Asks Stripe which reversals a transfer has, made there or by us, and records them here. Does nothing for an
 * unknown transfer. Throws `PaymentsUnreachable`.
 */
export async function refreshReversals(context: Context, transferId: string): Promise<void> {
  const [payout] = await context.sql<Payout[]>`
    select id, person_id as "personId" from payout where transfer_id = ${transferId}`
  if (!payout) return
  const seen = await context.payments.listReversals(transferId)
  if (!seen.ok) throw new PaymentsUnreachable(seen.problem.code)
  await transact(context, async (inside) => {
    await lockPayoutsOf(inside.tx, payout.personId)
    for (const each of seen.value) await applyReversal(inside, payout, each)
  })
}
