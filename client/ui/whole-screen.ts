import { useEffect } from 'react'
import { markFocus, pressAgain } from './press-again.ts'

const WHOLE = 'infield:whole'
const PATIENCE_MS = 5_000

/**
 * Creates the element in which the app renders while its start snapshot is on the screen. The element replaces the
 * snapshot once the first screen is whole, so that the user never sees placeholders after the snapshot, or after
 * five seconds at the latest. A link pressed on the snapshot is then pressed on the screen, if it is there.
 */
export function besideSnapshot(snapshot: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.id = snapshot.id
  const takeOver = () => {
    clearTimeout(timer)
    removeEventListener(WHOLE, takeOver)
    if (!snapshot.isConnected) return
    applyStyles()
    markFocus(snapshot)
    snapshot.replaceWith(root)
    pressAgain(snapshot, root)
  }
  const timer = setTimeout(takeOver, PATIENCE_MS)
  addEventListener(WHOLE, takeOver)
  return root
}

/**
 * Activates the app's styles. Before that, they would make the browser draw the whole snapshot again, which has its
 * own styles (`service-worker-snapshot.ts`).
 */
function applyStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')) link.media = 'all'
}

/** How many milliseconds the first screen may delay the rest of the app. */
const FIRST_SCREEN_MS = 1_500
let tellStands = () => {}
const stands = new Promise<void>((resolve) => {
  tellStands = resolve
})

/** Resolves once the first screen is complete and painted, or `FIRST_SCREEN_MS` after a call at the latest. */
export function firstScreenStands(): Promise<void> {
  setTimeout(tellStands, FIRST_SCREEN_MS)
  return stands
}

/** Reports that the screen shows all its content and no placeholders. */
export function useWholeScreen(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole) return
    dispatchEvent(new Event(WHOLE))
    requestAnimationFrame(() => setTimeout(tellStands))
  }, [isWhole])
}
