import type { SessionAnswer } from '../../sync/calls.ts'
import { REFUSALS } from '../../sync/errors.ts'
import { CALLS, HEADERS } from '../../sync/paths.ts'
import { done, type Refusal, type Result } from '../../sync/result.ts'
import { reportReached } from './connection.ts'
import type { NetworkError } from './network-error.ts'
import { newId } from './new-id.ts'

/** What a call comes to: the value, an expected refusal, or that the server was not reached. */
export type CallResult<T> = Result<T> | NetworkError

export type CallOptions = {
  query?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
  /** A solved one, for a call that costs something. */
  captcha?: string
}

const TIMEOUT_MS = 30_000
const SIGN_OUT_PATH = '/api/auth/sign-out'
const SIGN_OUT_MARK = 'infield.sign-out'

let csrf: string | null = null
/** Whether the server has told this page its token, or that there is none yet. */
let told = false
const endListeners = new Set<() => void>()
const outdatedListeners = new Set<() => void>()

/** Makes a direct call: GET without a body, else POST of JSON. Refusals are values; so is not being reached. */
export async function call<T>(
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<CallResult<T>> {
  const result = await callWithToken<T>(path, body, options)
  // whoever shows it once more has the call repeated, wherever it was made
  if (isRefused(result, 'step-up-wanted') && (await isFactorShown(result, body)))
    return call<T>(path, body, options)
  // where nothing answered the sentence of the caller is enough, and this would be one more request that fails
  const isAnswered = !isNetworkError(result) || result.status !== null
  if (!result.ok && isAnswered)
    void import('./call-alerts.ts').then(({ alertRefused }) => alertRefused(result)).catch(() => {})
  return result
}

async function isFactorShown(result: CallResult<unknown>, body: unknown): Promise<boolean> {
  return !result.ok && 'refusal' in result && (await askFactor(result.refusal, body))
}

async function callWithToken<T>(path: string, body: unknown, options: CallOptions): Promise<CallResult<T>> {
  if (isSignOutPending() && !(await endPendingSession())) return networkError('network')
  if (body !== undefined && !told) await refreshCsrf()
  const used = csrf
  const first = await exchange<T>(path, body, options)
  if (!isRefused(first, 'bad-csrf')) return first
  // another call may have fetched the new one meanwhile
  if (csrf === used) await refreshCsrf()
  return csrf === used ? first : exchange<T>(path, body, options)
}

/** Whether a call came to nothing because the server was not reached. */
export function isNetworkError<T>(result: CallResult<T>): result is NetworkError {
  return 'offline' in result
}

/** Headers of a request that is not made by `call`, such as an upload. */
export function callHeaders(): Record<string, string> {
  return {
    [HEADERS.requestId]: newId(),
    [HEADERS.timestamp]: String(Date.now()),
    ...(csrf ? { [HEADERS.csrf]: csrf } : {}),
  }
}

/** The token of the session, as the server told it last. */
export function setCsrf(token: string | null): void {
  csrf = token
  told = true
}

let refreshing: Promise<void> | null = null

/** Asks for the token anew; calls that want it at the same time share one request. */
function refreshCsrf(): Promise<void> {
  refreshing ??= exchange<SessionAnswer>(CALLS.session, undefined, {})
    .then((session) => {
      if (session.ok) setCsrf(session.value.csrf)
    })
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

/** Hears that the server wants a sign-in: whoever listens asks it who is signed in. */
export function onSignInWanted(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

type FactorAsker = (refusal: Refusal, body: unknown) => Promise<boolean>
let askFactor: FactorAsker = async () => false

/** Asks for the second factor that an intent needs, as a call does by itself; true once it was shown. */
export function askFactorAgain(refusal: Refusal): Promise<boolean> {
  return askFactor(refusal, {})
}

/** Who asks for the second factor once more where a call wants it; true: it was shown, and the call is repeated. */
export function askFactorBy(asker: FactorAsker): void {
  askFactor = asker
}

/** Hears that this app is too old for the server. */
export function onOutdated(listener: () => void): () => void {
  outdatedListeners.add(listener)
  return () => outdatedListeners.delete(listener)
}

/** Signed out on this device: the session ends with the first request that gets through. */
export function markSignOut(): void {
  localStorage.setItem(SIGN_OUT_MARK, '1')
}

export function isSignOutPending(): boolean {
  return localStorage.getItem(SIGN_OUT_MARK) !== null
}

/** Ends the session of a sign-out whose request is still owed; false while the server is not reached. */
export async function endPendingSession(): Promise<boolean> {
  if (!isSignOutPending()) return true
  await refreshCsrf()
  const ended = await exchange<unknown>(SIGN_OUT_PATH, {}, {})
  if (!ended.ok && !isRefused(ended, 'sign-in-first')) return false
  localStorage.removeItem(SIGN_OUT_MARK)
  csrf = null
  return true
}

async function exchange<T>(path: string, body: unknown, options: CallOptions): Promise<CallResult<T>> {
  const signals = [AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS), options.signal]
  try {
    const response = await fetch(withQuery(path, options.query), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...callHeaders(),
        ...(options.captcha ? { [HEADERS.captcha]: options.captcha } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    })
    const result = await readResponse<T>(response)
    reportReached(!isNetworkError(result) || result.reason === 'server')
    return result
  } catch {
    if (!options.signal?.aborted) reportReached(false)
    return networkError('network')
  }
}

function withQuery(path: string, query: Record<string, string> | undefined): string {
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

async function readResponse<T>(response: Response): Promise<CallResult<T>> {
  if (response.status === 204) return done(undefined as T)
  const isJson = (response.headers.get('content-type') ?? '').includes('application/json')
  const body: unknown = isJson ? await response.json() : null
  if (response.ok) return isJson ? done(body as T) : networkError('foreign', response)
  const refusal = readRefusal(body) ?? limitOf(response)
  if (!refusal) return networkError(response.status >= 500 ? 'server' : 'foreign', response)
  if (refusal.code === 'sign-in-first') for (const listener of endListeners) listener()
  if (refusal.code === 'outdated-app') for (const listener of outdatedListeners) listener()
  return { ok: false, refusal }
}

/** The refusal in the body of an answer, if it is one of the catalogue. */
export function readRefusal(body: unknown): Refusal | null {
  if (typeof body !== 'object' || body === null || !('refusal' in body)) return null
  const { refusal } = body
  if (typeof refusal !== 'object' || refusal === null || !('code' in refusal)) return null
  return typeof refusal.code === 'string' && Object.hasOwn(REFUSALS, refusal.code)
    ? (refusal as Refusal)
    : null
}

/** A proxy before our server has limits too: it was reached, and wants to be asked later. */
function limitOf(response: Response): Refusal | null {
  if (response.status !== 429) return null
  const retryAfterS = secondsIn(response)
  return { code: 'too-many-requests', ...(retryAfterS !== null && { detail: { retryAfterS } }) }
}

function isRefused(result: CallResult<unknown>, code: Refusal['code']): boolean {
  return !result.ok && !isNetworkError(result) && result.refusal.code === code
}

function networkError(reason: NetworkError['reason'], response?: Response): NetworkError {
  const seconds = response ? secondsIn(response) : null
  return {
    ok: false,
    offline: true,
    reason,
    status: response?.status ?? null,
    retryAfterMs: seconds === null ? null : seconds * 1_000,
  }
}

/** How long the answer asks to wait, where it says so. */
function secondsIn({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
