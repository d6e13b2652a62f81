import type { ActName } from '../../sync/desk/audit.ts'
import type { Caller } from '../../sync/roles.ts'
import type { TxContext } from '../transact.ts'

/** What was done to what; `detail` holds ids, states and cents, never anybody's words. */
export type Act = { act: ActName; subject?: string; detail?: Record<string, string | number | null> }

/** Writes down what an admin did, in the transaction that does it; the table takes nothing back. */
export async function recordAct(
  { tx }: Pick<TxContext, 'tx'>,
  { personId }: Pick<Caller, 'personId'>,
  { act, subject, detail }: Act,
): Promise<void> {
  await tx`
    insert into audit (admin_id, act, subject, detail)
    values (${personId}, ${act}, ${subject ?? null}, ${tx.json(detail ?? {})})`
}
