import type { Page } from 'playwright/test'
import { countStored, openVisitor, slowDown, type Visitor } from './browser.ts'
import { type Empty, serveEmpty } from './empty-page.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 9
const MOST = 2
/** How many conversations must be on the screen before the list counts as shown; the world has exactly this many. */
const ROWS = 30
const PATIENCE_MS = 120_000
const LIST = 'main section[aria-labelledby="conversations"] li'
/** The start of the console message in which the page reports its times. */
const PAINTED = 'painted '
/** How long to wait for the app to preload what may be needed offline, which begins a few seconds after start. */
const WARM_MS = 8_000

/** Measures from a navigation's start to the painted list, offline, in a fresh browser with a slowed processor. */
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

/** Brings all documents onto the device and both pages into their service workers' caches, then goes offline. */
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

/** Returns when the rows were painted, and when the live app had replaced the start snapshot that is shown first. */
async function startCold({ device }: Visitor, url: string, rows: number): Promise<Painted> {
  await device.close()
  await device.relaunch()
  await slowDown(device.page)
  await notePaint(device.page, rows)
  // The page reports by itself, because polling it would run a script in the middle of the measurement.
  const told = device.page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(PAINTED),
    timeout: PATIENCE_MS,
  })
  await device.page.goto(url, { waitUntil: 'commit' })
  return JSON.parse((await told).text().slice(PAINTED.length))
}

type Painted = { seenAt: number; liveAt: number }

/** Makes the page report when this many rows were painted, and when those rows belonged to the live app. */
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
