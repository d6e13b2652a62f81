import type { Page } from 'playwright/test'
import { countStored, openVisitor, slowDown, type Visitor } from './browser.ts'
import { type Empty, serveEmpty } from './empty-page.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 9
const MOST = 2
/** A start answers a tap within this many times an empty page. */
const MOST_TO_ANSWER = 4
/** How many conversations must be on the screen before the list counts as shown; the world has exactly this many. */
const ROWS = 30
const PATIENCE_MS = 120_000
const LIST = 'main section[aria-labelledby="conversations"] li'
const THREAD = 'section[aria-label^="Conversation with"] article'
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

/** Measures the start for one fan: until the list is seen, and until it answers. */
export async function measureFan(
  world: BrowserWorld,
  { questions, member }: BrowserWorld['fans'][number],
  empty: Empty,
): Promise<Measured[]> {
  const visitor = await openVisitor(world, member)
  try {
    await makeReady(visitor, questions, empty)
    const dashboard = `${visitor.origin}/dashboard?tab=conversations`
    const seen = rowOf(`offline dashboard, ${questions} messages, to be seen`, { most: MOST })
    const answered = rowOf(`offline dashboard, ${questions} messages, to answer a tap`, {
      most: MOST_TO_ANSWER,
    })
    const live = rowOf(`offline dashboard, ${questions} messages, the app in place`)
    const thread = rowOf(`offline dashboard, ${questions} messages, tapped at once, to the thread`)
    for (let run = 0; run < RUNS; run += 1) {
      const start = await startCold(visitor, dashboard, { rows: ROWS })
      const floor = await startCold(visitor, `${empty.origin}/`, { rows: 1 })
      const tapped = await startCold(visitor, dashboard, { rows: ROWS, thread: THREAD })
      seen.ours.push(start.seenAt)
      live.ours.push(start.liveAt)
      answered.ours.push(tapped.answeredAt)
      thread.ours.push(tapped.threadAt)
      for (const row of [seen, answered, live, thread]) row.floor.push(floor.seenAt)
    }
    return [seen, answered, live, thread]
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

/**
 * Returns when the rows were painted, and when the live app had replaced the start snapshot that is shown first. With
 * a selector for a thread, the first conversation is tapped as soon as it is seen, and the answer has the moments in
 * which that showed and the thread was painted.
 */
async function startCold({ device }: Visitor, url: string, wanted: Wanted): Promise<Painted> {
  await device.close()
  await device.relaunch()
  await slowDown(device.page)
  await notePaint(device.page, wanted)
  // The page reports by itself, because polling it would run a script in the middle of the measurement.
  const told = device.page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(PAINTED),
    timeout: PATIENCE_MS,
  })
  await device.page.goto(url, { waitUntil: 'commit' })
  return JSON.parse((await told).text().slice(PAINTED.length))
}

type Wanted = { rows: number; thread?: string }
type Painted = { seenAt: number; liveAt: number; answeredAt: number; threadAt: number }

/** Makes the page report when this many rows were painted, and what is said at `startCold`. */
async function notePaint(
  page: Page,
  { rows, thread = null }: { rows: number; thread?: string | null },
): Promise<void> {
  await page.addInitScript(
    ({ list, least, opened, painted }) => {
      const noted: Partial<Painted> = {}
      const tell = () => console.debug(painted + JSON.stringify(noted))
      /** Notes when the first frame in which `isTrue` holds was painted. */
      const note = (name: keyof Painted, isTrue: () => boolean, then: () => void) => {
        if (!isTrue()) requestAnimationFrame(() => note(name, isTrue, then))
        else
          requestAnimationFrame(() =>
            setTimeout(() => {
              noted[name] = performance.now()
              then()
            }),
          )
      }
      const isShown = (isLive: boolean) => () =>
        [...document.querySelectorAll(list)].filter((row) => !isLive || !row.closest('[data-snapshot]'))
          .length >= least
      const tap = () => {
        const link = document.querySelector<HTMLElement>(`${list} a`)
        link?.click()
        note(
          'answeredAt',
          () => !link?.isConnected || link.matches('[data-pressed], [aria-busy=true]'),
          () => {},
        )
        note('threadAt', () => document.querySelector(opened ?? '') !== null, tell)
      }
      note('seenAt', isShown(false), () => (opened ? tap() : note('liveAt', isShown(true), tell)))
    },
    { list: LIST, least: rows, opened: thread, painted: PAINTED },
  )
}
