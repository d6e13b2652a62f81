export type ToastTone = 'plain' | 'success' | 'danger'
/** A message about something that happened on this device, as the user saw it. */
export type Told = { text: string; tone: ToastTone }
export type Toast = Told & {
  id: number
  action?: { label: string; onPress: () => void }
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const keepers = new Set<(told: Told) => void>()

function publish() {
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the toasts. Returns a function that stops this. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns all toasts, the latest last. */
export const getToasts = (): readonly Toast[] => toasts

/**
 * Shows a toast for four seconds, or until it is dismissed if it has an action (D89), which is often the only way
 * back to what somebody typed. Passes the message on to be kept. A `danger` toast interrupts a screen reader, the
 * others wait. A `danger` toast that is still on the screen is not shown twice, but stays for another four seconds.
 * A toast never takes the place of one with another action, even if both say the same.
 */
export function showToast(toast: { text: string; tone?: ToastTone; action?: Toast['action'] }): number {
  const { text, tone = 'plain' } = toast
  const shown = toasts.find((each) => each.text === text && each.action === toast.action)
  if (shown?.tone === 'danger' && tone === 'danger') {
    // The new object makes the component of the toast restart its timer.
    toasts = toasts.map((each) => (each === shown ? { ...shown } : each))
    publish()
    return shown.id
  }
  lastId += 1
  toasts = [
    // A text that is shown again appears once.
    ...toasts
      .filter((each) => each !== shown)
      .filter((each, at, others) => each.action || others.length - at < 3),
    { ...toast, tone, id: lastId },
  ]
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
  return () => keepers.delete(keep)
}

export function dismissToast(id: number) {
  toasts = toasts.filter((toast) => toast.id !== id)
  publish()
}
