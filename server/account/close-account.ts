import type { TxContext } from '../transact.ts'
import { forgetTokens } from './access/one-time-token.ts'

/**
 * Closes an account: signs it out everywhere, including its streams. The person's row and what the athlete is
 * owed remain.
 */
export async function closeAccount(
  work: TxContext,
  { personId, authId }: { personId: string; authId: string | null },
): Promise<void> {
  const { tx } = work
  await tx`update person set closed_at = app_now(), updated_at = app_now() where id = ${personId}`
  await tx`delete from push_subscription where person_id = ${personId}`
  if (!authId) return
  await tx`delete from auth.session where "userId"::text = ${authId}`
  await forgetTokens(work, authId)
}
