import { useSyncExternalStore } from 'react'

export type ToastTone = 'plain' | 'success' | 'danger'
export type Toast = {
  id: number
  text: string
  tone: ToastTone
  action?: { label: string; onPress: () => void }
}

let toasts: readonly Toast[] = []
let regions: readonly string[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish() {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const NONE: readonly Toast[] = []

/** Says one thing for four seconds (D89). `danger` interrupts a screen reader, the others wait. */
export function showToast(toast: { text: string; tone?: ToastTone; action?: Toast['action'] }): number {
  lastId += 1
  toasts = [...toasts.slice(-2), { tone: 'plain', ...toast, id: lastId }]
  publish()
  return lastId
}

export function dismissToast(id: number) {
  toasts = toasts.filter((toast) => toast.id !== id)
  publish()
}

/** An open dialog makes everything outside it inert, so the newest region shows the toasts; the base comes last. */
export function addToastRegion(region: string, isBase: boolean) {
  regions = isBase ? [region, ...regions] : [...regions, region]
  publish()
  return () => {
    regions = regions.filter((each) => each !== region)
    publish()
  }
}

/** The toasts this region is to show: all of them in the topmost, none elsewhere. */
export function useToasts(region: string): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === region ? toasts : NONE),
    () => NONE,
  )
}
