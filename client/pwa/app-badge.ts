type Badged = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> }
type Page = { postMessage(message: { type: string }): void }

/** What an open page is told when a push has counted on the icon. */
export const COUNTED = 'COUNTED'

/** The icon of the installed app counts the questions that wait for an answer; where icons do not count, nothing happens. */
export async function showOnIcon(count: number): Promise<void> {
  const badged = globalThis.navigator as Badged | undefined
  await (count > 0 ? badged?.setAppBadge?.(count) : badged?.clearAppBadge?.())?.catch(() => {})
}

/**
 * A push to an athlete says how many wait; one that says nothing of it leaves the icon as it is. A page that counts
 * knows of what was answered here and is not yet sent: while it is seen its word comes after the server's.
 */
export async function showPushed(waiting: unknown, pages: readonly Page[]): Promise<void> {
  if (typeof waiting !== 'number') return
  await showOnIcon(waiting)
  for (const page of pages) page.postMessage({ type: COUNTED })
}
