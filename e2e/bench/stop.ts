import type { Page } from 'playwright/test'
import { Recorder } from '../pages/recorder.ts'
import { openVisitor, slowDown } from './browser.ts'
import type { Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 3
/** How long to record: slightly less than the limit at which the recorder stops by itself. */
const TAKE_MS = 56_000
const MOST_MS = 400
const MOST_BLOCKED_MS = 50
const PATIENCE_MS = 120_000

type Stopped = { savedMs: number; blockedMs: number }
type Noting = Window & { stopped?: Stopped }

/** Measures from the tap on "Stop recording" to "Saved on this device", and the page's longest block in that time. */
export async function measureStop(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const { device, dispose } = await openVisitor(world, world.athlete)
  try {
    const taken: Stopped[] = []
    await device.page.addInitScript(noteStop)
    for (const questionId of world.waiting.slice(0, RUNS)) {
      await device.goto(`/dashboard/answer/${questionId}`)
      taken.push(await recordAndStop(device.page))
    }
    const row = (figure: string, part: keyof Stopped, most: number): Measured => ({
      ...{ figure, unit: 'ms', ours: taken.map((each) => each[part]) },
      ...{ floor: [], against: '', bar: { of: 'ours', most } },
    })
    return [
      row('Stop to "Saved on this device", take of a minute', 'savedMs', MOST_MS),
      row('longest block of the page meanwhile', 'blockedMs', MOST_BLOCKED_MS),
    ]
  } finally {
    await dispose()
  }
}

async function recordAndStop(page: Page): Promise<Stopped> {
  await page.getByRole('button', { name: 'Record your answer' }).click({ timeout: PATIENCE_MS })
  const slowed = await slowDown(page)
  await new Recorder(page).start()
  await page.waitForTimeout(TAKE_MS)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const noted = await page.waitForFunction(() => (window as Noting).stopped, null, { polling: 250 })
  await slowed.letGo()
  return (await noted.jsonValue()) as Stopped
}

/** Notes, after the tap on "Stop recording", when the message was painted, and the longest task until then. */
function noteStop(): void {
  let tappedAt = Number.NaN
  let blockedMs = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (startTime + duration > tappedAt) blockedMs = Math.max(blockedMs, duration)
  }).observe({ type: 'longtask' })
  addEventListener(
    'click',
    ({ timeStamp, target }) => {
      if (!(target instanceof Element) || !target.closest('button')?.ariaLabel?.startsWith('Stop')) return
      tappedAt = timeStamp
      const watching = new MutationObserver(() => {
        const texts = document.evaluate(
          '//*[text()="Saved on this device"]',
          document,
          null,
          XPathResult.ANY_UNORDERED_NODE_TYPE,
        )
        if (!texts.singleNodeValue) return
        watching.disconnect()
        requestAnimationFrame(() => {
          const savedMs = performance.now() - tappedAt
          // The browser reports long tasks only after the last of them has ended.
          setTimeout(() => Object.assign(window, { stopped: { savedMs, blockedMs } }), 500)
        })
      })
      watching.observe(document, { childList: true, subtree: true, characterData: true })
    },
    true,
  )
}
