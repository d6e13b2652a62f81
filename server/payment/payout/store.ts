import type { ByHandReason } from '../../../sync/payment/payout.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** The payout of an athlete for one period. */
export type Payout = {
  id: string
  personId: string
  amountCents: number
  way: 'transfer' | 'manual'
  why: ByHandReason | null
  state: 'ordered' | 'begun' | 'paid' | 'cancelled'
  begunAt: Date | null
  accountId: string | null
  transferId: string | null
  /** Whether the athlete was erased, so that nobody is told of the payout. */
  isLast: boolean
}

const columns = (sql: Queryable) => sql`
  id, person_id as "personId", amount_cents as "amountCents", way, why, state, begun_at as "begunAt", account_id as "accountId",
  transfer_id as "transferId", payee is not null as "isLast"`

const EVERYBODYS = 'payouts'

/**
 * Locks one athlete's payouts until the transaction ends: ordering, holding, paying and taking back then run one
 * after another, and never beside work on everybody's payouts. Payments and the person must be locked before.
 */
export async function lockPayoutsOf(tx: Tx, personId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${EVERYBODYS}, 0))`
  await tx`select pg_advisory_xact_lock(hashtextextended(${`payouts of ${personId}`}, 0))`
}

/** Locks the payouts of everybody until the transaction ends: none is ordered, begun or paid meanwhile. */
export async function lockEverybodysPayouts(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${EVERYBODYS}, 0))`
}

/**
 * Whether a transfer is neither under way nor at the provider, because it waits for the balance there, was held, or
 * may not be paid to its account.
 */
export const isIdle = (sql: Queryable) => sql`
  (payout.way = 'transfer' and payout.state = 'ordered' and not exists (
    select from money_operation o where o.subject_id = payout.id and o.kind = 'transfer' and o.state = 'intended'))`

/** Returns whether an athlete was erased. */
export async function isErased(tx: Tx, personId: string): Promise<boolean> {
  const rows = await tx`select from leaving where person_id = ${personId} and erased_at is not null`
  return rows.length > 0
}

/** Returns whether a payout was begun at another moment than an admin saw; false where a former app says none. */
export const isOtherAttempt = ({ begunAt }: Payout, seen: number | undefined): boolean =>
  seen !== undefined && begunAt?.getTime() !== seen

/** Where the athlete of a payout wants to be paid by hand: a column where `a` is the athlete. */
export const handleNow = (sql: Queryable) => sql`coalesce(payout.payee ->> 'handle', a.payout_handle)`

/**
 * Locks a payout and its athlete's other payouts until the transaction ends, and returns it; null when there is
 * none.
 */
export async function lockPayout(tx: Tx, id: string): Promise<Payout | null> {
  const [whose] = await tx<
    { personId: string }[]
  >`select person_id as "personId" from payout where id = ${id}`
  if (whose) await lockPayoutsOf(tx, whose.personId)
  const [payout] = await tx<Payout[]>`select ${columns(tx)} from payout where id = ${id} for update`
  return payout ?? null
}
