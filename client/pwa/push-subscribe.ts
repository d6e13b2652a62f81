import { CALLS } from '../../sync/paths.ts'
import { done } from '../../sync/result.ts'
import { type CallResult, call } from '../api/call.ts'
import { keepNote } from '../api/keep-note.ts'
import { forgetLastPush } from './last-push.ts'
import { forgetUntold, noteUntold, UNTOLD } from './push-untold.ts'

/**
 * Why push cannot reach this device. `denied`: the user or the browser has blocked it. `not-answered`: the user
 * closed the browser's question, which may be asked again. `not-ready`: the service worker is not registered yet.
 */
export type PushError = 'not-supported' | 'denied' | 'not-answered' | 'not-ready' | 'push-service'
/**
 * The state of push on this device. `lost`: the user allowed it, but the subscription is gone. `untold`: a
 * subscription exists, but the server never heard of it.
 */
export type PushState = 'on' | 'off' | 'lost' | 'untold' | PushError

const PATIENCE_MS = 15_000

/** Returns whether pushes reach this device. That takes permission, a subscription, and a server that knows it. */
export async function readPushState(): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) return 'not-supported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted') return 'off'
  if (await currentSubscription()) return localStorage.getItem(UNTOLD) === null ? 'on' : 'untold'
  return wasOn() ? 'lost' : 'off'
}

/**
 * Subscribes this device and tells the server, after the user pressed a button. An existing subscription is sent
 * again, so that one the server has lost comes back.
 */
export async function subscribeToPush(
  vapidKey: string,
): Promise<CallResult<true> | { ok: false; push: PushError }> {
  const state = await readPushState()
  if (state === 'not-supported' || state === 'denied') return { ok: false, push: state }
  const permission = await Notification.requestPermission()
  if (permission !== 'granted')
    return { ok: false, push: permission === 'denied' ? 'denied' : 'not-answered' }
  localStorage.removeItem(TURNED_OFF)
  // Set the mark first, because a slow push service may make the subscription after this call has given up.
  noteUntold()
  const made = await makeSubscription(vapidKey)
  if (!made.ok) return { ok: false, push: made.push }
  keepNote(WAS_ON, '1')
  return tellServer(made.value)
}

const TURNED_OFF = 'infield.push-off'
const WAS_ON = 'infield.push-on'

/** Returns whether push was on here and the user did not switch it off; only then can a subscription be lost. */
function wasOn(): boolean {
  return localStorage.getItem(WAS_ON) !== null && localStorage.getItem(TURNED_OFF) === null
}

/** Sends this device's subscription to the server again. Returns the server's answer; null where there is none. */
export async function renewPush(): Promise<CallResult<true> | null> {
  const subscription = await currentSubscription()
  return subscription && tellServer(subscription)
}

/**
 * Ends this device's subscription and closes its visible notifications. If this call does not reach the server, the
 * server deletes the subscription with the session.
 */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await forgetLastPush().catch(() => {})
  const subscription = await currentSubscription()
  keepNote(TURNED_OFF, '1')
  localStorage.removeItem(WAS_ON)
  localStorage.removeItem(UNTOLD)
  if (!subscription) return
  await Promise.all([
    call(CALLS.pushSubscription, { endpoint: subscription.endpoint, keys: null }, { timeoutMs: 3_000 }),
    subscription.unsubscribe().catch(() => false),
  ])
}

async function makeSubscription(
  vapidKey: string,
): Promise<{ ok: true; value: PushSubscription } | { ok: false; push: PushError }> {
  const registration = await navigator.serviceWorker.getRegistration()
  // The app registers its worker again until it has one.
  if (!registration) return { ok: false, push: 'not-ready' }
  const known = await registration.pushManager.getSubscription()
  if (known && isOfKey(known, vapidKey)) return { ok: true, value: known }
  await known?.unsubscribe()
  try {
    const subscribing = registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: vapidKey,
    })
    // Without a connection to the push service some browsers wait for ever.
    const patience = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the push service did not answer')), PATIENCE_MS)
    })
    return { ok: true, value: await Promise.race([subscribing, patience]) }
  } catch (error) {
    const denied = error instanceof DOMException && error.name === 'NotAllowedError'
    return { ok: false, push: denied ? 'denied' : 'push-service' }
  }
}

/** Returns whether a subscription was made for this server's key; any other delivers nothing. */
function isOfKey({ options }: PushSubscription, vapidKey: string): boolean {
  return options.applicationServerKey !== null && base64Url(options.applicationServerKey) === vapidKey
}

async function tellServer(subscription: PushSubscription): Promise<CallResult<true>> {
  const p256dh = subscription.getKey('p256dh')
  const auth = subscription.getKey('auth')
  if (!p256dh || !auth) return { ok: false, refusal: { code: 'bad-shape' } }
  const keys = { p256dh: base64Url(p256dh), auth: base64Url(auth) }
  const told = await call<unknown>(CALLS.pushSubscription, { endpoint: subscription.endpoint, keys })
  if (!told.ok) return told
  keepNote(WAS_ON, '1')
  forgetUntold()
  return done(true)
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

function base64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
