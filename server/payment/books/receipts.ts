import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import type { Seller } from '../../env-seller.ts'
import { linkHash } from '../../notify/private-link.ts'
import { takenOffColumn } from '../../notify/taken-off.ts'
import { payments } from '../refunds-and-disputes/payment.ts'
import { isReturn } from '../refunds-and-disputes/went-back.ts'
import { creditNoteNumber, receiptNumber } from './number-papers.ts'

/** A payment, as its receipt shows it. */
export type Receipt = {
  number: string
  issuedAt: Date
  /** The seller when the number was given; null when none was configured, and then the receipt is no invoice. */
  seller: Seller | null
  chargeId: string
  of: 'answer' | 'tip'
  /** Whether there is an answer; a charge may stand without one. */
  isAnswered: boolean
  paidAt: Date
  paidCents: number
  /** How much a discount code took off the price; null when none lowered it, and for a tip. */
  takenOffCents: number | null
  /** The fan's name; null after an erasure. */
  fan: string | null
  email: string | null
  athlete: string
  subject: string
  /** The returns of money, oldest first. */
  returned: Returned[]
}

/**
 * One return of money. `cents` is negative when the money came back to us: a refund failed, or a lost dispute was
 * won.
 */
export type Returned = {
  at: Date
  cents: number
  why: 'refund' | 'dispute'
  /** The kind of its booking: `refund`, `refund-failed`, `refund-by-hand`, `dispute-lost` or `dispute-won`. */
  kind: string
  /** The provider's id of the refund or the dispute; our own id of a refund that was paid by hand. */
  source: string
  /** The number of its credit note, and when it was given; null before that. */
  note: string | null
  noteAt: Date | null
}

/**
 * Returns the charge ids of the payments for the question behind a private link. Refuses `not-found` when there is
 * no such question or nothing was charged.
 */
export async function paidByLink({ sql }: Context, token: string): Promise<Result<string[]>> {
  const rows = await sql<{ chargeId: string }[]>`
    select "chargeId" from ${payments(sql)} payment join question q on q.id = payment."questionId"
    where q.link_hash = ${linkHash(token)} order by payment.at`
  return rows.length > 0 ? done(rows.map(({ chargeId }) => chargeId)) : refuse('not-found')
}

/**
 * Returns the charge id of one of the caller's own payments, by the id of the question or the tip. Refuses
 * `not-found`.
 */
export async function paidBy(
  { sql }: Context,
  { personId }: Caller,
  receiptId: string,
): Promise<Result<string[]>> {
  const rows = await sql<{ chargeId: string }[]>`
    select "chargeId" from ${payments(sql)} payment join question q on q.id = payment."questionId"
    where q.fan_id = ${personId} and ${receiptId} = case when payment.of = 'tip' then payment.id else q.id end`
  return rows.length > 0 ? done(rows.map(({ chargeId }) => chargeId)) : refuse('not-found')
}

/** Returns the payments of the list that had money returned. Refuses `not-found` when none had. */
export async function correctedOf({ sql }: Context, chargeIds: readonly string[]): Promise<Result<string[]>> {
  const rows = await sql<{ chargeId: string }[]>`
    select distinct t.charge_id as "chargeId" from ledger_transaction t
    where t.charge_id = any(${[...chargeIds]}) and ${isReturn(sql)}`
  return rows.length > 0 ? done(rows.map(({ chargeId }) => chargeId)) : refuse('not-found')
}

type Row = Omit<Receipt, 'returned'>

/** Returns the receipts of these payments, in the order of their numbers. */
export async function receiptsOf(
  { sql }: { sql: Queryable },
  chargeIds: readonly string[],
): Promise<Receipt[]> {
  const rows = await sql<Row[]>`
    select ${receiptNumber(sql)} as number, r.issued_at as "issuedAt", r.seller, r.charge_id as "chargeId",
      case t.kind when 'tip' then 'tip' else 'answer' end as of,
      exists (select from answer an where an.question_id = q.id and an.state = 'delivered') as "isAnswered", t.at as "paidAt", (
        select sum(e.amount_cents)::bigint from ledger_entry e
        where e.transaction_id = t.id and e.account = 'stripe_balance' and e.amount_cents > 0) as "paidCents",
      case t.kind when 'capture' then ${takenOffColumn(sql, sql`q.id`, sql`q.amount_cents`)} end as "takenOffCents",
      nullif(trim(concat_ws(' ', q.asker ->> 'firstName', q.asker ->> 'lastName')), '') as fan,
      nullif(q.asker ->> 'email', '') as email, a.first_name || ' ' || a.last_name as athlete, q.subject
    from receipt r join ledger_transaction t on t.source = r.charge_id and t.kind in ('capture', 'tip')
    join question q on q.id = t.question_id join person a on a.id = q.athlete_id
    where r.charge_id = any(${[...chargeIds]}) order by r.year, r.number`
  const back = await sql<(Returned & { chargeId: string })[]>`
    select t.charge_id as "chargeId", t.at, t.kind, case when t.kind like 'refund%' then 'refund' else 'dispute' end as why, t.source,
      ${creditNoteNumber(sql)} as note, n.issued_at as "noteAt", -sum(e.amount_cents)::bigint as cents
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      and e.account = case when t.kind = 'refund-by-hand' then 'company_bank' when t.kind like 'refund%' then 'stripe_balance'
        else 'disputed' end
    left join credit_note n on n.transaction_id = t.id
    where t.charge_id = any(${[...chargeIds]}) and ${isReturn(sql)}
    group by t.id, n.transaction_id order by t.at, t.kind in ('refund-failed', 'dispute-won'), t.id`
  return rows.map((row) => ({
    ...row,
    returned: back
      .filter(({ chargeId }) => chargeId === row.chargeId)
      .map(({ chargeId: _, ...each }) => each),
  }))
}
