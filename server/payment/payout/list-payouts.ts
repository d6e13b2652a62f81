import { NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import type { DeskPayout, DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import type { Context } from '../../context.ts'
import { firstOf } from '../../db/pages.ts'
import type { Sql } from '../../db/sql.ts'
import { liveHolds } from './hold-payouts.ts'
import { handleNow, isIdle } from './store.ts'

const MOST_OPEN = 500
const MOST_PAID = 50
/** For how long a payment by hand stays listed, because an app gives back what nobody claims. */
const MAY_COME_BACK_DAYS = 90

type Moments = 'orderedAt' | 'begunAt' | 'paidAt' | 'cancelledAt'
type Row = Omit<DeskPayout, Moments> & { orderedAt: Date } & Record<
    'begunAt' | 'paidAt' | 'cancelledAt',
    Date | null
  >

/**
 * Returns the payouts to be paid by hand, those waiting to be transferred or to be confirmed by the provider, those
 * recently paid or cancelled (of those by hand all of three months), and the current holds.
 */
export async function listPayouts({ sql, clock }: Context): Promise<DeskPayoutsAnswer> {
  const open = await sql<Row[]>`
    ${payouts(sql)} where payout.way = 'manual' and payout.state in ('ordered', 'begun')
    order by payout.created_at, payout.id limit ${MOST_OPEN + 1}`
  const waiting = await sql<Row[]>`
    ${payouts(sql)} where payout.way = 'transfer' and payout.state = 'ordered'
    order by payout.created_at, payout.id limit ${MOST_OPEN + 1}`
  const paid = await sql<Row[]>`
    ${payouts(sql)} where payout.state in ('paid', 'cancelled')
    order by coalesce(payout.paid_at, payout.cancelled_at) desc, payout.id limit ${MOST_PAID + 1}`
  const byHand = await sql<Row[]>`
    ${payouts(sql)} where payout.way = 'manual' and payout.state = 'paid'
      and payout.paid_at > app_now() - ${MAY_COME_BACK_DAYS} * interval '1 day'
    order by payout.paid_at desc, payout.id limit ${MOST_OPEN + 1}`
  const [toPay, toWait] = [firstOf(open, MOST_OPEN), firstOf(waiting, MOST_OPEN)]
  const ended = firstOf(paid, MOST_PAID)
  const mayComeBack = firstOf(byHand, MOST_OPEN)
  const isShown = new Set(ended.shown.map(({ id }) => id))
  return {
    open: toPay.shown.map(told),
    waiting: toWait.shown.map(told),
    paid: [...ended.shown, ...mayComeBack.shown.filter(({ id }) => !isShown.has(id))].map(told),
    moreToDo: toPay.more || toWait.more,
    morePaid: ended.more || mayComeBack.more,
    holds: await liveHolds(sql),
    now: (await clock.now()).getTime(),
  }
}

const payouts = (sql: Sql) => sql`
  select payout.id, payout.person_id as "personId", a.username,
    coalesce(payout.payee ->> 'name', a.first_name || ' ' || a.last_name) as name,
    nullif(coalesce(payout.payee ->> 'email', a.email), a.id || ${NOBODYS_DOMAIN}) as email,
    nullif(coalesce(payout.begun_handle, ${handleNow(sql)}), '') as handle, payout.period, payout.amount_cents as "amountCents",
    payout.way, payout.why, payout.state, b.first_name || ' ' || b.last_name as "begunBy", payout.begun_at as "begunAt",
    c.first_name || ' ' || c.last_name as "paidBy", d.first_name || ' ' || d.last_name as "cancelledBy",
    payout.cancel_reason as "cancelReason", payout.reference, payout.created_at as "orderedAt", payout.paid_at as "paidAt",
    payout.cancelled_at as "cancelledAt", back.setbacks, a.closed_at is not null as "isClosed",
    (payout.payee is not null or exists (
      select from leaving l where l.person_id = a.id and l.erased_at is not null)) as "isLast",
    (payout.way = 'transfer' and payout.state = 'ordered' and not ${isIdle(sql)}) as "isAtProvider",
    less."returnedCents", less."disputedCents", exists (
      select from payout_hold h where h.resumed_at is null and (h.person_id = a.id or h.person_id is null)) as "isHeld"
  from payout join person a on a.id = payout.person_id left join person b on b.id = payout.begun_by
  left join person c on c.id = payout.paid_by left join person d on d.id = payout.cancelled_by
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where l.why = 'returned'), 0)::int as "returnedCents",
      coalesce(sum(amount_cents) filter (where l.why = 'disputed'), 0)::int as "disputedCents"
    from payout_deduction l where l.payout_id = payout.id) less
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'by', w.first_name || ' ' || w.last_name, 'reason', s.reason,
      'at', floor(extract(epoch from s.at) * 1000)) order by s.at, s.id), '[]') as setbacks
    from payout_setback s join person w on w.id = s.recorded_by where s.payout_id = payout.id) back`

const told = ({ orderedAt, begunAt, paidAt, cancelledAt, ...row }: Row): DeskPayout => ({
  ...row,
  orderedAt: orderedAt.getTime(),
  begunAt: begunAt?.getTime() ?? null,
  paidAt: paidAt?.getTime() ?? null,
  cancelledAt: cancelledAt?.getTime() ?? null,
})
