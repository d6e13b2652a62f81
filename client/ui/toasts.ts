import { useSyncExternalStore } from 'react'

export type ToastTone = 'plain' | 'success' | 'danger'
/** Something that happened on this device, as it was said. */
export type Told = { text: string; tone: ToastTone }
export type Toast = Told & {
  id: number
  action?: { label: string; onPress: () => void }
}

let toasts: readonly Toast[] = []
let regions: readonly string[] = []
let lastId = 0
const listeners = new Set<() => void>()
const keepers = new Set<(told: Told) => void>()

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

/**
 * Says one thing for four seconds, and has it kept (D89). `danger` interrupts a screen reader, the others wait; an alert
 * that is on show is not raised a second time, and stands for another four seconds.
 */
export function showToast(toast: { text: string; tone?: ToastTone; action?: Toast['action'] }): number {
  const { text, tone = 'plain' } = toast
  const shown = toasts.find((each) => each.tone === 'danger' && tone === 'danger' && each.text === text)
  if (shown) {
    // another object: whoever shows it starts its clock again
    toasts = toasts.map((each) => (each === shown ? { ...shown } : each))
    publish()
    return shown.id
  }
  lastId += 1
  // said again, it stands once, with what can be done about it now
  const others = toasts.filter((each) => each.text !== text)
  toasts = [...others.slice(-2), { ...toast, tone, id: lastId }]
  publish()
  noteTold({ text, tone })
  return lastId
}

/** Has something kept that a dialog or a panel says by itself. */
export function noteTold(told: Told): void {
  for (const keep of keepers) keep(told)
}

/** Hears of everything that is said, to keep it. */
export function onTold(keep: (told: Told) => void): () => void {
  keepers.add(keep)
  return () => {
    keepers.delete(keep)
  }
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
