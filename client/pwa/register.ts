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
const flushes = new Set<() => Promise<void>>()

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
    if (isUpdate) void flushAll().then(() => location.reload())
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
 * Changes to the newer version: every tab reloads. Recordings and uploads lie on the device and go on after it; what
 * only a screen holds is written down first.
 */
export async function applyUpdate(): Promise<void> {
  await flushAll()
  if (waiting) workbox?.messageSkipWaiting()
  else location.reload()
}

/** Has a screen write down what it holds before the page is reloaded. The answer takes it back. */
export function beforeReload(flush: () => Promise<void>): () => void {
  flushes.add(flush)
  return () => {
    flushes.delete(flush)
  }
}

async function flushAll(): Promise<void> {
  await Promise.allSettled([...flushes].map((flush) => flush()))
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
