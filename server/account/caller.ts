import { type Caller, callerRole, VISITOR } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { readSignedValue, signValue } from '../http/signed-value.ts'
import type { TxContext } from '../transact.ts'
import { cookieHeader, cookieNames, readCookies } from './cookies.ts'
import { lookUpSession } from './session.ts'

/**
 * The caller of a request. `sessionEnded`: the request's session has ended, and its browser does not know yet.
 * `sessionRenewed`: the request was sent just before its browser got another token, so the caller is unknown.
 */
export type FoundCaller = {
  caller: Caller
  setCookies: string[]
  sessionEnded: boolean
  sessionRenewed: boolean
}

const GUEST_COOKIE_S = 365 * 24 * 60 * 60

/**
 * Finds the caller: the person of a live session with the role in the database (D38), the guest of the signed
 * cookie, or a visitor. Forged, unknown and ended sessions are visitors. One lookup per request; `setCookies`
 * must be sent with the answer.
 */
export async function findCaller(
  context: Pick<Context, 'sql' | 'env' | 'secrets'>,
  request: Request,
): Promise<FoundCaller> {
  const guestId = readGuest(context, request)
  const lookup = await lookUpSession(context, request)
  if (lookup.state === 'live') {
    const { id: sessionId, personId, role, deskRole } = lookup.session
    const setCookies = lookup.setCookie ? [lookup.setCookie] : []
    const caller: Caller = { role: callerRole(role, deskRole), personId, guestId, sessionId }
    return { ...NO_NEWS, caller, setCookies }
  }
  const caller: Caller = guestId ? { ...VISITOR, role: 'guest', guestId } : VISITOR
  if (lookup.state === 'none') return { ...NO_NEWS, caller }
  if (lookup.state === 'renewed') return { ...NO_NEWS, caller, sessionRenewed: true }
  const setCookies = lookup.setCookie ? [lookup.setCookie] : []
  return { ...NO_NEWS, caller, setCookies, sessionEnded: true }
}

const NO_NEWS = { setCookies: [] as string[], sessionEnded: false, sessionRenewed: false }

/**
 * Makes a visitor a guest at their first online write: inserts the row in this transaction and returns the cookie
 * (HttpOnly, a year) for the answer. A person stays a person; a known guest keeps the id, and a missing row is
 * restored.
 */
export async function ensureGuest(
  { context, tx }: Pick<TxContext, 'context' | 'tx'>,
  caller: Caller,
): Promise<{ caller: Caller; setCookie: string | null }> {
  const named = nameGuest(context, caller)
  const { guestId, personId } = named.caller
  if (!personId) await tx`insert into guest (id) values (${guestId}) on conflict do nothing`
  return named
}

/**
 * Returns the guest that a visitor would become, without inserting a row, so that a refused write leaves nothing
 * behind.
 */
export function nameGuest(context: Context, caller: Caller): { caller: Caller; setCookie: string | null } {
  if (caller.personId || caller.guestId) return { caller, setCookie: null }
  const guestId = context.random.id()
  const value = signValue(context.secrets.guestCookie, guestId)
  const name = cookieNames(context.env).guest
  const setCookie = cookieHeader(context.env, name, { value, maxAgeS: GUEST_COOKIE_S })
  return { caller: { ...caller, role: 'guest', guestId }, setCookie }
}

/**
 * Returns the cookie that makes a browser forget its guest. The guest's questions stay, and the mailed links
 * still open them.
 */
export function endGuest(env: Context['env']): string {
  return cookieHeader(env, cookieNames(env).guest, { value: '', maxAgeS: 0 })
}

function readGuest({ env, secrets }: Pick<Context, 'env' | 'secrets'>, request: Request): string | null {
  const cookie = readCookies(request)[cookieNames(env).guest]
  return cookie ? readSignedValue(secrets.guestCookie, cookie) : null
}
