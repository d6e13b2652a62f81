import { useSyncExternalStore } from 'react'
import type { SessionAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import type { Role } from '../../sync/roles.ts'
import { type KeptSession, keepSession, readKeptSession, SESSION_KEY } from '../store/account/kept-session.ts'
import {
  type CallResult,
  call,
  endPendingSession,
  isUnreached,
  markSignOut,
  onSignInWanted,
  setCsrf,
} from './call.ts'

/** Who this device last knew. The surname and the e-mail address are known once the server has said them. */
export type KnownPerson = {
  id: string
  role: Role
  firstName: string
  username: string | null
  lastName?: string
  email?: string
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
  epoch: string | null
  /** The server's clock minus this device's, in milliseconds: for showing, never for deciding. */
  skewMs: number
}

export type UnsentWork = { intents: number; videos: number }
export type SignOutResult = { signedOut: true } | { signedOut: false; unsent: UnsentWork }

type LeaveListener = (account: string) => Promise<void>

const SIGN_IN_PATH = '/api/auth/sign-in/email'
const STARTING: Session = {
  state: 'starting',
  person: null,
  account: 'guest',
  confirmed: false,
  payments: null,
  vapidPublicKey: null,
  supportEmail: null,
  epoch: null,
  skewMs: 0,
}

let current: Session | null = null
let channel: BroadcastChannel | null = null
let refreshing: Promise<CallResult<Session>> | null = null
const listeners = new Set<() => void>()
const leaveListeners = new Set<LeaveListener>()

/** Who is using this device; the last known person while offline. */
export function useSession(): Session {
  return useSyncExternalStore(watchSession, getSession, () => STARTING)
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

/** The time by the server's clock, as far as it is known: for showing what is left of a deadline. */
export function serverNow(): number {
  return Date.now() + getSession().skewMs
}

/** Asks the server who is signed in. Not being reached changes nothing: the device stays with whom it knew. */
export function refreshSession(): Promise<CallResult<Session>> {
  refreshing ??= askSession().finally(() => {
    refreshing = null
  })
  return refreshing
}

/** Signs in. Refusals: `wrong-sign-in`, `too-many-requests`. What another account left unsent here stays, unreadable. */
export async function signIn(email: string, password: string): Promise<CallResult<Session>> {
  const signedIn = await call<unknown>(SIGN_IN_PATH, { email, password })
  if (!signedIn.ok) return signedIn
  // an older question about the session may still be under way, and would be answered with the former one
  await refreshing
  return refreshSession()
}

/**
 * Signs out and deletes every trace of the account from this device, in every tab. With unsent work it does nothing
 * and says what there is, unless told to discard it. Offline the session ends with the first request that gets through.
 */
export async function signOut({ discardUnsent = false } = {}): Promise<SignOutResult> {
  const { account } = getSession()
  if (account === 'guest') return { signedOut: true }
  const { countUnsent, deleteAccount } = await import('../store/account/account-data.ts')
  const unsent = await countUnsent(account)
  if (!discardUnsent && unsent.intents + unsent.videos > 0) return { signedOut: false, unsent }
  const { unsubscribeFromPush } = await import('../pwa/push-subscribe.ts')
  await unsubscribeFromPush()
  markSignOut()
  tabs().postMessage({ left: account })
  await leave(account)
  await deleteAccount(account)
  await endPendingSession()
  return { signedOut: true }
}

async function askSession(): Promise<CallResult<Session>> {
  const answer = await call<SessionAnswer>(CALLS.session)
  if (answer.ok) {
    const former = getSession().person
    const session = apply(answer.value)
    if (former && former.id !== session.person?.id) await leaveFormer(former.id)
    return { ok: true, value: session }
  }
  if (!isUnreached(answer) && answer.refusal.code === 'sign-in-first') end()
  return answer
}

/** A person whom the server no longer knows is not forgotten here: their unsent work waits for the next sign-in. */
function apply(answer: SessionAnswer): Session {
  setCsrf(answer.csrf)
  const before = getSession()
  const ended = answer.person === null && before.person !== null
  const person = answer.person ?? before.person
  const next: Session = {
    state: stateOf({ person, ended }, answer.guest),
    person,
    account: person?.id ?? 'guest',
    confirmed: true,
    payments: answer.payments,
    vapidPublicKey: answer.vapidPublicKey,
    supportEmail: answer.supportEmail,
    epoch: answer.epoch,
    skewMs: answer.now - Date.now(),
  }
  set(next)
  return next
}

function stateOf(kept: Pick<KeptSession, 'person' | 'ended'>, guest: boolean): Session['state'] {
  if (kept.person) return kept.ended ? 'ended' : 'signed-in'
  return guest ? 'guest' : 'visitor'
}

function end(): void {
  const before = getSession()
  if (before.state === 'signed-in') set({ ...before, state: 'ended', confirmed: true })
}

async function leaveFormer(account: string): Promise<void> {
  await Promise.all([...leaveListeners].map((listener) => listener(account)))
  const { leaveAccount } = await import('../store/account/account-data.ts')
  await leaveAccount(account)
}

/** Nobody is signed in here any more; whatever holds the account open lets go. */
async function leave(account: string): Promise<void> {
  const before = getSession()
  if (before.account === account) {
    set({ ...before, state: 'visitor', person: null, account: 'guest', confirmed: false })
  }
  await Promise.all([...leaveListeners].map((listener) => listener(account)))
}

function set(next: Session): void {
  const { person, payments, vapidPublicKey, supportEmail, epoch, skewMs, state } = next
  keepSession({ person, payments, vapidPublicKey, supportEmail, epoch, skewMs, ended: state === 'ended' })
  current = next
  publish()
}

function readKept(): Session {
  const kept = readKeptSession()
  if (!kept) return { ...STARTING, state: 'visitor' }
  const { ended, ...known } = kept
  const state = stateOf({ person: kept.person, ended }, false)
  return { ...STARTING, ...known, state, account: kept.person?.id ?? 'guest' }
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
  onSignInWanted(() => void refreshSession())
}
