import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { onOutdated } from '../app/call.ts'
import { isOnline } from './connection.ts'

/** `required`: the server no longer talks to this version. */
export type UpdateState = 'none' | 'waiting' | 'required'

const LOOK_EVERY_MS = 3_600_000

let workbox: Workbox | null = null
let waiting = false
let outdated = false
const listeners = new Set<() => void>()

/** Registers the service worker and keeps looking for a newer one; where there can be none, the app works without. */
export async function registerServiceWorker(url = '/service-worker.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  onOutdated(() => {
    outdated = true
    publish()
    void workbox?.update().catch(() => {})
  })
  navigator.serviceWorker.addEventListener('message', onMessage)
  const { Workbox } = await import('workbox-window')
  const box = new Workbox(url, { scope: '/' })
  workbox = box
  box.addEventListener('waiting', () => {
    waiting = true
    publish()
  })
  // the first claim of a fresh page is no update
  box.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate) void reload()
  })
  const isFirst = navigator.serviceWorker.controller === null
  try {
    await box.register()
  } catch {
    // a browser that blocks it says so here
    return
  }
  if (isFirst) void keepLoaded()
  lookForUpdates(box)
}

/** A page that loaded without the service worker tells it what it loaded. */
async function keepLoaded(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const paths = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ type: 'KEEP_LOADED', paths })
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
  if (waiting) workbox?.messageSkipWaiting()
  else await reload()
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
