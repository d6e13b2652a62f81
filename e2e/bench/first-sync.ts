import type { Page } from 'playwright/test'
import { SYNC_PATHS } from '../../sync/paths.ts'
import { PROTOCOL } from '../../sync/protocol.ts'
import type { Device } from '../device.ts'
import { countStored, openVisitor } from './browser.ts'
import type { BrowserWorld, Ground, Member } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 3
const MOST = 3

/**
 * Measures from a new device's first pull to its last stored document, against fetching and parsing the same pulls.
 */
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

/** Signs in on a new device and pulls everything once; `floor` is what fetching and parsing took. */
export async function syncOnce(
  world: BrowserWorld,
  member: Member,
  questions: number,
): Promise<{ ours: number; floor: number }> {
  const { device, dispose } = await openVisitor(world, member)
  try {
    await device.goto('/robots.txt')
    await fetchAll(device.page, member.csrf)
    const { ms: floor, lastId } = await fetchAll(device.page, member.csrf)
    await comeIn(device)
    await device.goto('/dashboard')
    const storedAt = await device.page.evaluate(whenStored, lastId)
    const stored = await device.page.evaluate(countStored, 'questions')
    if (stored !== questions) throw new Error(`${stored} of ${questions} are stored`)
    const startedAt = await device.page.evaluate((path) => {
      const pulls = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path))
      return Math.min(...pulls.map(({ startTime }) => startTime))
    }, SYNC_PATHS.pull)
    return { ours: storedAt - startedAt, floor }
  } finally {
    await dispose()
  }
}

/** Imitates a user signing in on a new device: the service worker has cached the app before the session exists. */
async function comeIn({ context, page, goto }: Device): Promise<void> {
  const session = await context.cookies()
  await context.clearCookies()
  await goto('/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.addCookies(session)
}

/**
 * Resolves with the time at which this document is stored. Pages are written in order, so the last document stands
 * for all. Each record of the log is read once and only looked through for the id, so that the app hardly waits for
 * its own store.
 */
async function whenStored(id: string): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  for (;;) {
    await pause()
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('documents-'))
    if (!found?.name) continue
    const database = await done(indexedDB.open(found.name))
    let from: IDBValidKey = ['questions/']
    try {
      while (database.objectStoreNames.contains('log')) {
        const range = IDBKeyRange.bound(from, ['questions0'], true)
        const log = database.transaction('log').objectStore('log')
        const [keys, texts] = await Promise.all([
          done(log.getAllKeys(range)),
          done<string[]>(log.getAll(range)),
        ])
        if (texts.some((text) => text.includes(id))) return performance.now()
        from = keys.at(-1) ?? from
        await pause()
      }
    } finally {
      database.close()
    }
  }
}

/** Fetches all pages of one collection in sequence, because each page names the checkpoint where the next begins. */
function fetchAll(page: Page, csrf: string): Promise<{ ms: number; lastId: string }> {
  return page.evaluate(
    async ({ path, protocol, token }) => {
      const started = performance.now()
      let checkpoint: unknown = null
      let lastId = ''
      for (let more = true; more; ) {
        const response = await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': token },
          body: JSON.stringify({ protocol, collection: 'questions', checkpoint, limit: 1_000 }),
        })
        const answer = JSON.parse(await response.text()) as {
          documents: { id: string }[]
          checkpoint: unknown
        }
        lastId = answer.documents.at(-1)?.id ?? lastId
        checkpoint = answer.checkpoint
        more = answer.documents.length === 1_000
      }
      return { ms: performance.now() - started, lastId }
    },
    { path: SYNC_PATHS.pull, protocol: PROTOCOL, token: csrf },
  )
}
