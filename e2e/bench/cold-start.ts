import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { countStored, openVisitor, type Visitor } from './browser.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 5
const PATIENCE_MS = 120_000
const LIST = 'main section[aria-labelledby="conversations"] li'
/** The app loads what may be wanted without a network a few seconds after it stands. */
const WARM_MS = 8_000

/** From the start of a navigation, in a browser just started and without a network, to the painted list. */
export async function measureColdStart(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const empty = await serveEmpty()
  const rows: Measured[] = []
  for (const fan of world.fans) rows.push(await measureFan(world, fan, empty))
  empty.server.close()
  return rows
}

type Empty = { server: Server; origin: string }

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
    }
    for (let run = 0; run < RUNS; run += 1) {
      row.ours.push(await startCold(visitor, `${visitor.origin}/dashboard?tab=conversations`))
      row.floor.push(await startCold(visitor, `${empty.origin}/`))
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

async function startCold({ device }: Visitor, url: string): Promise<number> {
  await device.close()
  await device.relaunch()
  await notePaint(device.page)
  await device.page.goto(url)
  const painted = await device.page.waitForFunction(() => (window as Noting).paintedAt, null, {
    timeout: PATIENCE_MS,
  })
  return (await painted.jsonValue()) ?? Number.NaN
}

type Noting = Window & { paintedAt?: number }

/** Notes when the frame with the list's first row had been painted. */
async function notePaint(page: Page): Promise<void> {
  await page.addInitScript((list) => {
    const look = () => {
      if (document.querySelector(list) === null) requestAnimationFrame(look)
      else
        requestAnimationFrame(() =>
          setTimeout(() => {
            ;(window as Noting).paintedAt = performance.now()
          }),
        )
    }
    look()
  }, LIST)
}

const EMPTY_PAGE = `<!doctype html><title>empty</title><main><ul class="card"><li>one</li></ul></main>
<script>navigator.serviceWorker.register('/worker.js')</script>`
const EMPTY_WORKER = `
oninstall = (event) => { skipWaiting(); event.waitUntil(caches.open('page').then((cache) => cache.add('/'))) }
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => event.respondWith(caches.match('/'))`

/** A page with one row and nothing behind it, kept by a service worker as the app's shell is. */
async function serveEmpty(): Promise<Empty> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? EMPTY_WORKER : EMPTY_PAGE)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
