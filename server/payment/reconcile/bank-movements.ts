import type { Context } from '../../context.ts'
import { transact } from '../../transact.ts'
import { type BankKind, recordBankMovement } from '../ledger.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'

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
 * Books top-ups from our bank, payouts to it and the provider's own charges, each once, at the time it happened.
 * The first run takes in all of history, later runs only what happened after `since`. Throws `PaymentsUnreachable`.
 */
export async function takeInBankMovements(context: Context, since: Date): Promise<void> {
  const [known] = await context.sql`
    select from ledger_transaction where kind = any(${Object.values(BANK_KINDS)}) limit 1`
  const from = known ? since : new Date(0)
  for (const [type, kind] of Object.entries(BANK_KINDS)) {
    const seen = await context.payments.listMovements(from, type)
    if (!seen.ok) throw new PaymentsUnreachable(seen.problem.code)
    for (const { id, at, amountCents, feeCents } of seen.value)
      if (amountCents !== 0 || feeCents !== 0)
        await transact(context, (inside) =>
          recordBankMovement(inside, { kind, source: id, at, amountCents, feeCents }),
        )
  }
}
