import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { PostgresJSDialect } from 'kysely-postgres-js'
import type { Refusal, Result } from '../../sync/result.ts'
import { done, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import { inTransaction, isMissingReference } from '../db/transaction.ts'
import { ownOrigins } from '../http/origin.ts'
import { InternalError } from '../log.ts'
import { isStillHash } from './access/account-row.ts'
import { cookieNames, isSecure } from './cookies.ts'
import { type MayBegin, mayBeginSession, type Proof } from './second-factor/check.ts'
import { lastingOf, SESSION_IDLE_MS } from './session.ts'
import { deviceOf } from './sessions/known-device.ts'

/** The two calls of the sign-in library that are served. Its own answers never leave the server unchanged. */
export type Auth = {
  /**
   * Returns the session's cookies; or `wrong-sign-in`, the same for an unknown address and a wrong password; or,
   * where these are right, the refusal of the second factor.
   */
  signIn(request: Request, clientAddress: string, body: SignIn): Promise<Result<string[]>>
  /** Ends the session of the request, if any, and returns the cookies that remove it. */
  signOut(request: Request, clientAddress: string): Promise<Result<string[]>>
}
export type SignIn = { email: string; password: string } & Omit<Proof, 'url' | 'device'>

/**
 * Opens the sign-in library for email and password on our own connection pool, in the schema `auth`. Only
 * signing in and out are served; no route leads to its other paths. Sessions begin and end by the app's clock.
 */
export function createAuth(context: Context): Auth {
  const tries = new AsyncLocalStorage<Try>()
  const library = betterAuth({
    ...baseOptions(context),
    emailAndPassword: passwordOptions(context, tries),
    session: {
      expiresIn: SESSION_IDLE_MS / 1000,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { factorAt: { type: 'date', required: false, input: false } },
    },
    // The routes have limits of their own, which all server processes share.
    rateLimit: { enabled: false },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const thisTry = tries.getStore()
            const may = await seeSecondFactor(context, session.userId, thisTry)
            if (thisTry) thisTry.begun = { userId: session.userId, token: session.token }
            return onAppClock(context, session, may)
          },
        },
      },
    },
  })
  const call = async (path: string, { request, clientAddress, body }: LibraryCall) => {
    const answer = await library.handler(requestFor(path, { request, clientAddress, body }))
    return readAnswer(answer)
  }
  return {
    signIn: async (request, clientAddress, { code, passkey, ...body }) => {
      const device = deviceOf(context, request)
      const thisTry: Try = {
        proof: { url: request.url, device, code, passkey },
        refusal: null,
        hash: null,
        begun: null,
      }
      const signedIn = await tries
        .run(thisTry, () => call('/sign-in/email', { request, clientAddress, body }))
        .catch(failedSignIn)
      if (thisTry.refusal) return { ok: false, refusal: thisTry.refusal }
      return signedIn.ok && !(await mayContinue(context, thisTry)) ? refuse('wrong-sign-in') : signedIn
    },
    signOut: (request, clientAddress) => call('/sign-out', { request, clientAddress, body: {} }),
  }
}

function passwordOptions({ passwords }: Context, tries: AsyncLocalStorage<Try>) {
  return {
    enabled: true,
    password: {
      hash: passwords.hash,
      verify: ({ password, hash }: { password: string; hash: string }) => {
        const thisTry = tries.getStore()
        if (thisTry) thisTry.hash = hash
        return passwords.verify(password, hash)
      },
    },
    disableSignUp: true,
    requireEmailVerification: true,
    autoSignIn: false,
    minPasswordLength: 8,
    // The library counts UTF-16 units, whereas `checkNewPassword` counts characters.
    maxPasswordLength: 256,
    revokeSessionsOnPasswordReset: true,
  }
}

const BASE_PATH = '/api/auth'

function baseOptions(context: Context) {
  const { sql, env, secrets } = context
  const dialect = new PostgresJSDialect({ postgres: sql })
  return {
    appName: 'Infield',
    baseURL: env.publicUrl ?? `http://127.0.0.1:${env.port}`,
    basePath: BASE_PATH,
    secret: secrets.session,
    telemetry: { enabled: false },
    trustedOrigins: (request?: Request) => (request ? ownOrigins(env, request.url) : []),
    database: { dialect, type: 'postgres' as const, schemaName: 'auth', transaction: true },
    logger: libraryLog(context),
    // Errors of the library are thrown to us, so that our own log writes them once.
    onAPIError: { throw: true },
    advanced: {
      // The schema is compared with the tables once per start, and in tests only once overall
      // (`sign-in.pg.test.ts`).
      database: { generateId: 'uuid' as const, validateSchema: env.mode !== 'test' },
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      ...cookieOptions(env),
    },
  }
}

