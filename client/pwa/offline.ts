import { useSyncExternalStore } from 'react'
import type { Session } from '../api/session.ts'
import { isAside } from './update/yield-to-update.ts'

/** The parts of the app that are kept on a device beside what is public; the build says what belongs to each. */
export type Part = 'asking' | 'dashboard' | 'studio' | 'desk'

/** Whether all of the app that its user may want without a network is on this device. `none`: nothing can be kept. */
export type KeptState = 'none' | 'preparing' | 'kept'

const PATIENCE_MS = 120_000

let state: KeptState = 'none'
let asked: readonly Part[] | null = null
const listeners = new Set<() => void>()

/** Which parts of the app this person may want without a network. */
export function partsFor({ person }: Pick<Session, 'person'>): Part[] {
  if (!person) return ['asking']
  if (person.role === 'creator') return ['asking', 'dashboard', 'studio']
  return person.role === 'admin' ? ['asking', 'dashboard', 'desk'] : ['asking', 'dashboard']
}

/** Has the service worker keep these parts on this device, then `keepPages` what they show; to be tried again when not. */
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

/** Somebody else uses the device now: what they may want is not known to be here. */
export function forgetKept(): void {
  asked = null
  if (state === 'kept') set('preparing')
}

/** Whether the app is on this device for whoever uses it. */
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

/** A worker that is stopped at it says nothing. */
async function askWorker(parts: readonly Part[]): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  // the next one is asked by the page that comes with it
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
