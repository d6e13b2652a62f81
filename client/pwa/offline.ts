import { useSyncExternalStore } from 'react'
import type { Session } from '../api/session.ts'
import { isAside } from './update/yield-to-update.ts'

/** A part of the app that a device keeps besides the public files. The build decides which files belong to each. */
export type Part = 'asking' | 'dashboard' | 'studio' | 'desk'

/**
 * Whether this device has everything of the app that its user may need offline. `none`: there is no service
 * worker to keep it, or none yet.
 */
export type KeptState = 'none' | 'preparing' | 'kept'

const PATIENCE_MS = 120_000

let state: KeptState = 'none'
let asked: readonly Part[] | null = null
const listeners = new Set<() => void>()

/** Returns the parts of the app that this user may need offline. */
export function partsFor({ person }: Pick<Session, 'person'>): Part[] {
  if (!person) return ['asking']
  if (person.role === 'creator') return ['asking', 'dashboard', 'studio']
  return person.role === 'admin' ? ['asking', 'dashboard', 'desk'] : ['asking', 'dashboard']
}

/**
 * Makes the service worker store these parts on this device, once `registered` says that there is one, then calls
 * `keepPages` to store what they show. Returns `later` when something failed, so that the caller tries again.
 */
export async function keepForOffline(
  parts: readonly Part[],
  registered: Promise<boolean>,
  keepPages: () => Promise<boolean>,
): Promise<{ left: 'nothing' } | { left: 'later'; afterMs: null }> {
  asked = parts
  const isRegistered = await registered
  if (!isRegistered) set('none')
  else if (state === 'none') set('preparing')
  const isKept = isRegistered && (await askWorker(parts)) && (await keepPages())
  if (isRegistered && asked === parts) set(isKept ? 'kept' : 'preparing')
  return isKept ? { left: 'nothing' } : { left: 'later', afterMs: null }
}

/** Marks the app as not kept, because another user's parts may be missing. */
export function forgetKept(): void {
  asked = null
  if (state === 'kept') set('preparing')
}

/** Returns whether the app is on this device for the current user. */
export function useKept(): KeptState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => 'none',
  )
}

/**
 * Asks the service worker to store the parts. Resolves to false after a timeout, because a worker that was stopped
 * never answers, and one whose installation failed is never ready.
 */
async function askWorker(parts: readonly Part[]): Promise<boolean> {
  const ready = await Promise.race([navigator.serviceWorker.ready, outOfPatience()])
  // A newer worker is about to take over, and the page that loads with it will ask it.
  if (!ready || isAside()) return false
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<{ kept: boolean }>) => resolve(data.kept)
  })
  ready.active?.postMessage({ type: 'KEEP_PARTS', parts }, [port2])
  return Promise.race([answer, outOfPatience()]).finally(() => port1.close())
}

const outOfPatience = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))

function set(next: KeptState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}
