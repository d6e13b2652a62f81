import { reloadWhenFree } from '../api/reload-page.ts'
import { hasLetGoOfLocks } from './page-lock.ts'

/** Reloads this page when it is shown again after it let go of its locks: other pages have gone on without it. */
export function reloadOnReturn(): void {
  globalThis.addEventListener?.('pageshow', onShown)
}

function onShown({ persisted }: PageTransitionEvent): void {
  if (persisted && hasLetGoOfLocks()) void reloadWhenFree()
}
