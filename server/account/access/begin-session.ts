import { done, type Result, refuse } from '../../../sync/result.ts'
import { signValue } from '../../http/signed-value.ts'
import type { TxContext } from '../../transact.ts'
import { cookieHeader, cookieNames } from '../cookies.ts'
import { lastingOf } from '../session.ts'
import { accountByUser } from './account-row.ts'
import { spendToken } from './one-time-token.ts'

/** How a session begins: the browser's user agent, and whether a second factor was shown. */
export type BeganBy = { userAgent: string | null; isFactorShown?: boolean }

/**
 * Signs in with a mailed token, once (D102); the session exists only in the cookie. The caller has already
 * checked the second factor. Refuses `link-spent`.
 */
export async function signInByLink(
  work: TxContext,
  token: string,
  by: BeganBy,
): Promise<Result<{ setCookie: string }>> {
  const userId = await spendToken(work, token, 'sign-in-link')
  const account = userId && (await accountByUser(work.tx, userId))
  return account ? done(await beginSession(work, account.userId, by)) : refuse('link-spent')
}

const USER_AGENT_MOST = 400

/**
 * Begins a session of an account, in the form that the sign-in library uses: a random token, signed in the
 * cookie.
 */
export async function beginSession(
  { context, tx }: TxContext,
  userId: string,
  { userAgent, isFactorShown = false }: BeganBy,
): Promise<{ setCookie: string }> {
  const account = await accountByUser(tx, userId)
  const { idleMs } = lastingOf(context.env, account?.role ?? null)
  const token = Buffer.from(context.random.bytes(32)).toString('base64url')
  await tx`
    insert into auth.session (id, token, "userId", "userAgent", "expiresAt", "createdAt", "updatedAt", "factorAt")
    values (${context.random.id()}, ${token}, ${userId}, ${userAgent?.slice(0, USER_AGENT_MOST) ?? null}, app_now() + ${idleMs} * interval '1 millisecond',
      app_now(), app_now(), case when ${isFactorShown}::boolean then app_now() end)`
  const { env, secrets } = context
  const value = signValue(secrets.session, token)
  const maxAgeS = idleMs / 1000
  return { setCookie: cookieHeader(env, cookieNames(env).session, { value, maxAgeS }) }
}
