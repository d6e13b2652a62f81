import { isOnline } from '../../api/connection.ts'
import { getSession, onAccountLeft, refreshSession, serverNow, watchSession } from '../../api/session.ts'
import { closeDevice, type Device, openDevice } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'
import { watchLost } from '../account/lost-storage.ts'
import { forgetTypedForms } from '../account/typed-forms.ts'
import { isMarkedUnsent } from '../account/unsent-mark.ts'
import { reloadWhereLost } from '../lost-connection.ts'
import { noteEpoch, pushIntents } from '../outbox.ts'
import { reloadOnReturn } from '../reload-on-return.ts'
import { forgetCutOff, maySend, nextTake, readQueue, uploadsLock } from '../upload/upload-order.ts'
import { sendFormsAsGuest } from './forms-as-guest.ts'
import { watchNetwork } from './network-preference.ts'
import { drainOutbox, type PassEnd } from './push-outbox.ts'
import { keepPushTold } from './renew-push.ts'
import { type RetryLoop, retryUntilDone, startRetryLoop } from './retry-loop.ts'

type Running = { account: string; stop(): void }

let running: Running | null = null
let listening = false

/** Starts sending this account's outbox and queued videos while this page is open. */
export function ensureWork(account: string): void {
  listenOnce()
  if (running?.account === account || getSession().account !== account) return
  running?.stop()
  running = startWork(openDevice(account))
}

function startWork(device: Device): Running {
  const stopping = new AbortController()
  const outbox = startRetryLoop(async (anew) => {
    const end = await withSession(drainOutbox(device, (intents) => pushIntents(device, intents), anew))
    const ofGuest = await sendGuestWork(device, (work) => work.sendGuestIntents(device.account, anew))
    return (await sendFormsAsGuest(device, anew)) ?? ofGuest ?? end
  })
  const uploads = startRetryLoop(
    async () => {
      const { signal } = stopping
      const end = await withSession(sendQueued(device, signal))
      return (await sendGuestWork(device, (work) => work.sendGuestVideos(device.account, signal))) ?? end
    },
    (waitMs) => void keepNextTry(device, serverNow() + waitMs).catch(() => {}),
  )
  const sync = backgroundSync(device)
  const unwatch = [
    sync.stop,
    watchDevice(() => waitingKeys(device), wakeOnNew(outbox, sync)),
    watchDevice(() => queuedKeys(device), wakeOnNew(uploads, sync)),
    watchSession(wakeOnSignIn(device, [outbox, uploads])),
    watchNetwork(uploads.wake),
    lookForLost(device),
    keepPushTold(device.account),
    reloadWhereLost(device),
  ]
  return {
    account: device.account,
    stop() {
      stopping.abort()
      for (const stop of [outbox.stop, uploads.stop, ...unwatch]) stop()
    },
  }
}

/** Starts the watch for lost work, and tries again while the database cannot be read. */
function lookForLost(device: Device): () => void {
  const { done, stop } = retryUntilDone(() => watchLost(device))
  return () => {
    stop()
    void done.then((end) => end())
  }
}

/**
 * Sends queued videos. Loads Uppy only when there is a video to send and a network for it. Sends nothing for
 * another account than the session's, because a signed-out user may still be a guest.
 */
async function sendQueued(device: Device, signal: AbortSignal): Promise<PassEnd> {
  await navigator.locks.request(
    uploadsLock(device),
    { ifAvailable: true },
    (lock) => lock && forgetCutOff(device),
  )
  const { takes, entries } = await readQueue(device)
  if (!nextTake(takes, entries)) return { left: 'nothing' }
  const { account, state } = getSession()
  if (state === 'ended' || account !== device.account) return { left: 'sign-in' }
  // The loop wakes when the connection comes back.
  if (!isOnline()) return { left: 'later', afterMs: null }
  const { sendTakes } = await import('../upload/uploads.ts')
  return sendTakes(device, signal)
}

/**
 * Sends what was submitted on this device before this account signed in, because nothing else does while it is
 * signed in. Returns how that ended; null when there is nothing left.
 */
