import { type ElementHandle, type Frame, launch, type Page } from 'puppeteer-core'
import { findFirefox } from '../../.ci/engines.ts'
import { type Engine, type EngineWindow, PHONE_SIZE, type Run } from './engine.ts'

const PREFERENCES = {
  // Fake camera and microphone, without asking for permission.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // The test machines have no loudspeaker.
  'media.cubeb.backend': 'null',
  // Keep the browser from calling any outside server.
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'app.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
}

/** Firefox, driven by Puppeteer over WebDriver BiDi, which Firefox supports natively. */
export const firefox: Engine = { name: 'Firefox', hasCamera: true, open }

async function open(): Promise<EngineWindow> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('There is no Firefox here.')
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: PREFERENCES,
    defaultViewport: null,
  })
  const [first] = await browser.pages()
  const page = first ?? (await browser.newPage())
  await page.setViewport(PHONE_SIZE)
  const frameOf = async (selector: string): Promise<Frame> => {
    const element = await page.waitForSelector(selector)
    const frame = await (element as ElementHandle<HTMLIFrameElement> | null)?.contentFrame()
    if (!frame) throw new Error(`${selector} is no frame`)
    return frame
  }
  const run: Run = async (work, argument, frame) => {
    const where = frame ? await frameOf(frame) : page.mainFrame()
    return (await where.evaluate(work as never, argument as never)) as never
  }
  return {
    goto: (url) => goTo(page, url),
    run,
    press: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async giveFile(selector, path) {
      const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null
      await field?.uploadFile(path)
    },
    resize: (size) => page.setViewport(size),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

/** Firefox's errors when a page was already navigating by itself; then the navigation is repeated. */
const BROKEN_OFF = ['NS_BINDING_ABORTED', 'interrupted an unfinished navigation']

async function goTo(page: Page, url: string, tries = 5): Promise<void> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' })
  } catch (error) {
    if (tries === 1 || !BROKEN_OFF.some((words) => String(error).includes(words))) throw error
    await goTo(page, url, tries - 1)
  }
}
