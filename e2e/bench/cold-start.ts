import type { Page } from 'playwright/test'
import { countStored, openVisitor, slowDown, type Visitor } from './browser.ts'
import { type Empty, serveEmpty } from './empty-page.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 9
const MOST = 2
/** So many conversations stand on the screen when it counts as there; the world has as many. */
const ROWS = 30
const PATIENCE_MS = 120_000
const LIST = 'main section[aria-labelledby="conversations"] li'
/** How a page begins to tell. */
const PAINTED = 'painted '
/** The app loads what may be wanted without a network a few seconds after it stands. */
const WARM_MS = 8_000

/** From the start of a navigation, in a browser just started, slowed down and without a network, to the painted list. */
export async function measureColdStart(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const empty = await serveEmpty()
  try {
    const rows: Measured[] = []
    for (const fan of world.fans) rows.push(...(await measureFan(world, fan, empty)))
    return rows
  } finally {
    empty.server.close()
  }
}

async function measureFan(
  world: BrowserWorld,
  { questions, member }: BrowserWorld['fans'][number],
  empty: Empty,
): Promise<Measured[]> {
  const visitor = await openVisitor(world, member)
  try {
    await makeReady(visitor, questions, empty)
    const seen = rowOf(`offline dashboard, ${questions} messages, to be seen`, { most: MOST })
    const live = rowOf(`offline dashboard, ${questions} messages, answering`)
    for (let run = 0; run < RUNS; run += 1) {
      const start = await startCold(visitor, `${visitor.origin}/dashboard?tab=conversations`, ROWS)
      const floor = await startCold(visitor, `${empty.origin}/`, 1)
      seen.ours.push(start.seenAt)
      live.ours.push(start.liveAt)
      for (const row of [seen, live]) row.floor.push(floor.seenAt)
    }
    return [seen, live]
  } finally {
    await visitor.dispose()
  }
}

function rowOf(figure: string, bar?: { most: number }): Measured {
  const against = 'empty page, its own service worker'
  return { figure, unit: 'ms', ours: [], floor: [], against, ...(bar && { bar: { of: 'ratio', ...bar } }) }
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

/** When the rows were painted, and when the app stood there itself: until then it is the last look of it. */
async function startCold({ device }: Visitor, url: string, rows: number): Promise<Painted> {
  await device.close()
  await device.relaunch()
  await slowDown(device.page)
  await notePaint(device.page, rows)
  // it tells by itself: whoever asks a page has a script run in it, in the middle of what is measured
  const told = device.page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(PAINTED),
    timeout: PATIENCE_MS,
  })
  await device.page.goto(url, { waitUntil: 'commit' })
  return JSON.parse((await told).text().slice(PAINTED.length))
}

type Painted = { seenAt: number; liveAt: number }

/** Has the page tell when the frame with so many of the list's rows had been painted, and when they were the app's own. */
async function notePaint(page: Page, rows: number): Promise<void> {
  await page.addInitScript(
    ({ list, least, painted }) => {
      const noted: Partial<Painted> = {}
      const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act))
      const count = (name: keyof Painted) =>
        [...document.querySelectorAll(list)].filter((row) => name === 'seenAt' || !row.closest('[inert]'))
          .length
      const note = (name: keyof Painted) => {
        if (count(name) < least) requestAnimationFrame(() => note(name))
        else
          afterPaint(() => {
            noted[name] = performance.now()
            if (noted.seenAt && noted.liveAt) console.debug(painted + JSON.stringify(noted))
          })
      }
      note('seenAt')
      note('liveAt')
    },
    { list: LIST, least: rows, painted: PAINTED },
  )
}
