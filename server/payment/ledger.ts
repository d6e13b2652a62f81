import { athleteShareCents, platformShareCents, tipCreditCents } from '../../sync/money.ts'
import type { Queryable } from '../db/sql.ts'
import type { TxContext } from '../transact.ts'

/** A payment as Stripe booked it, for an athlete's question or answer. */
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
  | BankKind
/** What moved our balance at the provider without anybody here: to and from our bank, and what the provider charged. */
export type BankKind = 'top-up' | 'bank-payout' | 'provider-fee'
type Entry = {
  kind: Kind
  source: string
  questionId: string | null
  /** The payment that something went back of. */
  chargeId?: string
  /** When it happened; now, unless it is taken in later. */
  at?: Date
  lines: Line[]
}

/**
 * Books lines that come to zero; debits are positive. What caused them (`source`) is booked once, however often. Answers
 * whether it was booked now.
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

/** Books a captured question: the athlete is owed 80 % (S2-9.8), the platform keeps the rest and carries Stripe's fee. */
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
 * Books a paid tip: the athlete is owed all of it but 2.9 % and 30 cents (S2-9.12, D23). What Stripe keeps beyond that,
 * or less, is the platform's (M8).
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

/** What is paid to an athlete, and for what. */
type PaidOut = { athleteId: string; amountCents: number }

/** Books an ordered payout: the athlete is owed it no more, and until it is paid it waits in a clearing account (S2-9.14). */
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

/** Books what of an ordered payout is not paid after all, because it went back or is in dispute: the athlete's balance has it again. */
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

/** Books a payout that was cancelled: the athlete is owed it again. */
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
 * Books by how much a transfer is of another amount than the payout it was made for: since a backup was restored not all
 * that was owed then is known. The provider's word counts, and the rest is carried until the books know it again.
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

/** Books a payout that was paid by hand, from the company's own bank. */
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

/** Books what the provider moved by itself, when it did: between its balance and our bank, and what it kept of that or charged. */
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

/** What an athlete has earned and not been paid, in cents: a sum over the ledger and nothing else (D25). */
export async function earningsCents(sql: Queryable, personId: string): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entry
    where person_id = ${personId} and account = 'athlete_payable'`
  return row?.cents ?? 0
}
