import type { SessionAnswer } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call, endPendingSession, markSignOut } from '../../api/call.ts'
import { getSession, leaveEverywhere, type SignOutResult } from '../../api/session.ts'
import { unsubscribeFromPush } from '../../pwa/push-subscribe.ts'
import { forgetSnapshots } from '../../pwa/start-snapshot.ts'
import { deleteAccount, noteLeaving, unsentWorkOf } from './account-data.ts'

/**
 * Signs out and deletes every trace of the account from this device, in every tab. With unsent work it changes
 * nothing and returns the counts, unless `discardUnsent` is set. Offline, the session ends with the first request
 * that reaches the server.
 */
export async function signOut({ discardUnsent = false } = {}): Promise<SignOutResult> {
  const { account } = getSession()
  if (account === 'guest') return { signedOut: true }
  const unsent = await unsentWorkOf(account)
  if (!discardUnsent && unsent.intents + unsent.videos + unsent.edits > 0) return { signedOut: false, unsent }
  await unsubscribeFromPush()
  markSignOut()
  await forgetSnapshots()
  // In one task with the change of the session: a note about an account that stays would delete what it keeps later.
  noteLeaving(account)
  await leaveEverywhere(account)
  await deleteAccount(account)
  await endPendingSession()
  return { signedOut: true }
}

/** Returns whether the server knows this browser as a guest's: as one that asked without an account. */
export async function isGuestHere(): Promise<boolean> {
  const answer = await call<SessionAnswer>(CALLS.session)
  return answer.ok && answer.value.person === null && answer.value.guest
}
