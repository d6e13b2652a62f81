import type { SessionAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { type CallResult, call, isNetworkError, onSignInWanted, setCsrf } from './call.ts'
import { areCookiesBlocked } from './cookies-blocked.ts'
import { forgetLeft, noteLeft } from './left-accounts.ts'
import { isRefused, NOT_LOADED } from './network-error.ts'
import type { Session, TypedSignIn } from './session.ts'

/** The access that these calls have to the session, which `session.ts` keeps. */
export type SessionKeeper = {
  get(): Session
  /** Stores the session and shows it. */
  set(next: Session): void
  /** Shows the session in this tab only. */
  show(next: Session): void
  stateOf(person: Session['person'], known: { ended: boolean; guest: boolean }): Session['state']
  /** Tells everything that holds the account's data open to close it. */
  tellLeft(account: string): Promise<void>
  /** Deletes the data of an account that was signed in before on this device. */
  forgetFormer(account: string): Promise<void>
  refresh(): Promise<CallResult<Session>>
}

const SIGN_IN_PATH = '/api/auth/sign-in/email'

let isListening = false

/** Asks the server who is signed in, and from the first call on also whenever the server asks for a sign-in. */
export async function askSession(keeper: SessionKeeper): Promise<CallResult<Session>> {
  if (!isListening) onSignInWanted(() => void keeper.refresh())
  isListening = true
  const { account } = keeper.get()
  const answer = await call<SessionAnswer>(CALLS.session)
  // Ask again if another account signed in or out meanwhile, in any tab, because the answer is about the former
  // one.
  if (keeper.get().account !== account) return askSession(keeper)
  if (answer.ok) {
    const former = keeper.get().person?.id
    const person = answer.value.person?.id
    if (person) forgetLeft(person)
    const isOther = former !== undefined && person !== undefined && former !== person
    // Noted first, because from then on nothing else here names the former account.
    if (isOther) noteLeft(former)
    const session = apply(keeper, answer.value)
    if (isOther) await forgetFormer(keeper, former)
    return { ok: true, value: session }
  }
  if (isRefused(answer, 'sign-in-first')) end(keeper)
  return answer
}

/** Deletes a former account's data. What could not be deleted stays noted, and the next start tries again. */
async function forgetFormer(keeper: SessionKeeper, former: string): Promise<void> {
  try {
    await keeper.tellLeft(former)
    await keeper.forgetFormer(former)
    forgetLeft(former)
  } catch {
    // The sign-in itself has succeeded.
  }
}

/** Takes over what another tab has stored. Of the same person, this tab keeps what the storage does not hold. */
export function takeKept({ get, show, refresh }: SessionKeeper, kept: Session): void {
  const before = get()
  if (kept.account !== before.account) {
    show(kept)
    if (kept.person) void refresh()
    return
  }
  const person = kept.person && { ...before.person, ...kept.person }
  show({ ...kept, person, state: person ? kept.state : before.state, confirmed: before.confirmed })
}

/**
 * Sends the credentials, and sends them again with a captcha if the account asks for one. Refusals:
 * `wrong-sign-in`, `too-many-requests`, `cookies-blocked`, `captcha-*`, those of a second factor.
 */
export async function sendSignIn(typed: TypedSignIn, onCaptcha: () => void): Promise<CallResult<unknown>> {
  // Refuse early: without cookies there is no session, so even the right password would have no visible effect.
  if (areCookiesBlocked()) return { ok: false, refusal: { code: 'cookies-blocked' } }
  const first = await call<unknown>(SIGN_IN_PATH, typed)
  if (first.ok || isNetworkError(first) || first.refusal.code !== 'captcha-missing') return first
  onCaptcha()
  const loaded = await import('./captcha/with-captcha.ts').catch(() => null)
  return loaded ? loaded.callWithCaptcha<unknown>(SIGN_IN_PATH, typed) : NOT_LOADED
}

/**
 * Stores the server's answer. A person whose session is over stays known here, because their unsent work waits
 * for the next sign-in.
 */
function apply(keeper: SessionKeeper, answer: SessionAnswer): Session {
  setCsrf(answer.csrf)
  const before = keeper.get()
  const ended = answer.person === null && before.person !== null
  const person = answer.person ?? before.person
  const next: Session = {
    state: keeper.stateOf(person, { ended, guest: answer.guest }),
    person,
    account: person?.id ?? 'guest',
    confirmed: true,
    payments: answer.payments,
    vapidPublicKey: answer.vapidPublicKey,
    supportEmail: answer.supportEmail,
    canConvert: answer.canConvert,
    epoch: answer.epoch,
    skewMs: answer.now - Date.now(),
  }
  keeper.set(next)
  return next
}

function end({ get, set }: SessionKeeper): void {
  const before = get()
  if (before.state === 'signed-in') set({ ...before, state: 'ended', confirmed: true })
}