/** A header that we set on the request to the library, so that a value from the client cannot get through. */
const ADDRESS_HEADER = 'x-client-ip'

function cookieOptions(env: Context['env']) {
  const secure = isSecure(env)
  const prefix = secure ? '__Host-' : ''
  const attributes = { secure, httpOnly: true, sameSite: 'lax' as const, path: '/' }
  return {
    // Our names include the prefix, because the library's own switch only supports `__Secure-`.
    useSecureCookies: false,
    cookies: {
      session_token: { name: cookieNames(env).session, attributes },
      session_data: { name: `${prefix}session-data`, attributes },
      dont_remember: { name: `${prefix}session-only`, attributes },
    },
  }
}

/** Writes the library's messages to our log, without the addresses in them. */
function libraryLog({ log }: Context) {
  return {
    level: 'warn' as const,
    log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => {
      const write = level === 'error' ? log.error : log.warn
      write.call(log, { from: 'better-auth' }, message.replace(/: .*/s, ''))
    },
  }
}

/**
 * One try to sign in: the second factor sent with it, why no session may begin although the password was right,
 * the hash that the password was compared with, and the session that began.
 */
type Try = {
  proof: Proof
  refusal: Refusal | null
  hash: string | null
  begun: { userId: string; token: string } | null
}

/**
 * Checks the second factor at the only place that every session of the library passes. The library learns only
 * that no session begins; the try keeps the reason.
 */
async function seeSecondFactor(
  context: Context,
  userId: string,
  thisTry: Try | undefined,
): Promise<MayBegin> {
  const may = await mayBeginSession(context, userId, thisTry?.proof ?? { url: '', device: null })
  if (may.ok) return may.value
  if (thisTry) thisTry.refusal = may.refusal
  throw new APIError('UNAUTHORIZED', { message: 'No second factor' })
}

/**
 * Ends the session that just began if the password was replaced while it was compared. A new password ends the
 * sessions that it finds after its own lock of the hash; this looks at the hash once the session is stored, so
 * that one of the two always sees the other.
 */
async function mayContinue({ sql }: Context, { hash, begun }: Try): Promise<boolean> {
  if (!begun) return false
  return inTransaction(sql, async (tx) => {
    const isStill = await isStillHash(tx, begun.userId, hash)
    if (!isStill) await tx`delete from auth.session where token = ${begun.token}`
    return isStill
  })
}

/** Handles an account that was erased while its password was being checked, for which no session can be stored. */
function failedSignIn(error: unknown): Result<never> {
  if (isMissingReference(error, 'session_userId_fkey')) return refuse('wrong-sign-in')
  throw error
}

async function onAppClock<S extends { expiresAt: Date }>(
  { clock, env }: Context,
  session: S,
  { role, isFactorShown }: MayBegin,
) {
  const now = await clock.now()
  const expiresAt = new Date(now.getTime() + lastingOf(env, role).idleMs)
  const factorAt = isFactorShown ? now : null
  return { data: { ...session, createdAt: now, updatedAt: now, expiresAt, factorAt } }
}

type LibraryCall = { request: Request; clientAddress: string; body: object }

/**
 * Makes a request to the library: the caller's cookies and origin, the client address that we determined, and a
 * checked body.
 */
function requestFor(path: string, { request, clientAddress, body }: LibraryCall): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    [ADDRESS_HEADER]: bareAddress(clientAddress),
  })
  for (const name of ['cookie', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'user-agent']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const url = new URL(`${BASE_PATH}${path}`, request.url)
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Returns a plain address without a network suffix, as the library expects. */
function bareAddress(clientAddress: string): string {
  return clientAddress === 'test' ? '127.0.0.1' : clientAddress.replace(/\/\d+$/, '')
}

async function readAnswer(answer: Response): Promise<Result<string[]>> {
  if (answer.ok) return done(answer.headers.getSetCookie())
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  if (code?.includes('ORIGIN') || code?.startsWith('CROSS_SITE')) return refuse('bad-origin')
  if (answer.status < 500) return refuse('wrong-sign-in')
  throw new InternalError(`the sign-in library answered ${answer.status}`)
}
