const heldBackBy = new Set<Promise<void>>()

/**
 * Holds back a reload of this page until `ended`: for a recording, which may be in the page's memory alone, and for a
 * payment, which the bank may ask about.
 */
export function holdBackReload(ended: Promise<void>): void {
  heldBackBy.add(ended)
  void ended.then(() => heldBackBy.delete(ended))
}

/** Returns whether a reload of this page would have to wait. */
export function isReloadHeldBack(): boolean {
  return heldBackBy.size > 0
}

/** Reloads this page as soon as nothing holds that back. A recording of another tab is not touched by it. */
export async function reloadWhenFree(): Promise<void> {
  while (heldBackBy.size > 0) await Promise.all(heldBackBy)
  location.reload()
}
