import { useSyncExternalStore } from 'react'
import type { Session } from '../api/session.ts'
import { isAside } from './update/yield-to-update.ts'

/** A part of the app that a device keeps besides the public files. The build decides which files belong to each. */
export type Part = 'asking' | 'dashboard' | 'studio' | 'desk'

/** Whether this device has everything of the app that its user may need offline. `none`: nothing can be kept. */
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
 * Makes the service worker store these parts on this device, then calls `keepPages` to store what they show.
 * Returns `later` when either failed, so that the caller tries again.
 */
export async function keepForOffline(
  parts: readonly Part[],
  keepPages: () => Promise<boolean>,
): Promise<{ left: 'nothing' } | { left: 'later'; afterMs: null }> {
  asked = parts
  if (state === 'none') set('preparing')
  const isKept = (await askWorker(parts)) && (await keepPages())
  if (asked === parts) set(isKept ? 'kept' : 'preparing')
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
 * Asks the service worker to store the parts. Resolves to false after a timeout, because a stopped worker never
 * answers.
 */
async function askWorker(parts: readonly Part[]): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  // A newer worker is about to take over, and the page that loads with it will ask it.
  if (isAside()) return false
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<{ kept: boolean }>) => resolve(data.kept)
    setTimeout(() => resolve(false), PATIENCE_MS)
  })
  active?.postMessage({ type: 'KEEP_PARTS', parts }, [port2])
  return answer.finally(() => port1.close())
}

function set(next: KeptState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}
