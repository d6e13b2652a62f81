import { devices, type Page } from 'playwright/test'
import { openVisitor, slowDown } from './browser.ts'
import type { Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 3
/** The speed of a phone's connection at the edge of its network. */
const BYTES_PER_SECOND = 50_000
const LATENCY_MS = 400
/** How long a fan looks at a profile before tapping. */
const LOOKED_MS = 3_000
const PATIENCE_MS = 120_000

/**
 * Measures, on a first visit with a slow line and processor, from the tap on "Ask a Question" until the fan can type
 * in the first step, and until the full wizard has taken over with the text that was typed.
 */
export async function measureSlowAsk(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const username = await anybody(world.port)
  const taps = { atOnce: [] as Tap[], later: [] as Tap[] }
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, waitMs] of [
      ['atOnce', 0],
      ['later', LOOKED_MS],
    ] as const) {
      const { device, dispose, origin } = await openVisitor(world, undefined, devices['Pixel 5'])
      try {
        await slowLine(device.page)
        await slowDown(device.page)
        taps[name].push(await timeTap(device.page, `${origin}/ask/${username}`, waitMs))
      } finally {
        await dispose()
      }
    }
  }
  const row = (figure: string, ours: number[]): Measured => ({
    ...{ figure, unit: 'ms', ours, floor: [], against: '50 kB/s, 400 ms, processor slowed' },
  })
  const bar = { of: 'ours', most: 2_000 } as const
  const typed = (of: Tap[]) => of.map(({ typedMs }) => typedMs)
  const taken = (of: Tap[]) => of.map(({ takenMs }) => takenMs)
  return [
    { ...row('tap on Ask as soon as it is seen', typed(taps.atOnce)), bar },
    { ...row('tap on Ask three seconds later', typed(taps.later)), bar },
    row('wizard itself after a tap as soon as it is seen', taken(taps.atOnce)),
    row('wizard itself after a tap three seconds later', taken(taps.later)),
  ]
}

/** Returns the username of an athlete who is not paused and so can be asked. */
export async function anybody(port: number): Promise<string> {
  const { athletes } = (await (await fetch(`http://127.0.0.1:${port}/api/athletes`)).json()) as {
    athletes: { username: string; paused?: boolean }[]
  }
  const found = athletes.find(({ paused }) => !paused)
  if (!found) throw new Error('nobody is in the directory')
  return found.username
}

async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
}

type Tap = { typedMs: number; takenMs: number }

async function timeTap(page: Page, url: string, waitMs: number): Promise<Tap> {
  await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS })
  const ask = page.getByRole('button', { name: 'Ask a Question' }).first()
  await ask.waitFor({ timeout: PATIENCE_MS })
  await page.waitForTimeout(waitMs)
  const begun = performance.now()
  await ask.click({ noWaitAfter: true })
  const subject = page.locator('dialog:modal input').first()
  await subject.waitFor({ timeout: PATIENCE_MS })
  await page.keyboard.type('P')
  if ((await subject.inputValue()) !== 'P') throw new Error('the first step took no word')
  const typedMs = performance.now() - begun
  await page.locator('#first-step').waitFor({ state: 'detached', timeout: PATIENCE_MS })
  const takenMs = performance.now() - begun
  if ((await subject.inputValue()) !== 'P') throw new Error('a word was lost when the wizard came')
  return { typedMs, takenMs }
}
