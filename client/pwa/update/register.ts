import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { onOutdated } from '../../api/call.ts'
import { isOnline } from '../../api/connection.ts'
import { reloadWhenFree } from '../../api/reload-page.ts'
import { NAVIGATE } from '../tell-path.ts'
import { askToStepAside } from './yield-to-update.ts'

/** The state of updates. `required`: the server no longer accepts this version. */
export type UpdateState = 'none' | 'waiting' | 'required'

const LOOK_EVERY_MS = 3_600_000
const ASK_AGAIN_MS = 5_000

let workbox: Workbox | null = null
let registration: ServiceWorkerRegistration | undefined
let isListening = false
let isFollowing = false
let waiting = false
let outdated = false
const listeners = new Set<() => void>()

/**
 * Registers the service worker and keeps checking for a newer one. Registers again what is no longer registered: a
 * browser forgets a first worker whose installation failed. Returns false where it did not succeed, because the
 * browser blocks workers or its script did not arrive; the caller tries again, and the app works without one.
 */
export async function registerServiceWorker(url = '/service-worker.js'): Promise<boolean> {
  listenOnce()
  try {
    const known = await navigator.serviceWorker.getRegistration()
    if (registration && known === registration) return true
    reloadWhenReplaced(known)
    const { Workbox } = await import('workbox-window')
    workbox = new Workbox(url, { scope: '/' })
    registration = await workbox.register()
    if (registration) hearOfNewer(registration)
    return true
  } catch {
    return false
  }
}

function listenOnce(): void {
  if (isListening) return
  isListening = true
  const look = () => void workbox?.update().catch(() => {})
  onOutdated(() => {
    outdated = true
    publish()
    look()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isOnline()) look()
  })
  setInterval(() => isOnline() && look(), LOOK_EVERY_MS)
}

/**
 * Reloads the page when another worker takes control, because that is another version than this page's. The first
 * worker of a device replaces no other, so it causes no reload. `known` is what was registered before this page.
 */
function reloadWhenReplaced(known: ServiceWorkerRegistration | undefined): void {
  if (isFollowing) return
  isFollowing = true
  let hasWorker = known?.active?.state === 'activated'
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasWorker) void reloadWhenFree()
    hasWorker = true
  })
}

/**
 * Reports a newer worker that is already waiting, and each one installed from now on. Workbox reports only the
 * first, and on a bad network the first may never finish installing; a page that stays open would miss the next.
 */
function hearOfNewer(of: ServiceWorkerRegistration): void {
  const watch = (newer: ServiceWorker | null) =>
    newer?.addEventListener('statechange', () => {
      // The first worker of a device replaces no other, so it is no update.
      if (newer.state === 'installed' && of.active) standReady()
    })
  // Require an active worker, because Firefox can show the device's first worker as waiting.
  if (of.waiting && of.active) standReady()
  watch(of.installing)
  of.addEventListener('updatefound', () => watch(of.installing))
}

function standReady(): void {
  waiting = true
  publish()
}

/** Returns whether a newer version of the app is ready. */
export function useUpdate(): UpdateState {
  return useSyncExternalStore(subscribe, readState, () => 'none')
}

/**
 * Switches to the newer version: every tab reloads as soon as it records nothing. Drafts, takes and uploads are on
 * the device and continue afterwards.
 */
export async function applyUpdate(): Promise<void> {
  while (registration?.waiting) {
    // Ask the active worker to stop its work, which may take minutes.
    askToStepAside()
    workbox?.messageSkipWaiting()
    // Ask again, because a worker that was stopped in the meantime has forgotten the request.
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  await reloadWhenFree()
}

const navigations = new Set<(path: string) => void>()
/** The taps that this page has followed; the worker repeats a path until the page answers. */
const followedTaps = new Set<string>()

/**
 * Calls `listener` with the path that a tapped notification opens in this window. Returns the function that stops
 * it. Listens from now on and not only once the worker is registered, because the tap may have started this page.
 */
export function onNotificationPath(listener: (path: string) => void): () => void {
  navigations.add(listener)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  return () => {
    navigations.delete(listener)
  }
}

function onMessage({ data, ports }: MessageEvent<{ type?: string; path?: string; tap?: string }>): void {
  if (data?.type !== NAVIGATE || !data.path?.startsWith('/')) return
  ports[0]?.postMessage(null)
  // A worker of a build before 2026-12-01 names no tap and asks only once.
  if (data.tap && followedTaps.has(data.tap)) return
  if (data.tap) followedTaps.add(data.tap)
  for (const listener of navigations) listener(data.path)
}

function readState(): UpdateState {
  if (outdated) return 'required'
  return waiting ? 'waiting' : 'none'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function publish(): void {
  for (const listener of listeners) listener()
}
