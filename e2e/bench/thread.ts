import { devices, type Page } from 'playwright/test'
import { countStored, openVisitor, slowDown } from './browser.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 9
const MOST_MS = 100
const PATIENCE_MS = 120_000
const LIST = 'main section[aria-labelledby="conversations"] li a'
const THREAD = 'section[aria-label^="Conversation with"] article'

type Noting = Window & { threadMs?: number }

/** Measures the tap on a conversation of the fan with 10,000 messages. */
export async function measureThread(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const fan = world.fans.at(-1)
  if (!fan) throw new Error('nobody has asked')
  return [await measureThreadOf(world, fan)]
}

/** Measures from the tap on a conversation to its painted thread, offline and slowed, with all messages stored. */
export async function measureThreadOf(
  world: BrowserWorld,
  fan: BrowserWorld['fans'][number],
): Promise<Measured> {
  const { device, dispose } = await openVisitor(world, fan.member, devices['Pixel 5'])
  try {
    const { page } = device
    await device.goto('/dashboard?tab=conversations')
    while ((await page.evaluate(countStored, 'questions')) < fan.questions) await page.waitForTimeout(200)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.getByText('Ready for offline', { exact: true }).waitFor({ timeout: PATIENCE_MS })
    await device.goOffline()
    await device.goto('/dashboard?tab=conversations')
    await page.locator(LIST).first().waitFor({ timeout: PATIENCE_MS })
    await page.evaluate(noteThreads, THREAD)
    await slowDown(page)
    const ours: number[] = []
    for (let run = 0; run < RUNS; run += 1) ours.push(await openThread(page, run))
    return {
      ...{ figure: `tap on a conversation to its thread, ${fan.questions} messages`, unit: 'ms', ours },
      ...{ floor: [], against: '', bar: { of: 'ours', most: MOST_MS } },
    }
  } finally {
    await dispose()
  }
}

async function openThread(page: Page, place: number): Promise<number> {
  await page.locator(LIST).nth(place).click()
  const noted = await page.waitForFunction(() => (window as Noting).threadMs, null, { polling: 250 })
  await page.evaluate(() => delete (window as Noting).threadMs)
  await page.goBack()
  await page.locator(LIST).nth(place).waitFor({ timeout: PATIENCE_MS })
  return (await noted.jsonValue()) ?? Number.NaN
}

/** Notes, after each tap on a link of the list, when the frame with the thread's first message was painted. */
function noteThreads(thread: string): void {
  addEventListener(
    'click',
    ({ timeStamp, target }) => {
      if (!(target instanceof Element) || !target.closest('li a')) return
      const look = () =>
        requestAnimationFrame(() => {
          if (!document.querySelector(thread)) look()
          else
            setTimeout(() => {
              ;(window as Noting).threadMs = performance.now() - timeStamp
            })
        })
      look()
    },
    true,
  )
}
