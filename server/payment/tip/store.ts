import type { TipState } from '../../../sync/payment/tip.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'

/** A tip for an answer, or an attempt at one. */
export type Tip = {
  id: string
  questionId: string
  amountCents: number
  state: TipState
  paymentIntentId: string | null
  clientSecret: string | null
}

const columns = (sql: Queryable) => sql`
  id, question_id as "questionId", amount_cents as "amountCents", state, payment_intent_id as "paymentIntentId",
  client_secret as "clientSecret"`

/** Returns a tip by its id, in any state. */
export async function tipById(sql: Queryable, tipId: string): Promise<Tip | null> {
  const [tip] = await sql<Tip[]>`select ${columns(sql)} from tip where id = ${tipId}`
  return tip ?? null
}

/** Returns the tip that a PaymentIntent belongs to. */
export async function tipOfIntent(sql: Queryable, paymentIntentId: string): Promise<Tip | null> {
  const [tip] = await sql<Tip[]>`select ${columns(sql)} from tip where payment_intent_id = ${paymentIntentId}`
  return tip ?? null
}

/** Locks a tip until the transaction ends, and returns it. */
export async function lockTip(tx: Tx, tipId: string): Promise<Tip> {
  const [tip] = await tx<Tip[]>`select ${columns(tx)} from tip where id = ${tipId} for update`
  if (!tip) throw new InternalError(`there is no tip ${tipId}`)
  return tip
}
