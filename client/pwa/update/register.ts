import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { onOutdated } from '../../api/call.ts'
import { isOnline } from '../../api/connection.ts'
import { askToStepAside } from './yield-to-update.ts'

/** `required`: the server no longer talks to this version. */
export type UpdateState = 'none' | 'waiting' | 'required'

const LOOK_EVERY_MS = 3_600_000
const ASK_AGAIN_MS = 5_000

let workbox: Workbox | null = null
let registration: ServiceWorkerRegistration | undefined
let waiting = false
let outdated = false
const listeners = new Set<() => void>()

/**
 * Registers the service worker and keeps looking for a newer one; false where there can be none, and the app works
 * without.
 */
export async function registerServiceWorker(url = '/service-worker.js'): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  onOutdated(() => {
    outdated = true
    publish()
    void workbox?.update().catch(() => {})
  })
  navigator.serviceWorker.addEventListener('message', onMessage)
  try {
    await reloadWhenReplaced()
    const { Workbox } = await import('workbox-window')
    workbox = new Workbox(url, { scope: '/' })
    registration = await workbox.register()
    if (registration) hearOfNewer(registration)
    lookForUpdates(workbox)
    return true
  } catch {
    // a browser that blocks it says so here
    return false
  }
}

/**
 * Another worker than before means another version than this page's. The first worker of a device replaces nobody,
 * and says nothing new when it takes over the page that brought it.
 */
async function reloadWhenReplaced(): Promise<void> {
  const known = await navigator.serviceWorker.getRegistration()
  let hasWorker = known?.active?.state === 'activated'
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasWorker) void reload()
    hasWorker = true
  })
}

/**
 * One that stood ready before, and each that comes through from now on. Workbox tells of the first it meets and of none
 * after that, and on a network that goes the first may never be whole: a page that stays open would not hear of the next.
 */
function hearOfNewer(of: ServiceWorkerRegistration): void {
  const watch = (newer: ServiceWorker | null) =>
    newer?.addEventListener('statechange', () => {
      // the first worker of a device waits for nobody
      if (newer.state === 'installed' && of.active) standReady()
    })
  // in Firefox the first worker of a device can be met on its way through, before it is in charge
  if (of.waiting && of.active) standReady()
  watch(of.installing)
  of.addEventListener('updatefound', () => watch(of.installing))
}

function standReady(): void {
  waiting = true
  publish()
}

/** Whether a newer version of the app stands ready. */
export function useUpdate(): UpdateState {
  return useSyncExternalStore(subscribe, readState, () => 'none')
}

/**
 * Changes to the newer version: every tab reloads, as soon as nobody records in one. Drafts, takes and uploads lie on
 * the device and go on after it.
 */
export async function applyUpdate(): Promise<void> {
  while (registration?.waiting) {
    // what the worker in charge is at may take minutes
    askToStepAside()
    workbox?.messageSkipWaiting()
    // a worker that was stopped meanwhile has forgotten it
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  await reload()
}

async function reload(): Promise<void> {
  await recordingsEnded()
  location.reload()
}

/** A recorder holds a lock of this name for as long as its camera runs. */
async function recordingsEnded(): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name }) => (name?.startsWith('recording-') ? [name] : []))
  await Promise.all(names.map((name) => navigator.locks.request(name, () => {})))
}

function lookForUpdates(box: Workbox): void {
  const look = () => {
    if (isOnline()) void box.update().catch(() => {})
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
  setInterval(look, LOOK_EVERY_MS)
}

const navigations = new Set<(path: string) => void>()

/** Hears where a pressed notification wants to go in this window. */
export function onNotificationPath(listener: (path: string) => void): () => void {
  navigations.add(listener)
  return () => {
    navigations.delete(listener)
  }
}

function onMessage({ data }: MessageEvent<{ type?: string; path?: string }>): void {
  if (data?.type !== 'NAVIGATE' || !data.path?.startsWith('/')) return
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
