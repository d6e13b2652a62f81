import type {
  DeskDispute,
  DeskPayment,
  DeskPaymentsAnswer,
  DeskRefund,
  DeskReturnsAnswer,
  LastCheck,
} from '../../../sync/desk/returns.ts'
import { effectOfRefund, type Refundable } from '../../../sync/payment/refund.ts'
import type { Context } from '../../context.ts'
import { firstOf } from '../../db/pages.ts'
import type { Queryable } from '../../db/sql.ts'
import { numberPapers } from '../books/number-papers.ts'
import { nameColumns } from '../books/parts.ts'
import { receiptsOf } from '../books/receipts.ts'
import { listDebts } from '../payout/list-debts.ts'
import { isOwed, owedRefundsOf } from './owed-refunds.ts'
import { type Payment, payments } from './payment.ts'
import { standingOf } from './standing.ts'
import { isWithdrawn } from './went-back.ts'

const MOST = 100

/**
 * Returns how much of a payment can still be refunded: what is left of it in the books, less refunds on their way
 * that are not in the books yet. In dispute is what a bank took: a payment that it only asks about can be refunded.
 */
export async function refundableOf(
  sql: Queryable,
  { of, chargeId }: Pick<Payment, 'of' | 'chargeId'>,
): Promise<Refundable & Pick<DeskPayment, 'onItsWayCents'>> {
  const { leftCents } = await standingOf(sql, chargeId)
  const isBooked = sql`exists (
    select from ledger_transaction t where t.kind = 'refund' and t.source = r.stripe_refund_id)`
  const [row] = await sql<{ onItsWay: number; unbooked: number; isDisputed: boolean }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as "onItsWay",
      coalesce(sum(amount_cents) filter (where not ${isBooked}), 0)::bigint as unbooked,
      exists (select from dispute d where d.charge_id = ${chargeId} and d.state in ('needs-response', 'under-review')
        and ${isWithdrawn(sql)}) as "isDisputed"
    from refund r where r.charge_id = ${chargeId} and r.state in ('ordered', 'pending')`
  const { onItsWay = 0, unbooked = 0, isDisputed = false } = row ?? {}
  return { of, leftCents: leftCents - unbooked, onItsWayCents: onItsWay, isDisputed }
}

/**
 * Returns, for the desk, what the fan paid for a question's answer and in tips, and how much of each payment can be
 * refunded.
 */
export async function listPayments(context: Context, questionId: string): Promise<DeskPaymentsAnswer> {
  const { sql } = context
  await numberPapers(context)
  const rows = await sql<(Payment & { at: Date })[]>`
    select * from ${payments(sql)} payment where "questionId" = ${questionId} order by at`
  const receipts = await receiptsOf(
    context,
    rows.map(({ chargeId }) => chargeId),
  )
  const isTold = await hasAddress(sql, questionId)
  const listed: DeskPayment[] = []
  for (const row of rows) {
    const { athleteCents } = await standingOf(sql, row.chargeId)
    const { id, paidCents, at } = row
    const receipt = receipts.find(({ chargeId }) => chargeId === row.chargeId)
    const papers = {
      receipt: receipt?.number ?? null,
      creditNotes: receipt?.returned.flatMap(({ note }) => note ?? []) ?? [],
    }
    listed.push({
      id,
      at: at.getTime(),
      paidCents,
      athleteCents,
      ...papers,
      isTold,
      owedRefunds: await owedRefundsOf(sql, row.chargeId),
      ...(await refundableOf(sql, row)),
    })
  }
  return { payments: listed }
}

/** Returns whether the fan of a question can be told by mail: neither erased, nor asking with a removed address. */
async function hasAddress(sql: Queryable, questionId: string): Promise<boolean> {
  const rows = await sql`
    select from question q join person f on f.id = q.fan_id
    where q.id = ${questionId} and (f.auth_id is not null or q.asker ->> 'email' <> '')`
  return rows.length > 0
}

/** Returns the result of the last nightly comparison. */
async function lastCheck(sql: Queryable): Promise<LastCheck | null> {
  const [row] = await sql<(Omit<LastCheck, 'at'> & { at: Date })[]>`
    select at, breaks, mended, balance from reconciliation order by id desc limit 1`
  return row ? { ...row, at: row.at.getTime() } : null
}

type RefundRow = Omit<Dated<DeskRefund>, 'owedOfCents'> & { isOwed: boolean }

/** A column with how a refund `r` was paid by hand; null where it was not. */
const byHandColumn = (sql: Queryable) => sql`
  case when r.by_hand_at is not null then (select json_build_object('at', floor(extract(epoch from r.by_hand_at) * 1000),
    'by', b.first_name || ' ' || b.last_name, 'reference', r.by_hand_reference) from person b where b.id = r.by_hand_by)
  end as "byHand"`

async function deskRefund(sql: Queryable, { isOwed: isUnpaid, at, ...row }: RefundRow): Promise<DeskRefund> {
  const { of, chargeId, amountCents } = row
  const left = isUnpaid ? await refundableOf(sql, { of, chargeId }) : null
  const owedOfCents = left && effectOfRefund(left, amountCents).ok ? left.leftCents : null
  return { ...row, at: at.getTime(), owedOfCents }
}

type Dated<T> = Omit<T, 'at' | 'dueBy'> & { at: Date; dueBy: Date | null }

/** Returns, for the desk, refunds and disputes, newest first, and the athletes who owe us for them. */
export async function listReturns({ sql, clock }: Context): Promise<DeskReturnsAnswer> {
  const of = sql`case when exists (select from tip where tip.charge_id = r.charge_id) then 'tip' else 'answer' end as of`
  const named = sql`r.question_id as "questionId", r.charge_id as "chargeId", ${nameColumns(sql)}`
  const refunds = await sql<RefundRow[]>`
    select r.id, r.created_at as at, ${named}, r.stripe_refund_id as "providerId", ${of}, r.amount_cents as "amountCents", r.state,
      r.reason, r.error, ${byHandColumn(sql)}, ${isOwed(sql)} as "isOwed" from refund r join question q on q.id = r.question_id join person a on a.id = q.athlete_id order by r.created_at desc limit ${MOST + 1}`
  const disputes = await sql<Dated<DeskDispute>[]>`
    select r.id, r.opened_at as at, ${named}, ${of}, r.amount_cents as "amountCents",
      r.fee_cents as "feeCents", r.state, r.reason, r.due_by as "dueBy"
    from dispute r join question q on q.id = r.question_id join person a on a.id = q.athlete_id order by r.opened_at desc limit ${MOST + 1}`
  const [back, disputed] = [firstOf(refunds, MOST), firstOf(disputes, MOST)]
  return {
    refunds: await Promise.all(back.shown.map((row) => deskRefund(sql, row))),
    moreRefunds: back.more,
    disputes: disputed.shown.map((row) => ({
      ...row,
      at: row.at.getTime(),
      dueBy: row.dueBy?.getTime() ?? null,
    })),
    moreDisputes: disputed.more,
    debts: await listDebts(sql),
    check: await lastCheck(sql),
    now: (await clock.now()).getTime(),
  }
}
