import type { Page } from 'playwright/test'
import { countStored, openVisitor, slowDown, type Visitor } from './browser.ts'
import { type Empty, serveEmpty } from './empty-page.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 5
const MOST = 2
/** So many conversations stand on the screen when it counts as there; the world has as many. */
const ROWS = 30
const PATIENCE_MS = 120_000
const LIST = 'main section[aria-labelledby="conversations"] li'
/** The app loads what may be wanted without a network a few seconds after it stands. */
const WARM_MS = 8_000

/** From the start of a navigation, in a browser just started, slowed down and without a network, to the painted list. */
export async function measureColdStart(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const empty = await serveEmpty()
  try {
    const rows: Measured[] = []
    for (const fan of world.fans) rows.push(await measureFan(world, fan, empty))
    return rows
  } finally {
    empty.server.close()
  }
}

async function measureFan(
  world: BrowserWorld,
  { questions, member }: BrowserWorld['fans'][number],
  empty: Empty,
): Promise<Measured> {
  const visitor = await openVisitor(world, member)
  try {
    await makeReady(visitor, questions, empty)
    const row: Measured = {
      figure: `offline dashboard, ${questions} messages`,
      unit: 'ms',
      ours: [],
      floor: [],
      against: 'empty page, its own service worker',
      bar: { of: 'ratio', most: MOST },
    }
    for (let run = 0; run < RUNS; run += 1) {
      row.ours.push(await startCold(visitor, `${visitor.origin}/dashboard?tab=conversations`, ROWS))
      row.floor.push(await startCold(visitor, `${empty.origin}/`, 1))
    }
    return row
  } finally {
    await visitor.dispose()
  }
}

/** Everything is on the device, kept by the service worker, before the network goes. */
async function makeReady({ device }: Visitor, questions: number, { origin }: Empty): Promise<void> {
  await device.goto('/dashboard?tab=conversations')
  await device.page.locator(LIST).first().waitFor({ timeout: PATIENCE_MS })
  while ((await device.page.evaluate(countStored, 'questions')) < questions)
    await device.page.waitForTimeout(200)
  await device.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await device.page.waitForTimeout(WARM_MS)
  await device.goto('/dashboard?tab=conversations')
  await device.page.locator(LIST).first().waitFor({ timeout: PATIENCE_MS })
  await device.page.waitForTimeout(WARM_MS)
  await device.page.goto(origin)
  await device.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await device.goOffline()
}

async function startCold({ device }: Visitor, url: string, rows: number): Promise<number> {
  await device.close()
  await device.relaunch()
  await slowDown(device.page)
  await notePaint(device.page, rows)
  await device.page.goto(url)
  const painted = await device.page.waitForFunction(() => (window as Noting).paintedAt, null, {
    timeout: PATIENCE_MS,
  })
  return (await painted.jsonValue()) ?? Number.NaN
}

type Noting = Window & { paintedAt?: number }

/** Notes when the frame with so many of the list's rows had been painted. */
async function notePaint(page: Page, rows: number): Promise<void> {
  await page.addInitScript(
    ({ list, least }) => {
      const look = () => {
        if (document.querySelectorAll(list).length < least) requestAnimationFrame(look)
        else
          requestAnimationFrame(() =>
            setTimeout(() => {
              ;(window as Noting).paintedAt = performance.now()
            }),
          )
      }
      look()
    },
    { list: LIST, least: rows },
  )
}
