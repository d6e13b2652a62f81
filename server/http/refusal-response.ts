import type { Context as Call, ErrorHandler, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { statusOfRefusal } from '../../sync/errors.ts'
import type { Refusal, Result } from '../../sync/result.ts'
import { isAway } from '../db/reachable.ts'
import { isCrowdedOut } from '../db/transaction.ts'
import { HashingCrowded, type Log } from '../log.ts'
import { startStopwatch } from '../pause.ts'
import type { AppEnv } from './app-env.ts'
import { widestNetwork } from './client-address.ts'

/** How long a client waits where a refusal does not say. */
const RETRY_AFTER_S = 30
/** A database that is started again is there within seconds. */
const AWAY_RETRY_AFTER_S = 5

/** A refusal as every route answers one: its status, `{ refusal, requestId }`, and Retry-After where waiting helps. */
export function answerRefusal(c: Call<AppEnv>, refusal: Refusal): Response {
  const status = statusOfRefusal(refusal.code) as ContentfulStatusCode
  if (status === 429 || status === 503) {
    c.header('retry-after', String(refusal.detail?.retryAfterS ?? RETRY_AFTER_S))
  }
  // the route as it is written: an address may be a secret
  c.set('refused', { code: refusal.code, route: routePath(c) })
  return c.json({ refusal, requestId: c.var.requestId }, status)
}

/**
 * An answer that was made without the request at hand, such as one of the protocol of uploads. What it refuses is written
 * down, and said with the request's id, as any refusal is.
 */
export async function noteRefusal(c: Call<AppEnv>, answer: Response): Promise<Response> {
  const { status, headers } = answer
  if (status < 400 || !headers.get('content-type')?.startsWith('application/json')) return answer
  const { refusal } = (await answer.json()) as { refusal: Refusal }
  c.set('refused', { code: refusal.code, route: routePath(c) })
  return Response.json({ refusal, requestId: c.var.requestId }, { status, headers })
}

/**
 * Says in the log of every refusal what was asked for, by whom and from which network, and why it was refused, under the
 * request's id; for whoever works on the server, also of every other answer.
 */
export function logAnswers(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const elapsed = startStopwatch()
    await next()
    const { requestId, refused } = c.var
    const { method } = c.req
    if (refused) log.info({ requestId, method, ...refused, ...callerOf(c) }, 'refused')
    const route = routePath(c)
    log.debug({ requestId, method, route, status: c.res.status, ms: elapsed() }, 'answered')
  }
}

/** Who calls, as a log may name them: the id of an account, and the network around the address. */
function callerOf(c: Call<AppEnv>): { who: string | null; network: string | null } {
  // a request may be refused before anybody has looked who makes it
  const { found, clientAddress } = c.var as Partial<AppEnv['Variables']>
  return {
    who: found?.caller.personId ?? null,
    network: clientAddress ? widestNetwork(clientAddress) : null,
  }
}

/** A verb's outcome as an answer: its value as JSON, or the refusal. */
export function answerResult<T extends object>(c: Call<AppEnv>, result: Result<T>): Response {
  return result.ok ? c.json(result.value as object) : answerRefusal(c, result.refusal)
}

/**
 * The one place where an unexpected error ends: logged under the request's id, and a 500 that tells nothing else. While
 * the database is away, or others were in the way for too long, it is a 503 that says when to come again: it is no fault
 * of what was asked.
 */
export function answerFailure(log: Log): ErrorHandler<AppEnv> {
  return (error, c) => {
    const requestId = c.var.requestId
    const request = { requestId, method: c.req.method, path: loggablePath(c.req.path) }
    const why = passingTrouble(error)
    if (why) {
      log.warn({ ...request, err: error }, why)
      return answerLater(c, AWAY_RETRY_AFTER_S)
    }
    log.error({ ...request, err: error }, 'request failed')
    return c.json({ error: 'server', requestId }, 500)
  }
}

/** Says that nothing was done, and when to send the same again: every device does so by itself. */
export function answerLater(c: Call<AppEnv>, afterS: number): Response {
  c.header('retry-after', String(afterS))
  return c.json({ error: 'server', requestId: c.var.requestId }, 503)
}

/** What is over in a moment, in words; null for what is not. */
function passingTrouble(error: unknown): string | null {
  if (isAway(error)) return 'the database is away'
  if (isCrowdedOut(error)) return 'others were in the way'
  return error instanceof HashingCrowded ? 'too many passwords are looked at' : null
}

/** A path as it may be logged: the private link's token is not (D41). */
export function loggablePath(path: string): string {
  return path.replace(/^\/view\/.+/, '/view/…')
}
