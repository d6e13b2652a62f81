import type { Page } from 'playwright'

/** Chromium hands a pointer's move to its page with the next frame, or after 5 s where no frame is drawn. */
const NO_FRAME_MS = 4_500

/**
 * Moves the pointer to a place with nothing under it, and sees to it that Chromium draws. On a busy machine its
 * graphics process sometimes hangs; then no frame comes, every click waits in vain, and Chromium does nothing about
 * it. So the process is ended, and Chromium starts another one.
 */
export async function keepDrawing(page: Page): Promise<void> {
  const started = performance.now()
  await page.mouse.move(0, 0)
  if (performance.now() - started < NO_FRAME_MS) return
  console.warn('The browser draws nothing: its graphics process is started again.')
  await endGraphics(page)
}

/** Ends the graphics processes of this page's browser. */
async function endGraphics(page: Page): Promise<void> {
  const browser = page.context().browser()
  if (browser === null) return
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  for (const { type, id } of processInfo) {
    if (type.toLowerCase().startsWith('gpu')) process.kill(id, 'SIGKILL')
  }
  await session.detach()
}
