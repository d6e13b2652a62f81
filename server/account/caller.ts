import { type Caller, callerRole, VISITOR } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { readSignedValue, signValue } from '../http/signed-value.ts'
import type { TxContext } from '../transact.ts'
import { cookieHeader, cookieNames, readCookies } from './cookies.ts'
import { lookUpSession } from './session.ts'

/**
 * Who a request comes from. `sessionEnded`: it showed a session that is over, so "sign in first" is news to it.
 * `sessionRenewed`: it was sent a moment before its browser got another token, and says nothing of who calls.
 */
export type FoundCaller = {
  caller: Caller
  setCookies: string[]
  sessionEnded: boolean
  sessionRenewed: boolean
}

const GUEST_COOKIE_S = 365 * 24 * 60 * 60

/**
 * Who is calling: the person of a live session with the role of the database (D38), the guest of the signed cookie, or
 * a visitor. Forged, unknown and ended are visitors. One lookup a request; `setCookies` go out with the answer.
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
  return { ...NO_NEWS, caller, setCookies: [lookup.setCookie], sessionEnded: true }
}

const NO_NEWS = { setCookies: [] as string[], sessionEnded: false, sessionRenewed: false }

/**
 * Makes a visitor a guest at the first online write: the row in this transaction, the cookie (HttpOnly, a year) for the
 * answer. A person stays a person; a known guest keeps the id, whose row is made again should it be missing.
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

/** The guest a visitor would become, without a row yet: for a write that may be refused, and then leaves nothing. */
export function nameGuest(context: Context, caller: Caller): { caller: Caller; setCookie: string | null } {
  if (caller.personId || caller.guestId) return { caller, setCookie: null }
  const guestId = context.random.id()
  const value = signValue(context.secrets.guestCookie, guestId)
  const name = cookieNames(context.env).guest
  const setCookie = cookieHeader(context.env, name, { value, maxAgeS: GUEST_COOKIE_S })
  return { caller: { ...caller, role: 'guest', guestId }, setCookie }
}

/** The cookie that makes a browser nobody's again; what its guest asked stays, and opens by the mailed links. */
export function endGuest(env: Context['env']): string {
  return cookieHeader(env, cookieNames(env).guest, { value: '', maxAgeS: 0 })
}

function readGuest({ env, secrets }: Pick<Context, 'env' | 'secrets'>, request: Request): string | null {
  const cookie = readCookies(request)[cookieNames(env).guest]
  return cookie ? readSignedValue(secrets.guestCookie, cookie) : null
}
