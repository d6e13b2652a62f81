import { NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import type {
  DeskPayout,
  DeskPayoutsAnswer,
  payoutBegin,
  payoutConfirm,
} from '../../../sync/payment/payout.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/sql.ts'
import { tellAccount } from '../../notify/tell.ts'
import type { Work } from '../../work.ts'
import { recordPaidByHand } from '../ledger.ts'
import { lockPayout } from './store.ts'

type Nothing = Record<string, never>

/**
 * The first of two steps: an admin says that they are paying it now (S2-1.9). Refuses `not-found`, and `already-decided`
 * once somebody has said so.
 */
export async function beginPayout(
  work: Work,
  caller: Caller,
  { payoutId }: Infer<typeof payoutBegin>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'use-desk')) return refuse('not-allowed')
  const payout = await lockPayout(work.tx, payoutId)
  if (payout?.way !== 'manual') return refuse('not-found')
  if (payout.state !== 'ordered') return refuse('already-decided')
  await work.tx`
    update payout set state = 'begun', begun_by = ${caller.personId}, begun_at = app_now() where id = ${payoutId}`
  await recordAct(work, caller, {
    act: 'payout.begin',
    subject: payoutId,
    detail: { cents: payout.amountCents },
  })
  return done({})
}

/**
 * The second: an admin says that it was paid, with the reference by which it is found again. Booked once, and told to the
 * athlete. Refuses `not-found`, `not-begun`, and `already-decided` for one that was paid.
 */
export async function confirmPayout(
  work: Work,
  caller: Caller,
  { payoutId, reference }: Infer<typeof payoutConfirm>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'use-desk')) return refuse('not-allowed')
  const { tx, context } = work
  const payout = await lockPayout(tx, payoutId)
  if (payout?.way !== 'manual') return refuse('not-found')
  if (payout.state !== 'begun') return refuse(payout.state === 'paid' ? 'already-decided' : 'not-begun')
  const { personId, amountCents } = payout
  await tx`
    update payout set state = 'paid', paid_by = ${caller.personId}, paid_at = app_now(), payee = null,
      reference = case when payee is null then ${reference} else '' end
    where id = ${payoutId}`
  await recordPaidByHand(work, { payoutId, athleteId: personId, amountCents })
  await recordAct(work, caller, { act: 'payout.confirm', subject: payoutId, detail: { cents: amountCents } })
  if (!payout.isLast)
    await tellAccount(work, { id: context.random.id(), kind: 'payout-made', personId, payoutId })
  return done({})
}

const PAID_SHOWN = 50

type Row = Omit<DeskPayout, 'orderedAt' | 'paidAt'> & { orderedAt: Date; paidAt: Date | null }

/** What is to be paid by hand, and what was paid lately. */
export async function listPayouts({ sql, clock }: Context): Promise<DeskPayoutsAnswer> {
  const open = await sql<Row[]>`
    ${payouts(sql)} where p.way = 'manual' and p.state <> 'paid' order by p.created_at, p.id limit 500`
  const paid = await sql<Row[]>`
    ${payouts(sql)} where p.state = 'paid' order by p.paid_at desc, p.id limit ${PAID_SHOWN}`
  return { open: open.map(shown), paid: paid.map(shown), now: (await clock.now()).getTime() }
}

const payouts = (sql: Sql) => sql`
  select p.id, p.person_id as "personId", a.username, coalesce(p.payee ->> 'name', a.first_name || ' ' || a.last_name) as name,
    nullif(coalesce(p.payee ->> 'email', a.email), a.id || ${NOBODYS_DOMAIN}) as email, coalesce(p.payee ->> 'handle', a.payout_handle) as handle, p.period, p.amount_cents as "amountCents", p.way, p.why, p.state,
    b.first_name || ' ' || b.last_name as "begunBy", c.first_name || ' ' || c.last_name as "paidBy", p.reference,
    p.created_at as "orderedAt", p.paid_at as "paidAt"
  from payout p join person a on a.id = p.person_id left join person b on b.id = p.begun_by
  left join person c on c.id = p.paid_by`

const shown = ({ orderedAt, paidAt, ...row }: Row): DeskPayout => ({
  ...row,
  orderedAt: orderedAt.getTime(),
  paidAt: paidAt?.getTime() ?? null,
})
