import type { ActName } from '../../sync/desk/audit.ts'
import type { Caller } from '../../sync/roles.ts'
import type { TxContext } from '../transact.ts'

/** An action and its subject; `detail` holds ids, states and cents, never text that a person wrote. */
export type Act = { act: ActName; subject?: string; detail?: Record<string, string | number | null> }

/** Records an admin's action in the transaction that performs it; the table is append-only. */
export async function recordAct(
  { tx }: Pick<TxContext, 'tx'>,
  { personId }: Pick<Caller, 'personId'>,
  { act, subject, detail }: Act,
): Promise<void> {
  await tx`
    insert into audit (admin_id, act, subject, detail)
    values (${personId}, ${act}, ${subject ?? null}, ${tx.json(detail ?? {})})`
}
