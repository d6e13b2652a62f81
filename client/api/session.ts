import { useSyncExternalStore } from 'react'
import type { PasskeyProof } from '../../sync/account/passkey.ts'
import type { SessionAnswer } from '../../sync/calls.ts'
import type { DeskRole, Role } from '../../sync/roles.ts'
import type { CallResult } from './call.ts'
import { keepSession, readKeptSession, SESSION_KEY } from './kept-session.ts'
import { NOT_LOADED } from './network-error.ts'
import type { SessionKeeper } from './session-calls.ts'

/** Who this device last knew. Everything but id, role, first name and username is known once the server has said it. */
export type KnownPerson = {
  id: string
  role: Role
  /** Missing where an older version of the app kept it. */
  deskRole?: DeskRole | null
  firstName: string
  username: string | null
  lastName?: string
  email?: string
  birthDate?: string | null
  countryCode?: string | null
  city?: string | null
  /** When they came back before their account was deleted, for a day. */
  keptAt?: number | null
}

/**
 * Who is using this device. `starting`: rendered on the server; `ended`: the server says that the session of this
 * person is over, so nothing is sent, but what the device keeps is still there.
 */
export type Session = {
  state: 'starting' | 'visitor' | 'guest' | 'signed-in' | 'ended'
  person: KnownPerson | null
  /** Whose database is open here: a person's id, or 'guest'. */
  account: string
  /** Whether the server has said so since this page opened; false while offline. */
  confirmed: boolean
  payments: SessionAnswer['payments'] | null
  vapidPublicKey: string | null
  supportEmail: string | null
  /** Whether the server converts what no browser plays, as far as this device has heard. */
  canConvert: boolean
  epoch: string | null
  /** The server's clock minus this device's, in milliseconds: for showing, never for deciding. */
  skewMs: number
}

/** What is shown of a second factor beside the password. */
export type ShownFactor = { code?: string; passkey?: PasskeyProof }
export type TypedSignIn = { email: string; password: string } & ShownFactor
/** What lies here and nowhere else; `edits` were typed and not saved, and leave only when their owner says so. */
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

/** What the page itself says of payments, before the server was asked anything. */
let toldByPage: Session['payments'] = null
let starting = STARTING
let current: Session | null = null
let channel: BroadcastChannel | null = null
let refreshing: Promise<CallResult<Session>> | null = null
let forgetFormer = async (_account: string): Promise<void> => {}
const listeners = new Set<() => void>()
const leaveListeners = new Set<LeaveListener>()

/** Who is using this device; the last known person while offline. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, getSession, () => starting)
}

/**
 * The page was made by a server whose payments move no real money, by the stand-in or a test key of Stripe's: said from
 * the first paint on.
 */
export function startWithPayments(told: string | null | undefined): void {
  const publishableKey = told === 'stand-in' ? null : told
  toldByPage = publishableKey ? { mode: 'stripe', publishableKey } : told ? { mode: 'stand-in' } : null
  starting = { ...STARTING, payments: toldByPage }
}

/** Whether what is paid here is no real money. */
export function areTestPayments(payments: Session['payments']): boolean {
  if (payments?.mode !== 'stripe') return payments?.mode === 'stand-in'
  return payments.publishableKey.startsWith('pk_test_')
}

export function getSession(): Session {
  current ??= readKept()
  return current
}

export function watchSession(listener: () => void): () => void {
  listenToTabs()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Hears, before an account's data is deleted, that whatever holds it open has to let go. */
export function onAccountLeft(listener: LeaveListener): () => void {
  leaveListeners.add(listener)
  return () => {
    leaveListeners.delete(listener)
  }
}

/** Says how what a former account has here is deleted, once another one is signed in and has let go of it. */
export function forgetFormerBy(forget: (account: string) => Promise<void>): void {
  forgetFormer = forget
}

/** The time by the server's clock, as far as it is known: for showing what is left of a deadline. */
export function serverNow(): number {
  return Date.now() + getSession().skewMs
}

/** Asks the server who is signed in. Not being reached changes nothing: the device stays with whom it knew. */
export function refreshSession(): Promise<CallResult<Session>> {
  refreshing ??= ask().finally(() => {
    refreshing = null
  })
  return refreshing
}

/**
 * Signs in. Refusals: `wrong-sign-in`, `too-many-requests`, those of a second factor. What another account left unsent
 * here stays, unreadable. `onCaptcha` hears that the account asks for a captcha first, which the device then solves.
 */
export async function signIn(
  email: string,
  password: string,
  { onCaptcha = () => {}, ...shown }: ShownFactor & { onCaptcha?: () => void } = {},
): Promise<CallResult<Session>> {
  const calls = await loadCalls()
  if (!calls) return NOT_LOADED
  const signedIn = await calls.sendSignIn({ email, password, ...shown }, onCaptcha)
  if (!signedIn.ok) return signedIn
  // an older question about the session may still be under way, and would be answered with the former one
  await refreshing
  return refreshSession()
}

async function ask(): Promise<CallResult<Session>> {
  const calls = await loadCalls()
  return calls ? calls.askSession(keeper) : NOT_LOADED
}

/** What speaks with the server comes after the page itself; null where it is not on this device yet. */
function loadCalls() {
  return import('./session-calls.ts').catch(() => null)
}

const keeper: SessionKeeper = {
  get: getSession,
  set,
  stateOf,
  tellLeft,
  forgetFormer: (account) => forgetFormer(account),
  refresh: refreshSession,
}

/** Nobody is signed in here any more, in this tab and in the others; whatever holds the account open has let go then. */
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

/** Nobody is signed in here any more; whatever holds the account open lets go. */
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
  current = next
  publish()
}

function readKept(): Session {
  const kept = readKeptSession()
  if (!kept) return { ...starting, state: 'visitor' }
  const { ended, ...known } = kept
  const state = stateOf(kept.person, { ended, guest: false })
  const payments = toldByPage ?? kept.payments
  return { ...starting, ...known, payments, state, account: kept.person?.id ?? 'guest' }
}

function publish(): void {
  for (const listener of listeners) listener()
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
    if (event.key !== SESSION_KEY) return
    current = readKept()
    publish()
  })
}
