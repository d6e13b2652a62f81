import type { AnyRouter } from '@tanstack/react-router'

/** How long to wait for a frame, in milliseconds, because a page that nobody sees draws none. */
const NO_FRAME_MS = 50

/**
 * Makes a router draw the effect of a tap, such as a pressed button, before it renders another screen. React renders
 * a screen in one piece; on a slow phone a tap would show nothing until that is done.
 */
export function drawFirst(router: AnyRouter): void {
  const load = router.load
  router.load = async (options) => {
    router.updateLatestLocation()
    const shown = router.stores.resolvedLocation.get()
    if (shown && shown.pathname !== router.latestLocation.pathname) await nextFrame()
    await load(options)
  }
}

/** Resolves once the browser has drawn. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, document.hidden ? 0 : NO_FRAME_MS)
  })
}
