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
import { accountOfToken, closeEveryAccess, spendToken } from './one-time-token.ts'

/**
 * Sets the password of the account that a mailed token is bound to (D74): the token is spent, every session of the
 * account ends at once with its streams, and its person, who is answered, is told by mail. Refusals: `link-spent`, those of a password.
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
 * Changes a password by whoever knows the current one (S2-2.36): every other session of the account ends. Refusals:
 * `wrong-current-password` to the account's own session, to everybody else `password-not-changed`, the same for
 * unknown addresses; `sign-in-first` to whoever is not signed in to an account with a second factor; those of a password.
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
  // a session of the account was asked for its second factor before; the password alone does not shut its owner out
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
  /** The one session that goes on. */
  sessionId: string | null
  /** The hash that is replaced, and no other; null: whichever it is. */
  was: string | null
}

/** False: the password has been changed since it was compared. */
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
  await tx`delete from auth.session where "userId" = ${userId} and id is distinct from ${sessionId}::uuid`
  await closeEveryAccess(work, userId)
  if (sessionId === null) await forgetDevices(tx, userId)
  await tellAccount(work, { id: context.random.id(), kind: 'password-changed', personId })
  return true
}
