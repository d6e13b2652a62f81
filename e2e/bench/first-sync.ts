import type { Page } from 'playwright/test'
import { SYNC_PATHS } from '../../sync/paths.ts'
import { PROTOCOL } from '../../sync/protocol.ts'
import { countStored, openVisitor } from './browser.ts'
import type { BrowserWorld, Ground, Member } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 3
const LOOK_MS = 40
const MOST = 12

/** From a new device's first pull to the last document stored, against the same pulls fetched and parsed alone. */
export async function measureFirstSync(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const rows: Measured[] = []
  for (const { questions, member } of world.fans) {
    const row: Measured = {
      figure: `first sync of ${questions} documents`,
      unit: 'ms',
      ours: [],
      floor: [],
      against: 'fetch and JSON.parse',
      ...(questions === 10_000 && { bar: { of: 'ratio', most: MOST } }),
    }
    for (let run = 0; run < RUNS; run += 1) {
      const taken = await syncOnce(world, member, questions)
      row.ours.push(taken.ours)
      row.floor.push(taken.floor)
    }
    rows.push(row)
  }
  return rows
}

async function syncOnce(
  world: BrowserWorld,
  member: Member,
  questions: number,
): Promise<{ ours: number; floor: number }> {
  const { device, dispose } = await openVisitor(world, member)
  try {
    await device.goto('/robots.txt')
    await fetchAll(device.page, member.csrf)
    const floor = await fetchAll(device.page, member.csrf)
    await device.goto('/dashboard')
    while ((await device.page.evaluate(countStored, 'questions')) < questions)
      await device.page.waitForTimeout(LOOK_MS)
    const ours = await device.page.evaluate((path) => {
      const pulls = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path))
      return performance.now() - Math.min(...pulls.map(({ startTime }) => startTime))
    }, SYNC_PATHS.pull)
    return { ours, floor }
  } finally {
    await dispose()
  }
}

/** The pages of one collection, one after another because each names where the next begins. */
function fetchAll(page: Page, csrf: string): Promise<number> {
  return page.evaluate(
    async ({ path, protocol, token }) => {
      const started = performance.now()
      let checkpoint: unknown = null
      for (let more = true; more; ) {
        const response = await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': token },
          body: JSON.stringify({ protocol, collection: 'questions', checkpoint, limit: 1_000 }),
        })
        const answer = JSON.parse(await response.text()) as { documents: unknown[]; checkpoint: unknown }
        checkpoint = answer.checkpoint
        more = answer.documents.length === 1_000
      }
      return performance.now() - started
    },
    { path: SYNC_PATHS.pull, protocol: PROTOCOL, token: csrf },
  )
}
