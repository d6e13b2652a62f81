import { athleteShareCents, platformShareCents, tipCreditCents } from '../../sync/money.ts'
import type { Queryable } from '../db/sql.ts'
import type { TxContext } from '../transact.ts'

/** A payment for an athlete's question or answer, as Stripe booked it. */
export type Taken = {
  questionId: string
  athleteId: string
  amountCents: number
  chargeId: string
  feeCents: number
}

type Account =
  | 'stripe_balance'
  | 'stripe_fees'
  | 'athlete_payable'
  | 'platform_revenue'
  | 'fee_variance'
  | 'disputed'
  | 'dispute_fees'
  | 'payout_clearing'
  | 'company_bank'
type Line = { account: Account; personId?: string; cents: number }
type Kind =
  | 'capture'
  | 'tip'
  | 'refund'
  | 'refund-failed'
  | 'refund-by-hand'
  | 'dispute'
  | 'dispute-reinstated'
  | 'dispute-lost'
  | 'dispute-won'
  | 'payout'
  | 'transfer'
  | 'paid-by-hand'
  | 'payout-reversed'
  | 'payout-deducted'
  | 'payout-cancelled'
  | 'payout-returned'
  | 'written-off'
  | 'written-off-back'
  | BankKind
/** Movements of our balance that nobody here ordered: to and from our bank, and fees that the provider charged. */
export type BankKind = 'top-up' | 'bank-payout' | 'provider-fee'
type Entry = {
  kind: Kind
  source: string
  questionId: string | null
  /** The payment that the money was returned from. */
  chargeId?: string
  /** When it happened; now, unless it is booked later. */
  at?: Date
  lines: Line[]
}

/**
 * Books lines that add up to zero; debits are positive. Each `kind` and `source` is booked once, however often this
 * runs. Returns whether it was booked now.
 */
export async function postToLedger({ tx, context }: TxContext, entry: Entry): Promise<boolean> {
  const { kind, source, questionId, chargeId = null, at = null, lines } = entry
  const id = context.random.id()
  const [fresh] = await tx`
    insert into ledger_transaction (id, kind, source, question_id, charge_id, at)
    values (${id}, ${kind}, ${source}, ${questionId}, ${chargeId}, coalesce(${at}, app_now()))
    on conflict (kind, source) do nothing returning id`
  if (!fresh) return false
  const rows = lines
    .filter(({ cents }) => cents !== 0)
    .map(({ account, personId = null, cents }) => ({
      transaction_id: id,
      account,
      person_id: personId,
      amount_cents: cents,
    }))
  await tx`insert into ledger_entry ${tx(rows)}`
  return true
}

/**
 * Books a captured question: the athlete is owed 80 % (S2-9.8), and the platform keeps the rest and pays Stripe's
 * fee.
 */
export async function recordCapture(
  work: TxContext,
  { athleteId, amountCents, feeCents, ...of }: Taken,
): Promise<void> {
  const lines: Line[] = [
    { account: 'stripe_balance', cents: amountCents },
    { account: 'athlete_payable', personId: athleteId, cents: -athleteShareCents(amountCents) },
    { account: 'platform_revenue', cents: -platformShareCents(amountCents) },
    { account: 'stripe_fees', cents: feeCents },
    { account: 'stripe_balance', cents: -feeCents },
  ]
  await postToLedger(work, { kind: 'capture', source: of.chargeId, questionId: of.questionId, lines })
}

/**
 * Books a paid tip: the athlete is owed all of it except 2.9 % and 30 cents (S2-9.12, D23). The platform bears or
 * keeps the difference to Stripe's actual fee (M8).
 */
export async function recordTip(
  work: TxContext,
  { athleteId, amountCents, feeCents, ...of }: Taken,
): Promise<void> {
  const creditCents = tipCreditCents(amountCents)
  const lines: Line[] = [
    { account: 'stripe_balance', cents: amountCents },
    { account: 'athlete_payable', personId: athleteId, cents: -creditCents },
    { account: 'stripe_balance', cents: -feeCents },
    { account: 'fee_variance', cents: feeCents + creditCents - amountCents },
  ]
  await postToLedger(work, { kind: 'tip', source: of.chargeId, questionId: of.questionId, lines })
}

/** An amount paid to an athlete. */
type PaidOut = { athleteId: string; amountCents: number }

