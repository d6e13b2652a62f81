import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import type { Caller, DeskRole, Role } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { isLive, SESSION_LIFE_MS } from '../db/live-session.ts'
import type { Tx } from '../db/sql.ts'
import { inOneStatement, inTransaction } from '../db/transaction.ts'
import type { Env } from '../env.ts'
import { readSignedValue } from '../http/signed-value.ts'
import { cookieHeader, cookieNames, readCookies, setCookieIn } from './cookies.ts'

/** How many milliseconds a session lasts without being used. */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** The limits for the team, except in a demo: each working day begins with signing in (ASVS 7.3). */
const DESK_IDLE_MS = 12 * HOUR_MS
const DESK_LIFE_MS = DAY_MS
/**
 * How often a session in use is extended: once an hour rather than with every request. Its last use is known as
 * precisely.
 */
const LONGER_EVERY_MS = HOUR_MS

type Lasting = { idleMs: number; lifeMs: number }

/**
 * Returns how long a session of this role may go unused, and until when it may be extended. Sessions outside the
 * team end earlier, by `isLive`.
 */
export function lastingOf({ mode }: Pick<Env, 'mode'>, role: Caller['role'] | null): Lasting {
  return mode === 'production' && role === 'admin'
    ? { idleMs: DESK_IDLE_MS, lifeMs: DESK_LIFE_MS }
    : { idleMs: SESSION_IDLE_MS, lifeMs: SESSION_LIFE_MS + SESSION_IDLE_MS }
}

type SessionContext = Pick<Context, 'sql' | 'env' | 'secrets'>
type LiveSession = {
  id: string
  personId: string
  role: Role
  deskRole: DeskRole | null
  leftMs: number
  ageMs: number
}
type FoundSession = LiveSession & {
  former: 'live' | 'late' | 'replaced' | 'ended' | null
  hasNewToken: boolean
}

/** How long after a renewal, or a sign-in in the same browser, requests with the former token may still arrive. */
const ON_THE_WAY_MS = 60_000

/**
 * The result of looking up a request's session cookie. `ended`: the session is over, and `setCookie` removes its
 * cookie unless the browser has just got that of another session. `renewed`: the cookie has
 * the former token of a session that was renewed just now; it is no longer valid, but the browser has the new one
 * by now.
 */
export type SessionLookup =
  | { state: 'none' }
  | { state: 'ended'; setCookie: string | null }
  | { state: 'renewed' }
  | { state: 'live'; session: LiveSession; setCookie: string | null }

/**
 * Looks up the session of a request. There is one lookup per request, so that a revoked session or a changed role
 * takes effect with the next request (S2-9.25).
 */
export async function lookUpSession(context: SessionContext, request: Request): Promise<SessionLookup> {
  const { session: name } = cookieNames(context.env)
  const cookie = readCookies(request)[name]
  if (!cookie) return { state: 'none' }
  const token = tokenIn(context, request)
  const session = token ? await findLiveSession(context, token) : null
  if (session?.former === 'late') return { state: 'renewed' }
  const lasting = lastingOf(context.env, session?.role ?? null)
  // Where this answer arrives after that of the sign-in, it would remove the new session's cookie.
  if (session?.former === 'replaced') return { state: 'ended', setCookie: null }
  if (!session || session.former === 'ended' || session.ageMs >= lasting.lifeMs) {
    return { state: 'ended', setCookie: cookieHeader(context.env, name, { value: '', maxAgeS: 0 }) }
  }
  if (session.hasNewToken) await endFormerToken(context, session.id)
  if (!isStale(session, lasting)) return { state: 'live', session, setCookie: null }
  await lengthen(context, session.id, lasting)
  const setCookie = cookieHeader(context.env, name, { value: cookie, maxAgeS: lasting.idleMs / 1000 })
  return { state: 'live', session, setCookie }
}

/** Ends the session of a request, if it has one. */
export async function endSession(context: SessionContext, request: Request): Promise<void> {
  const token = tokenIn(context, request)
  if (!token) return
  await inTransaction(context.sql, (tx) => endByToken(tx, token))
}

