import type { ComponentType } from 'react'

/** What the app says where nothing is stored. */
export type NothingKept = {
  /** Says why nothing is stored, and what the user can do about it. */
  Notice: ComponentType<{ onDismiss: () => void }>
  /** Says what a reload loses. */
  lost: string
}

let nothing: NothingKept | null = null

/** Notes for the rest of this page that the browser stores nothing beyond it. */
export function markKeepsNothing(said: NothingKept): void {
  nothing = said
}

/** Returns what to say where everything that this page stores is lost when it closes; null where it is not. */
export function nothingKept(): NothingKept | null {
  return nothing
}

/** Whether everything that this page stores is lost when it closes. */
export function keepsNothing(): boolean {
  return nothing !== null
}

/** Says where something is kept that this page stores. */
export function keptWhere(): 'on this device' | 'on this page only' {
  return keepsNothing() ? 'on this page only' : 'on this device'
}