/**
 * Books an ordered payout: it moves from the athlete's balance to a clearing account, where it waits to be paid
 * (S2-9.14).
 */
export async function recordPayout(
  work: TxContext,
  { payoutId, athleteId: personId, amountCents }: PaidOut & { payoutId: string },
): Promise<void> {
  const lines: Line[] = [
    { account: 'athlete_payable', personId, cents: amountCents },
    { account: 'payout_clearing', personId, cents: -amountCents },
  ]
  await postToLedger(work, { kind: 'payout', source: payoutId, questionId: null, lines })
}

/**
 * Books the part of an ordered payout that will not be paid, because it was refunded or is in dispute: it returns
 * to the athlete's balance.
 */
export async function recordDeduction(
  work: TxContext,
  { deductionId, ...of }: PaidOut & { deductionId: string },
): Promise<void> {
  await postToLedger(work, {
    kind: 'payout-deducted',
    source: deductionId,
    questionId: null,
    lines: backFromClearing(of),
  })
}

/** Books a cancelled payout: the athlete is owed it again. */
export async function recordCancelled(
  work: TxContext,
  { payoutId, ...of }: PaidOut & { payoutId: string },
): Promise<void> {
  await postToLedger(work, {
    kind: 'payout-cancelled',
    source: payoutId,
    questionId: null,
    lines: backFromClearing(of),
  })
}

const backFromClearing = ({ athleteId: personId, amountCents }: PaidOut): Line[] => [
  { account: 'payout_clearing', personId, cents: amountCents },
  { account: 'athlete_payable', personId, cents: -amountCents },
]

/**
 * Books the difference between a transfer and its payout. They differ after a restore, when the books no longer
 * know all that was owed. The provider's amount counts, and the difference stays in the athlete's balance until the
 * books know the missing payments again.
 */
export async function recordPayoutDifference(
  work: TxContext,
  { transferId, athleteId: personId, amountCents }: PaidOut & { transferId: string },
): Promise<void> {
  const lines: Line[] = [
    { account: 'athlete_payable', personId, cents: amountCents },
    { account: 'payout_clearing', personId, cents: -amountCents },
  ]
  await postToLedger(work, { kind: 'payout', source: transferId, questionId: null, lines })
}

/** Books a payout that was transferred to the athlete's account at the provider. */
export async function recordTransfer(
  work: TxContext,
  { transferId, athleteId: personId, amountCents }: PaidOut & { transferId: string },
): Promise<void> {
  const lines: Line[] = [
    { account: 'payout_clearing', personId, cents: amountCents },
    { account: 'stripe_balance', cents: -amountCents },
  ]
  await postToLedger(work, { kind: 'transfer', source: transferId, questionId: null, lines })
}

/** Books a payout that was paid by hand from the company's bank. */
export async function recordPaidByHand(
  work: TxContext,
  { payoutId, athleteId: personId, amountCents }: PaidOut & { payoutId: string },
): Promise<void> {
  const lines: Line[] = [
    { account: 'payout_clearing', personId, cents: amountCents },
    { account: 'company_bank', cents: -amountCents },
  ]
  await postToLedger(work, { kind: 'paid-by-hand', source: payoutId, questionId: null, lines })
}

/**
 * Books a movement that the provider made by itself, at the time it happened: between its balance and our bank with
 * the fee for it, or a charge of its own.
 */
export async function recordBankMovement(
  work: TxContext,
  {
    kind,
    source,
    at,
    amountCents,
    feeCents,
  }: { kind: BankKind; source: string; at: Date; amountCents: number; feeCents: number },
): Promise<boolean> {
  const isFee = kind === 'provider-fee'
  const lines: Line[] = [
    { account: 'stripe_balance', cents: amountCents - feeCents },
    { account: isFee ? 'stripe_fees' : 'company_bank', cents: -amountCents },
    { account: 'stripe_fees', cents: feeCents },
  ]
  return postToLedger(work, { kind, source, at, questionId: null, lines })
}

/**
 * Returns how much an athlete has earned and not been paid, in cents: the sum of their ledger entries and nothing
 * else (D25).
 */
export async function earningsCents(sql: Queryable, personId: string): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entry
    where person_id = ${personId} and account = 'athlete_payable'`
  return row?.cents ?? 0
}
