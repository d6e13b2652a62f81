import type { Context } from '../../context.ts'
import { transact } from '../../transact.ts'
import { type BankKind, recordBankMovement } from '../ledger.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import type { Movement } from '../stripe/balance.ts'

/**
 * The balance movements that the provider makes without an order of ours: its name for each, and the kind in our
 * books.
 */
export const BANK_KINDS: Readonly<Record<string, BankKind>> = {
  topup: 'top-up',
  topup_reversal: 'top-up',
  payout: 'bank-payout',
  payout_cancel: 'bank-payout',
  payout_failure: 'bank-payout',
  stripe_fee: 'provider-fee',
  stripe_fx_fee: 'provider-fee',
  tax_fee: 'provider-fee',
}

/**
 * What the provider sets aside before each automatic payout to our bank, and gives back after it, where a minimum
 * balance is set. Both together come to zero, and the books know neither.
 */
export const SET_ASIDE: readonly string[] = ['payout_minimum_balance_hold', 'payout_minimum_balance_release']

/**
 * Books top-ups from our bank, payouts to it and the provider's own charges, each once, at the time it happened.
 * The first run takes in all of history, later runs what happened after `since`, or after the last one booked where
 * that is longer ago. They are booked in the order in which they happened, so that a run that stopped in the middle
 * is continued by the next one. Throws `PaymentsUnreachable`.
 */
export async function takeInBankMovements(context: Context, since: Date): Promise<void> {
  const [booked] = await context.sql<{ last: Date | null }[]>`
    select max(at) as last from ledger_transaction
    where kind = any(${Object.values(BANK_KINDS)}) and source like 'txn_%'`
  const from = new Date(Math.min(since.getTime(), booked?.last?.getTime() ?? 0))
  const seen: (Movement & { kind: BankKind })[] = []
  for (const [type, kind] of Object.entries(BANK_KINDS)) {
    const listed = await context.payments.listMovements(from, type)
    if (!listed.ok) throw new PaymentsUnreachable(listed.problem.code)
    seen.push(...listed.value.map((movement) => ({ ...movement, kind })))
  }
  seen.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { kind, id, at, amountCents, feeCents } of seen)
    if (amountCents !== 0 || feeCents !== 0)
      await transact(context, (inside) =>
        recordBankMovement(inside, { kind, source: id, at, amountCents, feeCents }),
      )
}