/**
 * Ends the session that a browser had before the sign-in whose cookies are given, so that none is left behind. The
 * new session remembers the former token as ended since its own beginning, which tells it from a renewal.
 */
export async function replaceSession(
  context: SessionContext,
  request: Request,
  setCookies: string[],
): Promise<void> {
  const former = tokenIn(context, request)
  if (!former) return
  const headers = new Headers(setCookies.map((line): [string, string] => ['set-cookie', line]))
  const cookie = setCookieIn(headers, cookieNames(context.env).session)
  const token = cookie && readSignedValue(context.secrets.session, cookie)
  await inTransaction(context.sql, async (tx) => {
    await endByToken(tx, former)
    // A browser whose answer was lost signs in again with the cookie that it still has.
    await tx`update auth.session set "formerToken" = null, "formerEndedAt" = null where "formerToken" = ${former}`
    await tx`
      update auth.session set "formerToken" = ${former}, "formerEndedAt" = "createdAt" where token = ${token}`
  })
}

async function endByToken(tx: Tx, token: string): Promise<void> {
  await tx`
    delete from auth.session where token = ${token} or ("formerToken" = ${token} and "formerEndedAt" is null)`
}

/** Returns the session token of a request; null where it has none that we signed. */
export function tokenIn({ env, secrets }: Pick<Context, 'env' | 'secrets'>, request: Request): string | null {
  const cookie = readCookies(request)[cookieNames(env).session]
  return cookie ? readSignedValue(secrets.session, cookie) : null
}

async function findLiveSession({ sql }: SessionContext, token: string): Promise<FoundSession | null> {
  const [row] = await sql<FoundSession[]>`
    select s.id, p.id as "personId", p.role, p.desk_role as "deskRole",
      (extract(epoch from s."expiresAt" - app_now()) * 1000)::float8 as "leftMs",
      (extract(epoch from app_now() - s."createdAt") * 1000)::float8 as "ageMs",
      case when s.token = ${token} then null when s."formerEndedAt" is null then 'live'
        when s."formerEndedAt" > app_now() - ${ON_THE_WAY_MS} * interval '1 millisecond' then
          case when s."formerEndedAt" = s."createdAt" then 'replaced' else 'late' end
        else 'ended' end as former,
      s.token = ${token} and s."formerToken" is not null and s."formerEndedAt" is null as "hasNewToken"
    from auth.session s join person p on p.auth_id = s."userId"::text
    where (s.token = ${token} or s."formerToken" = ${token}) and p.closed_at is null and ${isLive(sql)}`
  return row ?? null
}

/** Ends the former token of a session, because the browser has used the new one. */
async function endFormerToken({ sql }: SessionContext, id: string): Promise<void> {
  await inOneStatement(
    sql,
    (one) => one`
      update auth.session set "formerEndedAt" = app_now() where id = ${id} and "formerEndedAt" is null`,
  )
}

/**
 * Returns which of these sessions have ended, for whatever reason; an id that never was a session counts as
 * ended.
 */
export async function endedSessions({ sql }: Pick<Context, 'sql'>, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select asked.id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from auth.session s where s.id = asked.id and ${isLive(sql)})`
  return rows.map(({ id }) => id)
}

/** Checks whether extending the session now would gain an hour or more. */
function isStale({ leftMs, ageMs }: LiveSession, { idleMs, lifeMs }: Lasting): boolean {
  return leftMs < Math.min(idleMs, lifeMs - ageMs) - LONGER_EVERY_MS
}

async function lengthen({ sql }: SessionContext, id: string, { idleMs, lifeMs }: Lasting): Promise<void> {
  await inTransaction(
    sql,
    (tx) => tx`
      update auth.session set "updatedAt" = app_now(), "expiresAt" = least(
        app_now() + ${idleMs} * interval '1 millisecond', "createdAt" + ${lifeMs} * interval '1 millisecond')
      where id = ${id}`,
  )
}
