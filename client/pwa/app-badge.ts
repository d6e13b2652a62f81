type Badged = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> }
type Page = { postMessage(message: { type: string }): void }

/** The message that tells an open page that a push has set the number on the icon. */
export const COUNTED = 'COUNTED'

/**
 * Shows on the installed app's icon how many questions wait for an answer. Does nothing where icons have no number.
 */
export async function showOnIcon(count: number): Promise<void> {
  const badged = globalThis.navigator as Badged | undefined
  await (count > 0 ? badged?.setAppBadge?.(count) : badged?.clearAppBadge?.())?.catch(() => {})
}

/**
 * Shows the number that a push to an athlete carries; without one the icon stays as it is. Then tells the open
 * pages, because a visible page also knows which answers wait to be sent from here, and its number counts over the
 * server's.
 */
export async function showPushed(waiting: unknown, pages: readonly Page[]): Promise<void> {
  if (typeof waiting !== 'number') return
  await showOnIcon(waiting)
  for (const page of pages) page.postMessage({ type: COUNTED })
}
