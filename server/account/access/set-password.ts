import type { ChangePasswordCall, ResetPasswordCall } from '../../../sync/account/account-calls.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import { tellAccount } from '../../notify/tell.ts'
import type { Work } from '../../work.ts'
import { checkNewPassword } from '../password.ts'
import { type AccountRow, accountByEmail, accountByUser } from './account-row.ts'
import { forgetTokens, spendToken } from './one-time-token.ts'

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
  return replacePassword(work, account, { password, sessionId: null })
}

/**
 * Changes a password by whoever knows the current one (S2-2.36): every other session of the account ends. Refusals:
 * `wrong-current-password` to the account's own session, to everybody else `password-not-changed`, the same for
 * unknown addresses; those of a password.
 */
export async function changePassword(
  work: Work,
  caller: Caller,
  { email, currentPassword, newPassword }: ChangePasswordCall,
): Promise<Result<object>> {
  const account = await accountByEmail(work.tx, email)
  const isRight = await work.context.passwords.verify(currentPassword, account?.passwordHash ?? null)
  if (!account || !isRight)
    return refuse(isOwn(account, caller) ? 'wrong-current-password' : 'password-not-changed')
  const sessionId = isOwn(account, caller) ? caller.sessionId : null
  return replacePassword(work, account, { password: newPassword, sessionId })
}

function isOwn(account: AccountRow | null, { personId }: Caller): boolean {
  return account !== null && account.personId === personId
}

type NewPassword = { password: string /** The one session that goes on. */; sessionId: string | null }

async function replacePassword(
  work: Work,
  { userId, personId, role }: AccountRow,
  { password, sessionId }: NewPassword,
): Promise<Result<object>> {
  const good = checkNewPassword(password, role)
  if (!good.ok) return good
  const { tx, context } = work
  const hash = await context.passwords.hash(password)
  await tx`update auth.account set password = ${hash}, "updatedAt" = app_now()
    where "userId" = ${userId} and "providerId" = 'credential'`
  await tx`delete from auth.session where "userId" = ${userId} and id is distinct from ${sessionId}::uuid`
  await forgetTokens(work, userId)
  await tellAccount(work, { id: context.random.id(), kind: 'password-changed', personId })
  return done({})
}
