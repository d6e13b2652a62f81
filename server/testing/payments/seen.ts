import type { Bench } from './bench.ts'

/** Returns what Stripe says at the end, the oracle against which every test is measured. */
export async function atStripe({ sql }: Bench, { holdId }: { holdId: string }) {
  const intents = await sql<{ id: string; status: string }[]>`
    select id, body ->> 'status' as status from stand_in.object
    where object = 'payment_intent' and body #>> '{metadata,holdId}' = ${holdId} order by seq`
  const ids = intents.map(({ id }) => id)
  const [charges] = await sql<{ captures: number; captured: number; heldCards: number }[]>`
    select count(*) filter (where body ->> 'captured' = 'true')::int as captures,
      coalesce(sum((body ->> 'amount_captured')::int), 0)::int as captured,
      count(*) filter (where body ->> 'captured' = 'false' and body ->> 'refunded' = 'false'
        and body ->> 'status' = 'succeeded')::int as "heldCards"
    from stand_in.object where object = 'charge' and body ->> 'payment_intent' = any(${ids})`
  return { intents: intents.map(({ status }) => status), ...charges }
}

/** Returns the ledger entries of one question, in cents. */
export function linesOf({ sql }: Bench, askId: string) {
  return sql<{ account: string; cents: number }[]>`
    select e.account, e.amount_cents as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.question_id = ${askId} order by e.id`
}
