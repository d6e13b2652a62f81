import type { SessionAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import type { Refusal, Result } from '../../sync/result.ts'
import { reportReached } from './connection.ts'
import { type ExchangeOptions, exchange, requestHeaders } from './exchange.ts'
import { type NetworkError, networkError } from './network-error.ts'

/** What a call comes to: the value, an expected refusal, or that the server was not reached. */
export type CallResult<T> = Result<T> | NetworkError

export type CallOptions = Omit<ExchangeOptions, 'token'>

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
  const first = await exchangeHere<T>(path, body, options)
  if (!isRefused(first, 'bad-csrf')) return first
  // another call may have fetched the new one meanwhile
  if (csrf === used) await refreshCsrf()
  return csrf === used ? first : exchangeHere<T>(path, body, options)
}

/** Whether a call came to nothing because the server was not reached. */
export function isNetworkError<T>(result: CallResult<T>): result is NetworkError {
  return 'offline' in result
}

/** Headers of a request that is not made by `call`, such as an upload. */
export function callHeaders(): Record<string, string> {
  return requestHeaders(csrf)
}

/** The token of the session, as the server told it last. */
export function setCsrf(token: string | null): void {
  csrf = token
  told = true
}

let refreshing: Promise<void> | null = null

/** Asks for the token anew; calls that want it at the same time share one request. */
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
  const ended = await exchangeHere<unknown>(SIGN_OUT_PATH, {}, {})
  if (!ended.ok && !isRefused(ended, 'sign-in-first')) return false
  localStorage.removeItem(SIGN_OUT_MARK)
  csrf = null
  return true
}

/** One request with this page's token; what it tells of the connection, the session and the app's age is passed on. */
async function exchangeHere<T>(path: string, body: unknown, options: CallOptions): Promise<CallResult<T>> {
  const result = await exchange<T>(path, body, { ...options, token: csrf })
  if (!isNetworkError(result)) reportReached(true)
  else if (result.status !== null || !options.signal?.aborted) reportReached(result.reason === 'server')
  if (isRefused(result, 'sign-in-first')) for (const listener of endListeners) listener()
  if (isRefused(result, 'outdated-app')) for (const listener of outdatedListeners) listener()
  return result
}

function isRefused(result: CallResult<unknown>, code: Refusal['code']): boolean {
  return !result.ok && !isNetworkError(result) && result.refusal.code === code
}
