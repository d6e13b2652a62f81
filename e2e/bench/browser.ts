import { type BrowserContextOptions, chromium, type Page } from 'playwright/test'
import { DESKTOP, type Device, openDevice } from '../device.ts'
import config from '../playwright.config.ts'
import { openLine } from '../proxy.ts'
import type { BrowserWorld, Member } from './ground.ts'

export type Visitor = { device: Device; origin: string; dispose(): Promise<void> }

/** Opens a new browser profile on its own line to the server, signed in as the member, or signed out without one. */
export async function openVisitor(
  { port }: BrowserWorld,
  member?: Member,
  contextOptions: BrowserContextOptions = DESKTOP,
): Promise<Visitor> {
  const line = await openLine(() => port)
  const { device, dispose } = await openDevice({
    browserType: chromium,
    launchOptions: config.use?.launchOptions ?? {},
    contextOptions,
    line,
    onContext: () => {},
  })
  const inAnHour = Math.round(Date.now() / 1_000) + 3_600
  const session = member && { name: 'session', value: member.session, url: line.origin, httpOnly: true }
  if (session) await device.context.addCookies([{ ...session, expires: inAnHour }])
  return {
    device,
    origin: line.origin,
    async dispose() {
      await dispose()
      await line.close()
    },
  }
}

/** How many times slower than this machine's processor a phone's is assumed to be. */
const SLOWED = 4

/**
 * Slows the page's processor down. `letGo` on the returned object ends that, and `slow` starts it again. A slowed
 * page keeps a processor of this machine busy even while idle, so two pages slowed at once would distort each
 * other's figures.
 */
export async function slowDown(page: Page): Promise<{ slow(): Promise<void>; letGo(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  const at = (rate: number) => async () =>
    void (await session.send('Emulation.setCPUThrottlingRate', { rate }))
  const slow = at(SLOWED)
  await slow()
  return { slow, letGo: at(1) }
}

/**
 * Returns how many documents of a collection this device has stored, across all accounts. It reads IndexedDB
 * directly, past the app, and finds the documents by the names that `client/db/storage` gives them.
 */
export async function countStored(collection: string): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const ids = new Set<string>()
  const databases = await indexedDB.databases()
  for (const { name } of databases.filter((found) => found.name?.startsWith('documents-'))) {
    const database = await done(indexedDB.open(name ?? ''))
    const log = database.transaction('log').objectStore('log')
    // The key of a record is the name of its collection with the schema's version, and the record's number.
    const range = IDBKeyRange.bound([`${collection}/`], [`${collection}0`])
    for (const text of await done<string[]>(log.getAll(range)))
      for (const { id } of JSON.parse(text) as { id: string }[]) ids.add(id)
    database.close()
  }
  return ids.size
}
