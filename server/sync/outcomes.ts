import type { Outcome, PushedIntent } from '../../sync/protocol.ts'
import type { Queryable, Statement, Tx } from '../db/sql.ts'

/** The outcome of an intent, and the intent's name. */
export type Settled = { name: string; outcome: Outcome }

/** Returns the statement that stores final outcomes in the transaction of their effects; null when there are none. */
export function keepOutcomes(
  tx: Tx,
  settled: Settled[],
  { principal, device }: { principal: string; device: string },
): Statement | null {
  if (settled.length === 0) return null
  const rows = settled.map(({ name, outcome }) => ({
    id: outcome.id,
    principal,
    device,
    name,
    outcome: tx.json(outcome as never),
  }))
  return tx`insert into intent_outcome ${tx(rows)}`
}

/**
 * Returns the same as part of the statement that has the effect. The outcome's value is the row of `settled`, if
 * there is one.
 */
export function keepSettled(
  sql: Queryable,
  { id, name }: Pick<PushedIntent, 'id' | 'name'>,
  { principal, device }: { principal: string; device: string },
): Statement {
  return sql`
    insert into intent_outcome (id, principal, device, name, outcome)
    select ${id}::uuid, ${principal}, ${device}::uuid, ${name},
      jsonb_build_object('id', ${id}::text, 'state', 'settled', 'value', to_jsonb(settled)) from settled`
}

/** Returns the stored outcomes of intents that were settled before, by their ids. */
export async function storedOutcomes(
  on: Queryable,
  principal: string,
  intents: PushedIntent[],
): Promise<Map<string, Outcome>> {
  const ids = intents.map(({ id }) => id)
  const rows = await on<{ id: string; principal: string; outcome: Outcome }[]>`
    select id, principal, outcome from intent_outcome where id = any(${ids}::uuid[])`
  // an id of another caller is neither revealed nor overwritten
  return new Map(
    rows.map((row): [string, Outcome] => [
      row.id,
      row.principal === principal
        ? row.outcome
        : { id: row.id, state: 'refused', refusal: { code: 'id-taken' } },
    ]),
  )
}
