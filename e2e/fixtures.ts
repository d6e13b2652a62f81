import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from 'playwright/test'
import { cpuSeconds, noteCost } from '../.ci/cpu.ts'
import { type Complaints, collectComplaints } from './complaints.ts'
import { type Device, openDevice, PHONE } from './device.ts'
import { type Line, openLine } from './proxy.ts'
import { type Kept, profileOf, seededData } from './run/ground.ts'
import { type Server, startServer } from './server.ts'

type WorkerFixtures = {
  /** Files that move the clock or change the demo's people name a world of their own. */
  world: string
  /** What of the server's environment is otherwise than in other worlds. */
  settings: Record<string, string>
  server: Server
}

type Fixtures = {
  /** Notes what each test cost, under its file. */
  cost: undefined
  complaints: Complaints
  /** A way to the server of this test's own. */
  openLine(): Promise<Line>
  /** A browser with a profile of its own, on a line of its own; on most the app was open before. */
  openDevice(options?: BrowserContextOptions, kept?: Kept): Promise<Device>
  /**
   * A page in a passing browser, for tests that need neither profile nor network trouble. It installs no service worker
   * unless told to: that costs as much as all else that such a test does.
   */
  visit(options?: BrowserContextOptions): Promise<Page>
}

/** A worker runs one test after the other: what it used since the last one, its server's start included, is the next one's. */
let noted = 0

export const test = base.extend<Fixtures, WorkerFixtures>({
  world: ['shared', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],

  server: [
    // the world's name alone decides whether a server is shared
    async ({ world: _world, settings }, use) => {
      const server = await startServer(seededData(), settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  cost: [
    // the server's start counts too
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
      return context.newPage()
    })
    // the browser is the worker's: a page that is left open works on beside every later test
    for (const context of contexts) await context.close()
  },
})
