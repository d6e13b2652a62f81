import { createHmac } from 'node:crypto'
import type { Context as Call, MiddlewareHandler } from 'hono'
import type { Context } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { accountByEmail } from './access/account-row.ts'
import { lookUpSession } from './session.ts'

/** Calls about accounts that open, change and reveal nothing of one. */
const QUIET = new Set(['username', 'signup-code', 'look-link', 'forget-guest', 'join-fan', 'join-athlete'])
/** Statuses of requests that were not a valid call, so that nothing was tried. */
const NO_CALL = [400, 404, 413, 415]

/**
 * Records attempts on accounts, each call by the last word of its path: who, from where, and with which outcome,
 * but never the secrets shown. Records go to the log, and to a table that keeps them for some months; requests
 * refused by the limits go only to the log, so that they cannot fill the table.
 */
export function noteSecurity(context: Context): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const [, event = ''] = /^\/api\/\w+\/([\w-]+)/.exec(c.req.path) ?? []
    if (c.req.method !== 'POST' || QUIET.has(event) || NO_CALL.includes(c.res.status)) return
    // Sign-out has no limit, because it is never refused; one without a session ended nothing and is not
    // recorded.
    if (event === 'sign-out' && !c.var.found.caller.personId) return
    try {
      await note(context, c, event)
    } catch (error) {
      // The call is done, and its answer must not fail because the database went away.
      context.log.warn({ event, err: error }, 'a security event was not kept')
    }
  }
}

async function note(context: Context, c: Call<AppEnv>, event: string): Promise<void> {
  const { refused, clientAddress: from } = c.var
  const outcome = refused?.code ?? (c.res.ok ? 'done' : 'failed')
  const { personId, addressHash } = await whoOf(context, c)
  context.log.info({ event, outcome, who: personId ?? addressHash, from }, 'security')
  if (outcome === 'too-many-requests') return
  await context.sql`
    insert into security_event (event, outcome, person_id, address_hash, came_from)
    values (${event}, ${outcome}, (select id from person where id = ${personId}), ${addressHash}, ${from})`
}

type Who = { personId: string | null; addressHash: string | null }

/**
 * Finds the person the call is about: the owner of the typed address, else of the session it opened, else the
 * caller.
 */
async function whoOf(context: Context, c: Call<AppEnv>): Promise<Who> {
  const { typed, about, found } = c.var
  const email = (typed as { email?: unknown } | undefined)?.email
  const named = typeof email === 'string' ? await accountByEmail(context.sql, email) : null
  const personId = about ?? named?.personId ?? (await openedBy(context, c)) ?? found.caller.personId
  if (personId || typeof email !== 'string') return { personId, addressHash: null }
  const key = context.secrets.securityEvent
  const hash = createHmac('sha256', key).update(email.trim().toLowerCase()).digest('base64url')
  return { personId: null, addressHash: hash.slice(0, 16) }
}

/** Returns the person of a session that the answer begins. */
async function openedBy(context: Context, { res, req }: Call<AppEnv>): Promise<string | null> {
  const cookie = res.headers.getSetCookie().map((each) => each.split(';')[0])
  if (!res.ok || cookie.length === 0) return null
  const lookup = await lookUpSession(
    context,
    new Request(req.url, { headers: { cookie: cookie.join('; ') } }),
  )
  return lookup.state === 'live' ? lookup.session.personId : null
}
