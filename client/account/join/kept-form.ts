import type { Joining } from './check-joining.ts'

// One of the typed forms, so that a sign-out deletes it too.
const KEY = 'infield.form.joining'

/**
 * Returns what this tab has stored of a sign-up that was begun; null when there is none. It goes with the tab
 * or with a sign-out, so that the next user of the browser does not find it.
 */
export function readKeptForm(): Joining | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}

/** Stores the form without its picture, so that a reload loses no text; with null, nothing is stored any longer. */
export function keepForm(typed: Joining | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed && { ...typed, picture: null }))
  } catch {
    // A browser that blocks site data stores nothing, and the form works without.
  }
}
