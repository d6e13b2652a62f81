import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from 'playwright/test'
import { cpuSeconds, noteCost } from '../.ci/cpu.ts'
import { keepDrawing } from '../.ci/drawing.ts'
import { type Complaints, collectComplaints } from './complaints.ts'
import { type Device, openDevice, PHONE } from './device.ts'
import { type Line, openLine } from './proxy.ts'
import { type Kept, profileOf, seededData } from './run/ground.ts'
import { type Server, startServer } from './server.ts'

type WorkerFixtures = {
  /**
   * The name of the test's world. Files that move the clock or change the demo's people name a world of their own.
   */
  world: string
  /** Settings of the server's environment that differ from other worlds. */
  settings: Record<string, string>
  server: Server
}

type Fixtures = {
  /** Records what each test cost, by its file. */
  cost: undefined
  complaints: Complaints
  /** Opens a line to the server for this test alone. */
  openLine(): Promise<Line>
  /** Opens a browser with a profile and a line of its own. By default the profile has already opened the app once. */
  openDevice(options?: BrowserContextOptions, kept?: Kept): Promise<Device>
  /**
   * Opens a page in a temporary browser, for tests that need neither a profile nor a failing network. It installs no
   * service worker unless told to, because that costs as much as everything else in such a test.
   */
  visit(options?: BrowserContextOptions): Promise<Page>
}

/**
 * The CPU time already counted. A worker runs tests one after another; what it used since the last one, including
 * the server's start, counts for the next one.
 */
let noted = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
  world: ['shared', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],

  server: [
    // Playwright shares a worker, and so its server, between files with the same world name.
    async ({ world: _world, settings }, use) => {
      const server = await startServer(seededData(), settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  cost: [
    // Depends on `server`, so that the server's start counts too.
    async ({ server: _server }, use, { file }) => {
      await use(undefined)
      const used = cpuSeconds()
      noteCost({ file, seconds: used - noted })
      noted = used
    },
    { auto: true },
  ],

  complaints: [
    async ({ server }, use, testInfo) => {
      const complaints = collectComplaints()
      const before = server.errors().length
      await use(complaints)
      if (testInfo.status !== 'passed') {
        await testInfo.attach('server.log', { body: server.said(), contentType: 'text/plain' })
        return
      }
      expect(complaints.unexpected(), 'errors in the console').toEqual([])
      expect(server.errors().slice(before), 'errors in the log').toEqual([])
    },
    { auto: true },
  ],

  openLine: async ({ server }, use) => {
    const lines: Line[] = []
    await use(async () => {
      const line = await openLine(() => server.port)
      lines.push(line)
      return line
    })
    await Promise.all(lines.map((line) => line.close()))
  },

  openDevice: async ({ playwright, launchOptions, openLine: newLine, complaints }, use) => {
    const disposals: (() => Promise<void>)[] = []
    await use(async (options = PHONE, kept = 'app') => {
      const line = await newLine()
      const { device, dispose } = await openDevice({
        browserType: playwright.chromium,
        launchOptions,
        contextOptions: options,
        line,
        madeFrom: profileOf(kept),
        onContext: (context) => complaints.watch(context, line),
      })
      disposals.push(dispose)
      return device
    })
    for (const dispose of disposals) await dispose()
  },

  visit: async ({ browser, server, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: `http://localhost:${server.port}`,
        serviceWorkers: 'block',
        ...options,
      })
      contexts.push(context)
      complaints.watch(context, null)
      const page = await context.newPage()
      await keepDrawing(page)
      return page
    })
    // Close the pages, because the worker's browser would keep them running beside every later test.
    for (const context of contexts) await context.close()
  },
})