async function sendGuestWork(
  { account }: Device,
  send: (work: typeof import('./guest-asks.ts')) => Promise<PassEnd>,
): Promise<PassEnd | null> {
  const session = getSession()
  const isOwn = account !== 'guest' && session.state === 'signed-in' && session.account === account
  if (!isOwn || !isMarkedUnsent('guest')) return null
  const end = await send(await import('./guest-asks.ts'))
  return end.left === 'nothing' ? null : end
}

/** Stores when a video that the server was too busy for is tried again, so that the screen can show it. */
async function keepNextTry({ takes }: Device, at: number): Promise<void> {
  await takes
    .where({ state: 'queued' })
    .and(({ nextTryAt }) => typeof nextTryAt === 'number')
    .modify({ nextTryAt: at })
}

type BackgroundSync = { left: Map<RetryLoop, number>; ask(): void; stop(): void }
type Registration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Asks the browser, where it can, to wake the service worker for what is left after the last page has closed. A
 * closing page has no time to look anything up, so the counts and the registration are kept ready.
 */
function backgroundSync(device: Device): BackgroundSync {
  const left = new Map<RetryLoop, number>()
  let registration: Registration | undefined
  const ask = () => {
    if (![...left.values()].some((count) => count > 0)) return
    registration?.sync?.register(`uploads:${device.account}`).catch(() => {})
  }
  void navigator.serviceWorker?.ready.then((ready) => {
    registration = ready
    ask()
  })
  const onHidden = () => {
    if (document.visibilityState === 'hidden') ask()
  }
  document.addEventListener('visibilitychange', onHidden)
  const stop = () => {
    left.clear()
    document.removeEventListener('visibilitychange', onHidden)
  }
  return { left, ask, stop }
}

/** Refreshes the session when a pass ended for want of a sign-in. */
async function withSession(pass: Promise<PassEnd>): Promise<PassEnd> {
  const end = await pass
  if (end.left === 'sign-in') await refreshSession()
  return end
}

/** Wakes the loops when the session has changed, and reports the server's epoch, which every session carries. */
function wakeOnSignIn(device: Device, loops: RetryLoop[]): () => void {
  let before = getSession().state
  const look = () => {
    const { account, state, epoch } = getSession()
    if (account !== device.account) return
    // Ignore errors, because a closing database needs no epoch.
    if (epoch) void noteEpoch(device, epoch).catch(() => {})
    if (state !== before && state !== 'ended') for (const loop of loops) loop.wake()
    before = state
  }
  look()
  return look
}

async function waitingKeys(device: Device): Promise<string[]> {
  const rows = await device.outbox.where({ state: 'waiting' }).toArray()
  return rows.map(({ id, args }) => `${id} ${args.savedAt ?? ''}`)
}

async function queuedKeys(device: Device): Promise<string[]> {
  const { takes, entries } = await readQueue(device)
  return takes.map((take) => `${take.id} ${maySend(take, entries)}`)
}

/** Wakes the loop when a key is new, so that the loop's own writes do not wake it. */
function wakeOnNew(loop: RetryLoop, sync: BackgroundSync): (keys: string[]) => void {
  let known = new Set<string>()
  return (keys) => {
    sync.left.set(loop, keys.length)
    const isNew = keys.some((key) => !known.has(key))
    known = new Set(keys)
    if (!isNew) return
    loop.wake()
    sync.ask()
  }
}

function listenOnce(): void {
  if (listening) return
  listening = true
  reloadOnReturn()
  onAccountLeft(async (account) => {
    if (running?.account === account) stopRunning()
    // Each tab stores its own, and only the tab that signs out deletes the account's other data.
    forgetTypedForms()
    closeDevice(account)
  })
  watchSession(() => {
    const { account } = getSession()
    if (!running || running.account === account) return
    const former = running.account
    stopRunning()
    closeDevice(former)
    ensureWork(account)
  })
}

function stopRunning(): void {
  running?.stop()
  running = null
}
