import { LIMITS } from '../../../sync/limits.ts'
import { athleteShareCents } from '../../../sync/money.ts'
import type { MoneyAnswer, Receipt, Statement, StatementLine } from '../../../sync/payment/statement.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { chargedAtColumn } from '../charged-at.ts'
import { setupOf } from '../connect/connect.ts'
import { onItsWayCents } from '../payout/deduct.ts'
import {
  inDisputeColumn,
  inquiryColumn,
  isCorrectedColumn,
  onItsWayColumn,
  wentBackColumn,
} from '../refunds-and-disputes/went-back.ts'

/** Returns what a person has earned and paid, and nobody else's money. */
export async function moneyOf(
  { sql, clock }: Context,
  { personId, isAthlete }: { personId: string; isAthlete: boolean },
): Promise<MoneyAnswer> {
  return {
    statement: isAthlete ? await statementOf(sql, personId) : null,
    setup: isAthlete ? await setupOf(sql, personId) : null,
    receipts: await receiptsOf(sql, personId),
    now: (await clock.now()).getTime(),
  }
}

type Line = {
  id: string
  at: Date
  kind: string
  subject: string | null
  cents: number
  givenCents: number | null
  way: 'transfer' | 'manual' | null
  isPaid: boolean
  paidAt: Date | null
}

async function statementOf(sql: Sql, athleteId: string): Promise<Statement> {
  // payouts that are ordered and not paid yet are in the clearing account
  type Sums = { earned: number; gone: number; onItsWay: number; firstMonth: string | null }
  const [sums] = await sql<Sums[]>`
    select coalesce(-sum(e.amount_cents) filter (where e.account = 'athlete_payable' and t.kind not like 'payout%'), 0)::bigint as earned,
      coalesce(sum(e.amount_cents) filter (where e.account = 'athlete_payable' and t.kind like 'payout%'), 0)::bigint as gone,
      coalesce(-sum(e.amount_cents) filter (where e.account = 'payout_clearing'), 0)::bigint as "onItsWay",
      to_char(min(t.at) filter (where e.account = 'athlete_payable') at time zone 'UTC', 'YYYY-MM') as "firstMonth"
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.person_id = ${athleteId}`
  const { earned = 0, gone = 0, onItsWay = 0, firstMonth = null } = sums ?? {}
  const held = await sql<{ amountCents: number }[]>`
    select amount_cents as "amountCents" from question
    where athlete_id = ${athleteId} and status = 'approved' and hold_state in ('held', 'capturing')`
  const lines = await sql<Line[]>`
    select t.id, t.at, t.kind, q.subject, -e.amount_cents as cents, case when t.kind in ('tip', 'capture') then (
      select sum(amount_cents)::bigint from ledger_entry g
      where g.transaction_id = t.id and g.account = 'stripe_balance' and g.amount_cents > 0) end as "givenCents",
      case when p.state <> 'cancelled' then p.way end as way, coalesce(p.state = 'paid', false) as "isPaid", p.paid_at as "paidAt"
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id left join question q on q.id = t.question_id
    left join payout p on t.kind = 'payout' and p.person_id = e.person_id and t.source in (p.id::text, p.transfer_id)
    where e.person_id = ${athleteId} and e.account = 'athlete_payable' order by t.at desc, e.id desc limit ${LIMITS.moneyLines}`
  return {
    heldCents: held.reduce((sum, { amountCents }) => sum + athleteShareCents(amountCents), 0),
    earnedCents: earned,
    paidOutCents: gone - onItsWay,
    onItsWayCents: onItsWay,
    balanceCents: earned - gone,
    takingBackCents: await onItsWayCents(sql, athleteId),
    firstMonth,
    lines: lines.map(statementLine),
  }
}

const KINDS: Record<string, StatementLine['kind']> = {
  capture: 'answer',
  tip: 'tip',
  refund: 'refund',
  dispute: 'dispute',
  payout: 'payout',
  'payout-reversed': 'reversal',
  'payout-deducted': 'unpaid',
  'payout-cancelled': 'unpaid',
  'payout-returned': 'returned',
}

function statementLine({ id, at, kind, subject, cents, givenCents, ...payout }: Line): StatementLine {
  const { way, isPaid, paidAt } = payout
  return {
    id,
    at: at.getTime(),
    kind: KINDS[kind] ?? KINDS[kind.split('-')[0] ?? ''] ?? 'payout',
    subject,
    answer:
      kind === 'capture' && givenCents !== null
        ? { paidCents: givenCents, feeCents: givenCents - cents }
        : null,
    tip: kind === 'tip' && givenCents !== null ? { givenCents, feeCents: givenCents - cents } : null,
    payout: way && { way, isPaid, paidAt: paidAt?.getTime() ?? null },
    cents,
  }
}

type Paid = Omit<Receipt, 'at' | 'athlete'> & { at: Date; athlete: string | null }

async function receiptsOf(sql: Sql, fanId: string): Promise<Receipt[]> {
  // whatever becomes of the next card, until it is held or the time to pay again is over
  const waitsToBePaid = sql`(status = 'approved' and pay_again_until is not null)`
  const chargedAt = sql`coalesce(${chargedAtColumn(sql, sql`question.id`)}, settled_at, submitted_at)`
  const rows = await sql<Paid[]>`
    select paid.id, paid.kind, paid."amountCents", paid.state, paid.at, q.subject,
      ${wentBackColumn(sql, 'paid')} as "refundedCents", ${onItsWayColumn(sql, 'paid')} as "onItsWayCents", ${inDisputeColumn(sql, 'paid')} as "disputedCents",
      ${inquiryColumn(sql, 'paid')} as "inquiryCents",
      ${isCorrectedColumn(sql, sql`paid.charge_id`)} as "hasCreditNote", case when a.leaving_at is null then a.first_name || ' ' || a.last_name end as athlete from (
      select id as question_id, id, case when exists (select from answer a where a.question_id = question.id
          and a.state = 'delivered') then 'answer' else 'question' end as kind, amount_cents as "amountCents",
        case when hold_state = 'captured' then 'charged' when hold_state in ('held', 'capturing') then 'held'
          when ${waitsToBePaid} then 'unpaid' when hold_state = 'releasing' then 'held'
          else 'released' end as state, case when hold_state = 'captured' then ${chargedAt} else coalesce(settled_at, submitted_at) end as at,
        (select charge_id from hold h where h.ask_id = question.id and h.state = 'captured') as charge_id
      from question where fan_id = ${fanId} and amount_cents > 0 and (hold_state <> 'pending' or ${waitsToBePaid})
      union all
      select t.question_id, t.id, 'tip', t.amount_cents, 'charged', t.paid_at, t.charge_id
      from tip t join question q on q.id = t.question_id where q.fan_id = ${fanId} and t.state = 'paid'
    ) paid join question q on q.id = paid.question_id join person a on a.id = q.athlete_id
    order by paid.at desc limit ${LIMITS.moneyLines}`
  return rows.map((row) => ({
    ...row,
    at: row.at.getTime(),
    athlete: row.athlete ?? 'An athlete who has left',
  }))
}
