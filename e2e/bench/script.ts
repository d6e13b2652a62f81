import { openVisitor } from './browser.ts'
import type { BrowserWorld, Ground, Member } from './ground.ts'
import type { Measured } from './measured.ts'

const VISITED = ['/', '/ask', '/request', '/benefits', '/signin']
/** How long to wait for what a page loads by itself after it is shown. */
const REST_MS = 4_000

/**
 * Measures the bytes of script that a first visit to each route transfers in a new browser profile, as the browser
 * counts them. What the page loads by itself afterwards counts too; the service worker's own fetches do not.
 */
export async function measureScript(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const routes: [name: string, path: string, member?: Member][] = [
    ...VISITED.map((path): [string, string] => [path, path]),
    ['/view/{token}', world.viewPath],
    ['/dashboard', '/dashboard', world.athlete],
    ['/dashboard/answer/{question}', `/dashboard/answer/${world.waiting.at(-1)}`, world.athlete],
  ]
  const rows: Measured[] = []
  for (const [name, path, member] of routes) {
    const ours = [await countTransferred(world, path, member)]
    rows.push({ figure: `script brought by ${name}`, unit: 'kB', ours, floor: [], against: '' })
  }
  return rows
}

/** The fields of a resource timing entry that this figure reads. */
type Fetched = { name: string; encodedBodySize: number }

async function countTransferred(world: BrowserWorld, path: string, member?: Member): Promise<number> {
  const { device, dispose } = await openVisitor(world, member)
  try {
    await device.goto(path)
    await device.page.locator('main').first().waitFor()
    await device.page.waitForTimeout(REST_MS)
    const bytes = await device.page.evaluate(() => {
      const files = performance.getEntriesByType('resource').map((entry) => entry.toJSON() as Fetched)
      return files
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    })
    if (bytes === 0) throw new Error(`${path} brought no script: nothing was measured`)
    return bytes / 1_000
  } finally {
    await dispose()
  }
}
