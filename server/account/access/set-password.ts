import type { ChangePasswordCall, ResetPasswordCall } from '../../../sync/account/account-calls.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { tellAccount } from '../../notify/tell.ts'
import type { Work } from '../../work.ts'
import { checkNewPassword } from '../password.ts'
import { factorOf } from '../second-factor/store.ts'
import { forgetDevices } from '../sessions/known-device.ts'
import { type AccountRow, accountByEmail, accountByUser } from './account-row.ts'
import { closeEveryDoor, spendToken } from './one-time-token.ts'

/**
 * Sets the password of the account that a mailed token is bound to (D74): the token is spent, every session of the
 * account ends at once with its streams, and its person is told by mail. Refusals: `link-spent`, those of a password.
 */
export async function resetPassword(
  work: Work,
  { token, password }: ResetPasswordCall,
): Promise<Result<object>> {
  const userId = await spendToken(work, token, 'password-reset')
  const account = userId && (await accountByUser(work.tx, userId))
  if (!account) return refuse('link-spent')
  return (
    (await replacePassword(work, account, { password, sessionId: null, was: null })) ?? refuse('link-spent')
  )
}

/**
 * Changes a password by whoever knows the current one (S2-2.36): every other session of the account ends. Refusals:
 * `wrong-current-password` to the account's own session, to everybody else `password-not-changed`, the same for
 * unknown addresses; `sign-in-first` to whoever is not signed in to an account with a second factor; those of a password.
 */
export async function changePassword(
  work: Work,
  caller: Caller,
  { email, currentPassword, newPassword }: ChangePasswordCall,
): Promise<Result<object>> {
  const account = await accountByEmail(work.tx, email)
  const isRight = await work.context.passwords.verify(currentPassword, account?.passwordHash ?? null)
  const isOwn = account !== null && account.personId === caller.personId
  const wrong = isOwn ? 'wrong-current-password' : 'password-not-changed'
  if (!account || !isRight) return refuse(wrong)
  // a session of the account was asked for its second factor before; the password alone does not shut its owner out
  if (!isOwn && (await factorOf(work.tx, account.userId))) return refuse('sign-in-first')
  const sessionId = isOwn ? caller.sessionId : null
  const changed = { password: newPassword, sessionId, was: account.passwordHash }
  return (await replacePassword(work, account, changed)) ?? refuse(wrong)
}

type NewPassword = {
  password: string
  /** The one session that goes on. */
  sessionId: string | null
  /** The hash that is replaced, and no other; null: whichever it is. */
  was: string | null
}

/** Null: the password has been changed since it was compared. */
async function replacePassword(
  work: Work,
  { userId, personId, role }: AccountRow,
  { password, sessionId, was }: NewPassword,
): Promise<Result<object> | null> {
  const good = checkNewPassword(password, role)
  if (!good.ok) return good
  const { tx, context } = work
  const hash = await context.passwords.hash(password)
  const changed = await tx`
    update auth.account set password = ${hash}, "updatedAt" = app_now()
    where "userId" = ${userId} and "providerId" = 'credential' and password = coalesce(${was}, password) returning 1`
  if (changed.length === 0) return null
  await tx`delete from auth.session where "userId" = ${userId} and id is distinct from ${sessionId}::uuid`
  await closeEveryDoor(work, userId)
  if (sessionId === null) await forgetDevices(tx, userId)
  await tellAccount(work, { id: context.random.id(), kind: 'password-changed', personId })
  return done({})
}
