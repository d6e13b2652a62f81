import type { ByHandReason } from '../../../sync/payment/payout.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** What an athlete is paid for a period. */
export type Payout = {
  id: string
  personId: string
  amountCents: number
  way: 'transfer' | 'manual'
  why: ByHandReason | null
  state: 'ordered' | 'begun' | 'paid' | 'cancelled'
  accountId: string | null
  transferId: string | null
  /** Its athlete was erased: there is nobody to tell. */
  isLast: boolean
}

const columns = (sql: Queryable) => sql`
  id, person_id as "personId", amount_cents as "amountCents", way, why, state, account_id as "accountId",
  transfer_id as "transferId", payee is not null as "isLast"`

const EVERYBODYS = 'payouts'

/**
 * Of one athlete's payouts, what is ordered, held, paid and taken back goes one after the other, until the transaction
 * ends, and none of it beside what is done about everybody's. A payment, and the person, are locked before.
 */
export async function lockPayoutsOf(tx: Tx, personId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${EVERYBODYS}, 0))`
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payouts of ${personId}`}, 0))`
}

/** Nothing is ordered, begun or paid to anybody meanwhile. */
export async function lockEverybodysPayouts(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${EVERYBODYS}, 0))`
}

/** Whether a transfer is neither under way nor at the provider: it waits for the balance there, or was held. */
export const isIdle = (sql: Queryable) => sql`
  (payout.way = 'transfer' and payout.state = 'ordered' and not exists (
    select from money_operation o where o.subject_id = payout.id and o.kind = 'transfer' and o.state = 'intended'))`

/** The payout, locked with its athlete's others until the transaction ends; null where there is none. */
export async function lockPayout(tx: Tx, id: string): Promise<Payout | null> {
  const [whose] = await tx<
    { personId: string }[]
  >`select person_id as "personId" from payout where id = ${id}`
  if (whose) await lockPayoutsOf(tx, whose.personId)
  const [payout] = await tx<Payout[]>`select ${columns(tx)} from payout where id = ${id} for update`
  return payout ?? null
}
