import type { sessionsEnding } from '../../sync/desk/athletes.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { accountByEmail } from '../account/access/account-row.ts'
import { closeEveryAccess, withdrawEmailChange } from '../account/access/one-time-token.ts'
import { forgetDevices } from '../account/sessions/known-device.ts'
import { recordAct } from '../audit/record-act.ts'
import { tellAccount } from '../notify/enqueue.ts'
import type { TxContext } from '../transact.ts'

/**
 * Signs out an account on all devices, with its streams and push subscriptions, and invalidates the links mailed
 * to it; for a member who reports that somebody else is in their account (ASVS 7.4.5). The owner is told by mail
 * where a session was open, and the action is recorded. Only who manages the team signs out a member of the team,
 * because anybody else could keep every owner out. Refuses `not-found` for an address without an account, and
 * `not-allowed`.
 */
export async function endSessionsOf(
  work: TxContext,
  caller: Caller,
  { email }: Infer<typeof sessionsEnding>,
): Promise<Result<{ ended: number }>> {
  if (!can(caller, 'sign-others-out')) return refuse('not-allowed')
  const { tx, context } = work
  const account = await accountByEmail(tx, email)
  if (!account) return refuse('not-found')
  const { userId, personId, role } = account
  if (role === 'admin' && !can(caller, 'manage-team')) return refuse('not-allowed')
  // The links go first: one that is being used now has its session stored by the time it is found spent.
  await withdrawEmailChange(work, personId)
  await closeEveryAccess(work, userId)
  const ended = await tx`delete from auth.session where "userId" = ${userId} returning 1`
  // An intruder may have used one of the known devices.
  await forgetDevices(tx, userId)
  // Signing out nobody over and over would otherwise fill the owner's mailbox.
  if (ended.length > 0) await tellAccount(work, { id: context.random.id(), kind: 'signed-out', personId })
  await recordAct(work, caller, { act: 'sessions.end', subject: personId, detail: { ended: ended.length } })
  return done({ ended: ended.length })
}
