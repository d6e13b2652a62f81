import type { Context as Call, Handler } from 'hono'
import { passkeyProof } from '../../sync/account/passkey.ts'
import { typedCode } from '../../sync/account/typed.ts'
import type { Result } from '../../sync/result.ts'
import { z } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/body.ts'
import { shownBy } from '../http/proof.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import { HashingCrowded } from '../log.ts'
import { accountByEmail } from './access/account-row.ts'
import { tryPassword } from './access/password-tries.ts'
import type { Auth } from './auth.ts'
import { endSession, replaceSession } from './session.ts'
import { deviceOf } from './sessions/known-device.ts'

/** The paths for signing in and out; both are POST. */
export const SIGN_IN_PATH = '/api/auth/sign-in/email'
export const SIGN_OUT_PATH = '/api/auth/sign-out'

const signInCall = z.strictObject({
  email: z.string().check(z.maxLength(320)),
  password: z.string().check(z.maxLength(1_024)),
  code: z.optional(typedCode),
  passkey: z.optional(passkeyProof),
})

/**
 * Signs a verified account in by email and password. The session exists only in the cookie, never in the body
 * (ASVS 3.3.4); the browser's older session ends. Refuses `wrong-sign-in`, the same for unknown and known
 * addresses; `captcha-*` and `too-many-requests` as in `tryPassword`; and, after the right password, what the
 * second factor is refused for.
 */
export function signIn(context: Context, auth: Auth): Handler<AppEnv> {
  return async (c) => {
    const body = await readJson(c, signInCall)
    if (!body.ok) return answerRefusal(c, body.refusal)
    const { email } = body.value
    const device = deviceOf(context, c.req.raw)
    const signedIn = await tryPassword(
      context,
      { email, shown: shownBy(c), device },
      { run: () => auth.signIn(c.req.raw, c.var.clientAddress, body.value), wrong: 'wrong-sign-in' },
    )
    if (signedIn.ok) {
      await replaceSession(context, c.req.raw, signedIn.value)
      await renewHash(context, body.value)
    }
    return answerCookies(c, signedIn)
  }
}

/** Ends the session of this browser at once, including its streams; signing out twice is no error. */
export function signOut(context: Context, auth: Auth): Handler<AppEnv> {
  return async (c) => {
    const signedOut = await auth.signOut(c.req.raw, c.var.clientAddress)
    // The library does not find a session by its former token.
    if (signedOut.ok) await endSession(context, c.req.raw)
    return answerCookies(c, signedOut)
  }
}

function answerCookies(c: Call<AppEnv>, result: Result<string[]>): Response {
  if (!result.ok) return answerRefusal(c, result.refusal)
  for (const cookie of result.value) c.header('set-cookie', cookie, { append: true })
  return c.json({ ok: true })
}

/**
 * Replaces the hash of a password that was just verified, if it was made in an outdated way. Where many wait for
 * a hash, it leaves this to the next sign-in.
 */
async function renewHash(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { sql, passwords } = context
  const account = await accountByEmail(sql, email)
  const former = account?.passwordHash
  if (!former || !passwords.isOutdated(former)) return
  try {
    const hash = await passwords.hash(password)
    await sql`
      update auth.account set password = ${hash}, "updatedAt" = app_now()
      where "userId" = ${account.userId} and "providerId" = 'credential' and password = ${former}`
  } catch (error) {
    if (!(error instanceof HashingCrowded)) throw error
  }
}
