import type { SessionAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import type { Refusal, Result } from '../../sync/result.ts'
import { reportReached } from './connection.ts'
import { type ExchangeOptions, exchange, requestHeaders } from './exchange.ts'
import { keepNote } from './keep-note.ts'
import { isRefused, type NetworkError, networkError } from './network-error.ts'

/** The outcome of a call: the value, an expected refusal, or a network error. */
export type CallResult<T> = Result<T> | NetworkError

export type CallOptions = Omit<ExchangeOptions, 'token'>

const SIGN_OUT_PATH = '/api/auth/sign-out'
const SIGN_OUT_MARK = 'infield.sign-out'

let csrf: string | null = null
let isMarkedHere = false
/** Whether the server has told this page its CSRF token, or that there is none yet. */
let told = false
const endListeners = new Set<() => void>()
const outdatedListeners = new Set<() => void>()

/** Makes a direct call: GET without a body, otherwise POST of JSON. Refusals and network errors are return values. */
export async function call<T>(
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<CallResult<T>> {
  const result = await callWithToken<T>(path, body, options)
  // Repeat the call here after the user has shown the second factor again, so that no caller has to.
  if (isRefused(result, 'step-up-wanted') && (await isFactorShown(result, body)))
    return call<T>(path, body, options)
  // Show no alert when nothing answered: the caller says so already, and loading the alerts would be one more
  // request that fails.
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
  const first = await exchangeHere<T>(path, body, options)
  if (!isRefused(first, 'bad-csrf')) return first
  // Another call may have fetched the new token already.
  if (csrf === used) await refreshCsrf()
  return csrf === used ? first : exchangeHere<T>(path, body, options)
}

/** Checks whether a call failed with a network error. */
export function isNetworkError<T>(result: CallResult<T>): result is NetworkError {
  return 'offline' in result
}

/** Returns the headers for a request that is not made by `call`, such as an upload. */
export function callHeaders(): Record<string, string> {
  return requestHeaders(csrf)
}

/** Sets the session's CSRF token, as the server last told it. */
export function setCsrf(token: string | null): void {
  csrf = token
  told = true
}

let refreshing: Promise<void> | null = null

/** Fetches the CSRF token again. Calls that need it at the same time share one request. */
function refreshCsrf(): Promise<void> {
  refreshing ??= exchangeHere<SessionAnswer>(CALLS.session, undefined, {})
    .then((session) => {
      if (session.ok) setCsrf(session.value.csrf)
    })
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

/**
 * Calls `listener` when the server asks for a sign-in, so that the listener can ask the server who is signed in.
 * Returns a function that stops this.
 */
export function onSignInWanted(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

type FactorAsker = (refusal: Refusal, body: unknown) => Promise<boolean>
let askFactor: FactorAsker = async () => false

/** Asks for the second factor that an intent needs, as `call` does by itself. Returns true once it was shown. */
export function askFactorAgain(refusal: Refusal): Promise<boolean> {
  return askFactor(refusal, {})
}

/** Sets the function that asks the user for the second factor again. When it returns true, the call is repeated. */
export function askFactorBy(asker: FactorAsker): void {
  askFactor = asker
}

/** Calls `listener` when the server says that this app is outdated. Returns a function that stops this. */
export function onOutdated(listener: () => void): () => void {
  outdatedListeners.add(listener)
  return () => outdatedListeners.delete(listener)
}

/** Notes a sign-out on this device, so that the next request to reach the server ends the session first. */
export function markSignOut(): void {
  // Where there is no room for the mark, this page at least knows.
  isMarkedHere = !keepNote(SIGN_OUT_MARK, '1')
}

/** Whether a sign-out on this device has not reached the server yet. */
export function isSignOutPending(): boolean {
  return isMarkedHere || localStorage.getItem(SIGN_OUT_MARK) !== null
}

/** Ends the session after a sign-out that the server does not know of yet; false when the server could not end it. */
export async function endPendingSession(): Promise<boolean> {
  if (!isSignOutPending()) return true
  await refreshCsrf()
  const ended = await exchangeHere<unknown>(SIGN_OUT_PATH, {}, {})
  if (!ended.ok && !isRefused(ended, 'sign-in-first')) return false
  localStorage.removeItem(SIGN_OUT_MARK)
  isMarkedHere = false
  csrf = null
  return true
}

/** Makes one request with this page's token, and passes on what it reveals of the connection, session and app age. */
async function exchangeHere<T>(path: string, body: unknown, options: CallOptions): Promise<CallResult<T>> {
  const result = await exchange<T>(path, body, { ...options, token: csrf })
  if (!isNetworkError(result)) reportReached(true)
  else if (result.status !== null || !options.signal?.aborted) reportReached(result.reason === 'server')
  if (isRefused(result, 'sign-in-first')) for (const listener of endListeners) listener()
  if (isRefused(result, 'outdated-app')) for (const listener of outdatedListeners) listener()
  return result
}
