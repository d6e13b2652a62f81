import { chromium as browserType, type Frame } from 'playwright/test'
import { CHROMIUM_ARGS, findBrowser } from '../../.ci/browser.ts'
import { type Engine, type EngineWindow, PHONE_SIZE, type Run } from './engine.ts'

/** Chromium, driven by Playwright. */
export const chromium: Engine = { name: 'Chromium', hasCamera: true, open }

async function open(): Promise<EngineWindow> {
  const executablePath = findBrowser()
  const browser = await browserType.launch({
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS],
  })
  const context = await browser.newContext({
    viewport: PHONE_SIZE,
    permissions: ['camera', 'microphone', 'background-sync'],
  })
  const page = await context.newPage()
  const frameOf = async (selector: string): Promise<Frame> => {
    const element = await page.waitForSelector(selector, { state: 'attached' })
    const frame = await element.contentFrame()
    if (!frame) throw new Error(`${selector} is no frame`)
    return frame
  }
  const run: Run = async (work, argument, frame) => {
    const where = frame ? await frameOf(frame) : page.mainFrame()
    return where.evaluate(work as never, argument)
  }
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run,
    press: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    giveFile: (selector, path) => page.setInputFiles(selector, path),
    resize: (size) => page.setViewportSize(size),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}
