import { REFUSALS } from '../../sync/errors.ts'
import { HEADERS } from '../../sync/paths.ts'
import { done, type Refusal, type Result } from '../../sync/result.ts'
import { anySignal } from './any-signal.ts'
import { type NetworkError, networkError, secondsIn } from './network-error.ts'
import { newId } from './new-id.ts'

export type ExchangeOptions = {
  query?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
  /** A solved captcha, for a call that needs one. */
  captcha?: string
  /** The time zone in which the server tells this user times by mail. */
  zone?: string
  /** The session's CSRF token, as the server last told it. */
  token: string | null
}

const TIMEOUT_MS = 30_000

/**
 * Makes one request to our own server, from a page or from the service worker: a GET without a body, otherwise a
 * POST of JSON. Refusals and network errors are returned, not thrown.
 */
export async function exchange<T>(
  path: string,
  body: unknown,
  options: ExchangeOptions,
): Promise<Result<T> | NetworkError> {
  const signals = [AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS), options.signal]
  try {
    const response = await fetch(withQuery(path, options.query), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...requestHeaders(options.token),
        ...(options.captcha ? { [HEADERS.captcha]: options.captcha } : {}),
        ...(options.zone ? { [HEADERS.zone]: options.zone } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      redirect: 'error',
      signal: anySignal(signals.filter((signal) => signal !== undefined)),
    })
    return await readResponse<T>(response)
  } catch {
    return networkError('network')
  }
}

/** Returns the headers of every request to our server, uploads included. */
export function requestHeaders(token: string | null): Record<string, string> {
  return {
    [HEADERS.requestId]: newId(),
    [HEADERS.timestamp]: String(Date.now()),
    ...(token ? { [HEADERS.csrf]: token } : {}),
  }
}

function withQuery(path: string, query: Record<string, string> | undefined): string {
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

async function readResponse<T>(response: Response): Promise<Result<T> | NetworkError> {
  if (response.status === 204) return done(undefined as T)
  const isJson = (response.headers.get('content-type') ?? '').includes('application/json')
  const body: unknown = isJson ? await response.json() : null
  if (response.ok) return isJson ? done(body as T) : networkError('foreign', response)
  const refusal = readRefusal(body) ?? limitOf(response)
  if (!refusal) return networkError(response.status >= 500 ? 'server' : 'foreign', response)
  return { ok: false, refusal }
}

/** Returns the refusal in the body of an answer; null if there is none with a known code. */
export function readRefusal(body: unknown): Refusal | null {
  if (typeof body !== 'object' || body === null || !('refusal' in body)) return null
  const { refusal } = body
  if (typeof refusal !== 'object' || refusal === null || !('code' in refusal)) return null
  return typeof refusal.code === 'string' && Object.hasOwn(REFUSALS, refusal.code)
    ? (refusal as Refusal)
    : null
}

/**
 * Returns the refusal for a plain 429. The limit may be that of a proxy in front of our server, so it counts as
 * an answer and not as a network error.
 */
function limitOf(response: Response): Refusal | null {
  if (response.status !== 429) return null
  const retryAfterS = secondsIn(response)
  return { code: 'too-many-requests', ...(retryAfterS !== null && { detail: { retryAfterS } }) }
}
