import type { Context } from '../../context.ts'
import { transact } from '../../transact.ts'
import { type BankKind, recordBankMovement } from '../ledger.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'

/** What the provider moves without anybody here asking for it, by its own word, and as the books call it. */
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
 * Books what came from our bank, what went there, and what the provider charged by itself, each once, by the day on which it
 * happened. The first time all there ever was, from then on since that moment. Throws `PaymentsUnreachable`.
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
