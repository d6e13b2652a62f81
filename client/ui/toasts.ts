import { useSyncExternalStore } from 'react'

export type ToastTone = 'plain' | 'success' | 'danger'
/** A message about something that happened on this device, as the user saw it. */
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
 * Shows a toast for four seconds and passes the message on to be kept (D89). A `danger` toast interrupts a screen
 * reader, the others wait. A `danger` toast that is still on the screen is not shown twice, but stays for another
 * four seconds.
 */
export function showToast(toast: { text: string; tone?: ToastTone; action?: Toast['action'] }): number {
  const { text, tone = 'plain' } = toast
  const shown = toasts.find((each) => each.tone === 'danger' && tone === 'danger' && each.text === text)
  if (shown) {
    // The new object makes the component of the toast restart its timer.
    toasts = toasts.map((each) => (each === shown ? { ...shown } : each))
    publish()
    return shown.id
  }
  lastId += 1
  // A text that is shown again appears once, with its latest action.
  const others = toasts.filter((each) => each.text !== text)
  toasts = [...others.slice(-2), { ...toast, tone, id: lastId }]
  publish()
  noteTold({ text, tone })
  return lastId
}

/** Passes a message on to be kept that a dialog or a panel shows by itself. */
export function noteTold(told: Told): void {
  for (const keep of keepers) keep(told)
}

/** Registers a function that keeps every message. Returns a function that removes it. */
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

/**
 * Registers a region. An open dialog makes everything outside it inert, so the newest region shows the toasts and
 * the base comes last.
 */
export function addToastRegion(region: string, isBase: boolean) {
  regions = isBase ? [region, ...regions] : [...regions, region]
  publish()
  return () => {
    regions = regions.filter((each) => each !== region)
    publish()
  }
}

/** Returns the toasts that this region shows: all of them in the topmost region, none in the others. */
export function useToasts(region: string): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === region ? toasts : NONE),
    () => NONE,
  )
}
