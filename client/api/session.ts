import { useSyncExternalStore } from 'react'
import type { PasskeyProof } from '../../sync/account/passkey.ts'
import type { SessionAnswer } from '../../sync/calls.ts'
import type { DeskRole, Role } from '../../sync/roles.ts'
import type { CallResult } from './call.ts'
import { keepSession, readKeptSession, SESSION_KEY } from './kept-session.ts'
import { NOT_LOADED } from './network-error.ts'
import type { SessionKeeper } from './session-calls.ts'

/** The person this device last knew. Until the server answers, only the fields are set that `keepSession` stores. */
export type KnownPerson = {
  id: string
  role: Role
  /** Missing where an older version of the app stored the session. */
  deskRole?: DeskRole | null
  firstName: string
  username: string | null
  lastName?: string
  email?: string
  birthDate?: string | null
  countryCode?: string | null
  city?: string | null
  /** When the person cancelled the deletion of their account by signing in; the server tells it for a day. */
  keptAt?: number | null
}

/**
 * The person who uses this device. `starting`: rendered on the server. `ended`: the server says that this
 * person's session is over, so nothing is sent, but the device keeps its data.
 */
export type Session = {
  state: 'starting' | 'visitor' | 'guest' | 'signed-in' | 'ended'
  person: KnownPerson | null
  /** The account whose database is open on this page: a person's id, or 'guest'. */
  account: string
  /** Whether the server has confirmed this since the page opened. */
  confirmed: boolean
  payments: SessionAnswer['payments'] | null
  vapidPublicKey: string | null
  supportEmail: string | null
  /** Whether the server converts videos that no browser can play, as far as this device knows. */
  canConvert: boolean
  epoch: string | null
  /** The server's clock minus this device's, in milliseconds. For display only, never for a decision. */
  skewMs: number
}

/** The second factor that is sent beside the password. */
export type ShownFactor = { code?: string; passkey?: PasskeyProof }
export type TypedSignIn = { email: string; password: string } & ShownFactor
/** The numbers of unsent items on this device. `edits` were typed and not saved, and are sent only once saved. */
export type UnsentWork = { intents: number; videos: number; edits: number }
export type SignOutResult = { signedOut: true } | { signedOut: false; unsent: UnsentWork }

type LeaveListener = (account: string) => Promise<void>

const STARTING: Session = {
  state: 'starting',
  person: null,
  account: 'guest',
  confirmed: false,
  payments: null,
  vapidPublicKey: null,
  supportEmail: null,
  canConvert: false,
  epoch: null,
  skewMs: 0,
}

/** The payments that the page itself names, before the first answer of the server. */
let toldByPage: Session['payments'] = null
let starting = STARTING
let current: Session | null = null
let channel: BroadcastChannel | null = null
let refreshing: Promise<CallResult<Session>> | null = null
let forgetFormer = async (_account: string): Promise<void> => {}
const listeners = new Set<() => void>()
const leaveListeners = new Set<LeaveListener>()

/** Returns the session of this device; while offline, that of the last known person. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, getSession, () => starting)
}

/**
 * Takes the payments from the server's page, so that a warning about test payments shows from the first paint.
 * `told` is 'stand-in' or a test key of Stripe; null where payments move real money.
 */
export function startWithPayments(told: string | null | undefined): void {
  const publishableKey = told === 'stand-in' ? null : told
  toldByPage = publishableKey ? { mode: 'stripe', publishableKey } : told ? { mode: 'stand-in' } : null
  starting = { ...STARTING, payments: toldByPage }
}

/** Whether payments here move no real money. */
export function areTestPayments(payments: Session['payments']): boolean {
  if (payments?.mode !== 'stripe') return payments?.mode === 'stand-in'
  return payments.publishableKey.startsWith('pk_test_')
}

/** Returns the session as this page knows it now; before the first answer of the server, the one that was kept. */
export function getSession(): Session {
  current ??= readKept()
  return current
}

/** Calls `listener` whenever the session changes. Returns a function that stops this. */
export function watchSession(listener: () => void): () => void {
  listenToTabs()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Registers a listener that closes an account's data before it is deleted. Returns a function that removes it. */
export function onAccountLeft(listener: LeaveListener): () => void {
  leaveListeners.add(listener)
  return () => {
    leaveListeners.delete(listener)
  }
}

/** Sets the function that deletes a former account's data after another account has signed in. */
export function forgetFormerBy(forget: (account: string) => Promise<void>): void {
  forgetFormer = forget
}

/**
 * Returns the time by the server's clock, as far as it is known. For showing the time left until a deadline, and never
 * for a decision, because the device's clock may have been set since the server was asked.
 */
export function serverNow(): number {
  return Date.now() + getSession().skewMs
}

/** Asks the server who is signed in. On a network error the device keeps the person it knew. */
export function refreshSession(): Promise<CallResult<Session>> {
  refreshing ??= ask().finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Asks the server after an older request is over, whose answer may describe the time before a sign-in. */
export async function refreshOnceMore(): Promise<CallResult<Session>> {
  await refreshing
  return refreshSession()
}

async function ask(): Promise<CallResult<Session>> {
  const calls = await loadCalls()
  return calls ? calls.askSession(keeper) : NOT_LOADED
}

/** Loads the code that speaks with the server, after the page itself; null if it cannot be loaded. */
export function loadCalls() {
  return import('./session-calls.ts').catch(() => null)
}

const keeper: SessionKeeper = {
  get: getSession,
  set,
  show,
  stateOf,
  tellLeft,
  forgetFormer: (account) => forgetFormer(account),
  refresh: refreshSession,
}

/** Makes all tabs of this browser leave the account, and waits until this tab has closed the account's data. */
export function leaveEverywhere(account: string): Promise<void> {
  tabs().postMessage({ left: account })
  return leave(account)
}

function stateOf(
  person: Session['person'],
  { ended, guest }: { ended: boolean; guest: boolean },
): Session['state'] {
  if (person) return ended ? 'ended' : 'signed-in'
  return guest ? 'guest' : 'visitor'
}

/** Makes this tab leave the account, and waits until the account's data is closed. */
async function leave(account: string): Promise<void> {
  const before = getSession()
  if (before.account === account) {
    set({ ...before, state: 'visitor', person: null, account: 'guest', confirmed: false })
  }
  await tellLeft(account)
}

async function tellLeft(account: string): Promise<void> {
  await Promise.all([...leaveListeners].map((listener) => listener(account)))
}

function set(next: Session): void {
  const { state, account: _account, confirmed: _confirmed, ...kept } = next
  keepSession({ ...kept, ended: state === 'ended' })
  show(next)
}

function show(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

function readKept(): Session {
  const kept = readKeptSession()
  if (!kept) return { ...starting, state: 'visitor' }
  const { ended, ...known } = kept
  const state = stateOf(kept.person, { ended, guest: false })
  const payments = toldByPage ?? kept.payments
  return { ...starting, ...known, payments, state, account: kept.person?.id ?? 'guest' }
}

function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(SESSION_KEY)
  return channel
}

let listening = false

function listenToTabs(): void {
  if (listening) return
  listening = true
  tabs().addEventListener('message', (event: MessageEvent<{ left: string }>) => void leave(event.data.left))
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY) void loadCalls().then((calls) => calls?.takeKept(keeper, readKept()))
  })
}
