import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import type { DeskRole, Role } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Env } from '../env.ts'
import { cookieHeader, cookieNames, readCookies } from './cookies.ts'
import { readSignedValue } from './signed-value.ts'

/** A session nobody used for this long has ended. */
export const SESSION_IDLE_MS = 14 * DAY_MS
/** However much it is used, a session ends this long after the sign-in. */
const SESSION_LIFE_MS = 30 * DAY_MS
/** Of the team, where it is no demo: the next working day begins with signing in (ASVS 7.3). */
const DESK_IDLE_MS = 12 * HOUR_MS
const DESK_LIFE_MS = DAY_MS
/** A session in use is made longer once an hour, not with every request: that is also how finely its use is known. */
const LONGER_EVERY_MS = HOUR_MS

type Lasting = { idleMs: number; lifeMs: number }

/**
 * How long a session of this role may go unused, and until when it may be made longer; that of whoever is not of the team
 * ends before by `isLive`.
 */
export function lastingOf({ mode }: Pick<Env, 'mode'>, role: Role | null): Lasting {
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

/** What a request's session cookie came to. `ended`: there was one, and it is no longer good for anything. */
export type SessionLookup =
  | { state: 'none' }
  | { state: 'ended'; setCookie: string }
  | { state: 'live'; session: LiveSession; setCookie: string | null }

/** One lookup per request, so that a revoked session or a changed role counts from the next request on (S2-9.25). */
export async function lookUpSession(context: SessionContext, request: Request): Promise<SessionLookup> {
  const { session: name } = cookieNames(context.env)
  const cookie = readCookies(request)[name]
  if (!cookie) return { state: 'none' }
  const token = readSignedValue(context.secrets.session, cookie)
  const session = token ? await findLiveSession(context, token) : null
  const lasting = lastingOf(context.env, session?.role ?? null)
  if (!session || session.ageMs >= lasting.lifeMs) {
    return { state: 'ended', setCookie: cookieHeader(context.env, name, { value: '', maxAgeS: 0 }) }
  }
  if (!isStale(session, lasting)) return { state: 'live', session, setCookie: null }
  await lengthen(context, session.id, lasting)
  const setCookie = cookieHeader(context.env, name, { value: cookie, maxAgeS: lasting.idleMs / 1000 })
  return { state: 'live', session, setCookie }
}

/** Ends the session of a request, if it has one: whoever signs in anew leaves no older session behind. */
export async function endSession(context: SessionContext, request: Request): Promise<void> {
  const cookie = readCookies(request)[cookieNames(context.env).session]
  const token = cookie ? readSignedValue(context.secrets.session, cookie) : null
  if (token) await inTransaction(context.sql, (tx) => tx`delete from auth.session where token = ${token}`)
}

async function findLiveSession({ sql }: SessionContext, token: string): Promise<LiveSession | null> {
  const [row] = await sql<LiveSession[]>`
    select s.id, p.id as "personId", p.role, p.desk_role as "deskRole",
      (extract(epoch from s."expiresAt" - app_now()) * 1000)::float8 as "leftMs",
      (extract(epoch from app_now() - s."createdAt") * 1000)::float8 as "ageMs"
    from auth.session s join person p on p.auth_id = s."userId"::text
    where s.token = ${token} and p.closed_at is null and ${isLive(sql)}`
  return row ?? null
}

/** Which of these sessions have ended, by themselves or by anybody's wish; an id that never was one counts as ended. */
export async function endedSessions({ sql }: Pick<Context, 'sql'>, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select asked.id from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from auth.session s where s.id = asked.id and ${isLive(sql)})`
  return rows.map(({ id }) => id)
}

/** The condition under which a session `s` has not ended, by the app's clock. */
export function isLive(sql: Queryable) {
  return sql`s."expiresAt" > app_now()
      and s."createdAt" > app_now() - ${SESSION_LIFE_MS} * interval '1 millisecond'`
}

/** Whether a use of it would make it longer by an hour or more. */
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
