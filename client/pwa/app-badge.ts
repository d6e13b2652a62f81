type Badged = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> }
type Page = { visibilityState: string }

/** The icon of the installed app counts the questions that wait for an answer; where icons do not count, nothing happens. */
export async function showOnIcon(count: number): Promise<void> {
  const badged = globalThis.navigator as Badged | undefined
  await (count > 0 ? badged?.setAppBadge?.(count) : badged?.clearAppBadge?.())?.catch(() => {})
}

/**
 * A push to an athlete says how many wait. One that says nothing of it leaves the icon as it is, and so does any while
 * a page of the app is seen: that one knows of what was answered here and is not yet sent.
 */
export async function showPushed(waiting: unknown, pages: readonly Page[]): Promise<void> {
  if (typeof waiting !== 'number' || pages.some(({ visibilityState }) => visibilityState === 'visible'))
    return
  await showOnIcon(waiting)
}
