import { useEffect } from 'react'

const WHOLE = 'infield:whole'
const PATIENCE_MS = 5_000

/**
 * Where the app is rendered while its start snapshot stands in the document: beside it, until the first screen is whole,
 * and then in its place. What is seen never falls back to placeholders, unless it takes too long.
 */
export function besideLook(look: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.id = look.id
  const takeOver = () => {
    removeEventListener(WHOLE, takeOver)
    clearTimeout(timer)
    if (!look.isConnected) return
    applyStyles()
    look.replaceWith(root)
  }
  const timer = setTimeout(takeOver, PATIENCE_MS)
  addEventListener(WHOLE, takeOver)
  return root
}

/** The snapshot has its own styles: those of the app would have all of it drawn once more for nothing (`service-worker-look.ts`). */
function applyStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')) link.media = 'all'
}

/** How long the first screen may keep the rest of the app waiting. */
const FIRST_SCREEN_MS = 1_500
const stands = Promise.withResolvers<void>()

/** Resolves once the first screen has shown all it has and was painted, and otherwise a moment after a call. */
export function firstScreenStands(): Promise<void> {
  setTimeout(stands.resolve, FIRST_SCREEN_MS)
  return stands.promise
}

/** Says that the screen shows all it has, and no placeholders. */
export function useWholeScreen(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole) return
    dispatchEvent(new Event(WHOLE))
    requestAnimationFrame(() => setTimeout(stands.resolve))
  }, [isWhole])
}
