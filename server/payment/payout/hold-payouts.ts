import type { PayoutHold, payoutsHold, payoutsResume } from '../../../sync/payment/payout-control.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { lockEverybodysPayouts, lockPayoutsOf } from './store.ts'

/**
 * Holds the payouts of one athlete or of everybody. From the commit on, none is ordered, begun or handed to the
 * provider until the hold ends; a transfer already handed over goes on. The device makes the id, so repeating the
 * call with it is the same hold. Refuses `not-found` for an unknown athlete, and `payouts-held` while another hold
 * is on.
 */
export async function holdPayouts(
  work: TxContext,
  caller: Caller,
  { holdId, personId, reason }: Infer<typeof payoutsHold>,
): Promise<Result<{ holdId: string }>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx } = work
  await lock(tx, personId)
  if (personId && !(await tx`select from person where id = ${personId} and role = 'creator'`)[0])
    return refuse('not-found')
  const [fresh] = await tx`
    insert into payout_hold (id, person_id, reason, held_by)
    values (${holdId}, ${personId}, ${reason}, ${caller.personId}) on conflict do nothing returning id`
  if (!fresh) return (await isSame(tx, { holdId, personId })) ? done({ holdId }) : refuse('payouts-held')
  await recordAct(work, caller, {
    act: 'payouts.hold',
    subject: personId ?? holdId,
    detail: { hold: holdId },
  })
  return done({ holdId })
}

const lock = (tx: Tx, personId: string | null) =>
  personId ? lockPayoutsOf(tx, personId) : lockEverybodysPayouts(tx)

async function isSame(tx: Tx, { holdId, personId }: { holdId: string; personId: string | null }) {
  const [same] = await tx`
    select from payout_hold where id = ${holdId} and person_id is not distinct from ${personId} and resumed_at is null`
  return same !== undefined
}

/**
 * Ends a hold; due payouts are ordered within the hour. Refuses `not-found`, and `already-decided` when the hold
 * has already ended.
 */
export async function resumePayouts(
  work: TxContext,
  caller: Caller,
  { holdId, reason }: Infer<typeof payoutsResume>,
): Promise<Result<{ holdId: string }>> {
  if (!can(caller, 'pay-out')) return refuse('not-allowed')
  const { tx } = work
  const [held] = await tx<{ personId: string | null; isOver: boolean }[]>`
    select person_id as "personId", resumed_at is not null as "isOver" from payout_hold where id = ${holdId} for update`
  if (!held) return refuse('not-found')
  if (held.isOver) return refuse('already-decided')
  await tx`
    update payout_hold set resumed_by = ${caller.personId}, resumed_at = app_now(), resume_reason = ${reason}
    where id = ${holdId}`
  const subject = held.personId ?? holdId
  await recordAct(work, caller, { act: 'payouts.resume', subject, detail: { hold: holdId } })
  return done({ holdId })
}

/**
 * Returns whether an athlete's payouts are held, alone or with everybody's. A caller that decides by it must hold
 * the athlete's payout lock.
 */
export async function arePayoutsHeld(sql: Queryable, personId: string): Promise<boolean> {
  const rows = await sql`
    select from payout_hold where resumed_at is null and (person_id = ${personId} or person_id is null) limit 1`
  return rows.length > 0
}

/** Returns the current holds, with the one for everybody first. */
export async function liveHolds(sql: Queryable): Promise<PayoutHold[]> {
  const rows = await sql<(Omit<PayoutHold, 'heldAt'> & { heldAt: Date })[]>`
    select h.id, h.person_id as "personId", p.first_name || ' ' || p.last_name as name, p.username, h.reason,
      b.first_name || ' ' || b.last_name as "heldBy", h.held_at as "heldAt",
      coalesce((select -sum(amount_cents) from ledger_entry e
        where e.account = 'athlete_payable' and e.person_id = h.person_id), 0)::bigint as "owedCents"
    from payout_hold h left join person p on p.id = h.person_id join person b on b.id = h.held_by
    where h.resumed_at is null order by h.person_id is not null, h.held_at, h.id`
  return rows.map((row) => ({ ...row, heldAt: row.heldAt.getTime() }))
}
