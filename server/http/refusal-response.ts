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

/** How many seconds a client waits if a refusal does not say. */
const RETRY_AFTER_S = 30
/** How many seconds a client waits while the database restarts, which takes seconds. */
const AWAY_RETRY_AFTER_S = 5

/**
 * Answers with a refusal as every route does: its status, `{ refusal, requestId }`, and Retry-After where waiting
 * helps.
 */
export function answerRefusal(c: Call<AppEnv>, refusal: Refusal): Response {
  const status = statusOfRefusal(refusal.code) as ContentfulStatusCode
  if (status === 429 || status === 503) {
    c.header('retry-after', String(refusal.detail?.retryAfterS ?? RETRY_AFTER_S))
  }
  // The route's pattern, because the address itself may be a secret.
  c.set('refused', { code: refusal.code, route: routePath(c) })
  return c.json({ refusal, requestId: c.var.requestId }, status)
}

/**
 * Adds the request's id to a refusal that was made without the request at hand, for example by the upload
 * protocol, and notes it for the log like any refusal.
 */
export async function noteRefusal(c: Call<AppEnv>, answer: Response): Promise<Response> {
  const { status, headers } = answer
  if (status < 400 || !headers.get('content-type')?.startsWith('application/json')) return answer
  const { refusal } = (await answer.json()) as { refusal: Refusal }
  c.set('refused', { code: refusal.code, route: routePath(c) })
  return Response.json({ refusal, requestId: c.var.requestId }, { status, headers })
}

/**
 * Logs every refusal under the request's id: what was asked, by whom, from which network, and why it was refused;
 * for developers, also every other answer.
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

/** Returns the caller as a log may name them: the account's id and the network around the address. */
function callerOf(c: Call<AppEnv>): { who: string | null; network: string | null } {
  // A request may be refused before its caller was looked up.
  const { found, clientAddress } = c.var as Partial<AppEnv['Variables']>
  return {
    who: found?.caller.personId ?? null,
    network: clientAddress ? widestNetwork(clientAddress) : null,
  }
}

/** Answers with a handler's result: its value as JSON, or the refusal. */
export function answerResult<T extends object>(c: Call<AppEnv>, result: Result<T>): Response {
  return result.ok ? c.json(result.value as object) : answerRefusal(c, result.refusal)
}

/**
 * Handles every unexpected error: logs it under the request's id and answers 500 without details. While the
 * database is away, or other transactions were in the way for too long, it answers 503 with a time to retry,
 * because the request is not at fault.
 */
export function answerFailure(log: Log): ErrorHandler<AppEnv> {
  return (error, c) => {
    const requestId = c.var.requestId
    const request = { requestId, method: c.req.method, path: loggablePath(c.req.path) }
    const why = passingError(error)
    if (why) {
      log.warn({ ...request, err: error }, why)
      return answerLater(c, AWAY_RETRY_AFTER_S)
    }
    log.error({ ...request, err: error }, 'request failed')
    return c.json({ error: 'server', requestId }, 500)
  }
}

/** Answers that nothing was done and when to send the same request again; every device does so by itself. */
export function answerLater(c: Call<AppEnv>, afterS: number): Response {
  c.header('retry-after', String(afterS))
  return c.json({ error: 'server', requestId: c.var.requestId }, 503)
}

/** Returns the description of a temporary problem; null for any other error. */
function passingError(error: unknown): string | null {
  if (isAway(error)) return 'the database is away'
  if (isCrowdedOut(error)) return 'others were in the way'
  return error instanceof HashingCrowded ? 'too many passwords are looked at' : null
}

/** Returns a path as it may be logged, without the private link's token (D41). */
export function loggablePath(path: string): string {
  return path.replace(/^\/view\/.+/, '/view/…')
}
