import type { Queryable, Tx } from '../db/sql.ts'
import { type Hold, holdColumns } from './store.ts'

/** Returns a hold by its id, in any state; null when there is none. */
export async function findHold(sql: Queryable, holdId: string): Promise<Hold | null> {
  const [hold] = await sql<Hold[]>`select ${holdColumns(sql)} from hold where id = ${holdId}`
  return hold ?? null
}

const active = (sql: Queryable, askId: string) => sql`
  select ${holdColumns(sql)} from hold
  where ask_id = ${askId} and state in ('pending', 'held', 'capturing', 'captured') order by attempt desc limit 1`

/** Returns the one hold of an ask or question that is a payment or can still become one; null when there is none. */
export async function activeHold(sql: Queryable, askId: string): Promise<Hold | null> {
  const [hold] = await sql<Hold[]>`${active(sql, askId)}`
  return hold ?? null
}

/**
 * Returns the same hold, locked until the transaction ends. A question must be created under this lock, because
 * otherwise a hold that moves meanwhile would not be mirrored in it.
 */
export async function lockActiveHold(tx: Tx, askId: string): Promise<Hold | null> {
  const [hold] = await tx<Hold[]>`${active(tx, askId)} for no key update`
  return hold ?? null
}
