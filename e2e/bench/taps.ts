import { devices, type Page } from 'playwright/test'
import { openVisitor, slowDown } from './browser.ts'
import type { Ground } from './ground.ts'
import type { Measured } from './measured.ts'
import { anybody } from './slow-ask.ts'

/** How many elements are tapped on each page, counted from its top. */
const TAPS = 12
const MOST_MS = 100
/** How long a tap's effects take until all of them are painted. */
const SETTLED_MS = 800
const PATIENCE_MS = 60_000
const TAPPABLE = 'header :is(a, button), main :is(a, button, select, input)'

type Noting = Window & { tapMs?: number }

/**
 * Measures how long the slowest tap on a public page waits for the next frame, on a slowed processor and after
 * hydration. Browsers report the same as Interaction to Next Paint.
 */
export async function measureTaps(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const profile = `/ask/${await anybody(world.port)}`
  const { device, dispose, origin } = await openVisitor(world, undefined, devices['Pixel 5'])
  try {
    const { page } = device
    await page.addInitScript(noteTaps)
    await slowDown(page)
    const rows: Measured[] = []
    for (const path of ['/', '/ask', profile, '/join']) {
      const slowest = await tapAll(page, origin + path)
      const figure = `slowest tap on ${path === profile ? 'a profile' : path}`
      rows.push({
        ...{ figure, unit: 'ms', ours: [slowest], floor: [], against: '' },
        bar: { of: 'ours', most: MOST_MS },
      })
    }
    return rows
  } finally {
    await dispose()
  }
}

async function tapAll(page: Page, url: string): Promise<number> {
  let slowest = 0
  for (let nth = 0; nth < TAPS; nth += 1) {
    await page.goto(url, { timeout: PATIENCE_MS })
    // React marks the elements it has hydrated.
    await page.waitForFunction(isTakenOver, null, { timeout: PATIENCE_MS })
    const target = page.locator(TAPPABLE).filter({ visible: true }).nth(nth)
    if ((await target.count()) === 0) break
    await target.scrollIntoViewIfNeeded()
    await page.waitForTimeout(SETTLED_MS)
    const box = await target.boundingBox()
    if (!box) continue
    await page.evaluate(() => delete (window as Noting).tapMs)
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForTimeout(SETTLED_MS)
    const tapMs = await page.evaluate(() => (window as Noting).tapMs ?? 0)
    slowest = Math.max(slowest, tapMs)
  }
  return slowest
}

function isTakenOver(): boolean {
  const drawn = document.querySelector('main a, main button')
  return drawn !== null && Object.keys(drawn).some((key) => key.startsWith('__reactProps'))
}

/** Notes the longest event of every tap, from the touch to the frame that answers it. */
function noteTaps(): void {
  type Interaction = PerformanceEntry & { interactionId: number }
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as Interaction[])
      if (interactionId > 0) (window as Noting).tapMs = Math.max((window as Noting).tapMs ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
