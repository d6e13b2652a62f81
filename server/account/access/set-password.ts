import type { ChangePasswordCall, ResetPasswordCall } from '../../../sync/account/account-calls.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { hashNewPassword } from '../password.ts'
import { factorOf } from '../second-factor/store.ts'
import { forgetDevices } from '../sessions/known-device.ts'
import { type AccountRow, accountByEmail, accountByUser } from './account-row.ts'
import { accountOfToken, closeEveryAccess, spendToken, withdrawEmailChange } from './one-time-token.ts'

/**
 * Sets the password of the account that a mailed token is bound to (D74) and returns its person. The token is
 * spent, every session of the account ends at once with its streams, and the person is told by mail. Refuses
 * `link-spent`, and what a password is refused for.
 */
export async function resetPassword(
  context: Context,
  { token, password }: ResetPasswordCall,
): Promise<Result<{ personId: string }>> {
  const userId = await accountOfToken(context.sql, token, 'password-reset')
  const account = userId && (await accountByUser(context.sql, userId))
  if (!account) return refuse('link-spent')
  const hashed = await hashNewPassword(context, password, account)
  if (!hashed.ok) return hashed
  return transactOrRefuse(context, async (work) => {
    const spent = await spendToken(work, token, 'password-reset')
    const isSet =
      spent && (await replacePassword(work, account, { hash: hashed.value, sessionId: null, was: null }))
    return isSet ? done({ personId: account.personId }) : refuse('link-spent')
  })
}

/**
 * Changes a password for a caller who knows the current one (S2-2.36); every other session of the account ends.
 * Refuses `wrong-current-password` in the account's own session; `password-not-changed` to everybody else, also
 * for unknown addresses; `sign-in-first` outside a session of an account with a second factor; and what a
 * password is refused for.
 */
export async function changePassword(
  context: Context,
  caller: Caller,
  { email, currentPassword, newPassword }: ChangePasswordCall,
): Promise<Result<object>> {
  const account = await accountByEmail(context.sql, email)
  const isRight = await context.passwords.verify(currentPassword, account?.passwordHash ?? null)
  const isOwn = account !== null && account.personId === caller.personId
  const wrong = isOwn ? 'wrong-current-password' : 'password-not-changed'
  if (!account || !isRight) return refuse(wrong)
  // A session of the account has already shown its second factor. Without one, the password alone must not be
  // enough to lock out the owner.
  if (!isOwn && (await factorOf(context.sql, account.userId))) return refuse('sign-in-first')
  const hashed = await hashNewPassword(context, newPassword, account)
  if (!hashed.ok) return hashed
  const sessionId = isOwn ? caller.sessionId : null
  const changed = { hash: hashed.value, sessionId, was: account.passwordHash }
  return transactOrRefuse(context, async (work) =>
    (await replacePassword(work, account, changed)) ? done({}) : refuse(wrong),
  )
}

type NewPassword = {
  hash: string
  /** The only session that continues. */
  sessionId: string | null
  /** The hash that must still be stored; null: any. */
  was: string | null
}

/**
 * Replaces the password, ends the account's other sessions, and withdraws a change of its address. Returns false
 * if the password has changed since it was compared.
 */
async function replacePassword(
  work: TxContext,
  { userId, personId }: AccountRow,
  { hash, sessionId, was }: NewPassword,
): Promise<boolean> {
  const { tx, context } = work
  const changed = await tx`
    update auth.account set password = ${hash}, "updatedAt" = app_now()
    where "userId" = ${userId} and "providerId" = 'credential' and password = coalesce(${was}, password) returning 1`
  if (changed.length === 0) return false
  // The links go first: one that is being used now has its session stored by the time it is found spent.
  await withdrawEmailChange(work, personId)
  await closeEveryAccess(work, userId)
  await tx`delete from auth.session where "userId" = ${userId} and id is distinct from ${sessionId}::uuid`
  if (sessionId === null) await forgetDevices(tx, userId)
  await tellAccount(work, { id: context.random.id(), kind: 'password-changed', personId })
  return true
}
