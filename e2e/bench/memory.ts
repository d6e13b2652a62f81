import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { COPY } from '../../sync/copy.ts'
import { PHONE } from '../device.ts'
import { Recorder } from '../pages/recorder.ts'
import { openVisitor, type Visitor } from './browser.ts'
import { serveEmpty } from './empty-page.ts'
import type { Ground } from './ground.ts'
import type { Measured } from './measured.ts'
import { ownDatabase, startOfFilm } from './send/film.ts'

const FILE_BYTES = 100_000_000
const LOOK_MS = 100
const PATIENCE_MS = 120_000

/** The private memory in megabytes, without mapped files, of the page's process and of the whole browser. */
type Taken = { tab: number; browser: number }

/**
 * Measures the peak memory of the tab and of the whole browser while the studio records a minute, and while a file
 * of 100 MB is picked, stored and uploaded. The floor is an empty page in the same browser. The whole browser counts
 * as well, because a page's files may be held in memory outside the page.
 */
export async function measureMemory(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const [toRecord, toPick] = world.waiting.slice(-2)
  if (!toRecord || !toPick) throw new Error('no question waits')
  const empty = await serveEmpty()
  const visitor = await openVisitor(world, world.athlete, PHONE)
  try {
    const { device } = visitor
    await device.page.goto(empty.origin)
    const floor = await most(visitor, () => sleep(2_000))
    // Without VideoEncoder the browser cannot compress the file, so all of it is stored and sent.
    await device.context.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'))
    await openQuestion(visitor, toRecord)
    const rows = [rowsOf('open in the studio', await most(visitor, () => sleep(2_000)), floor)]
    const recording = await most(visitor, () => recordToTheEnd(device.page))
    rows.push(rowsOf('recording 60 s', recording, floor))
    await openQuestion(visitor, toPick)
    const uploading = await withLargeFile(async (path) => {
      const picking = await most(visitor, () => pick(device.page, path))
      rows.push(rowsOf('picking 100 MB', picking, floor))
      return most(visitor, () => send(device.page))
    })
    rows.push(rowsOf('uploading 100 MB', uploading, floor))
    return rows.flat()
  } finally {
    await visitor.dispose()
    empty.server.close()
  }
}

function rowsOf(doing: string, { tab, browser }: Taken, floor: Taken): Measured[] {
  const rest = { unit: 'MB', against: 'empty page' }
  return [
    { figure: `tab, ${doing}`, ours: [tab], floor: [floor.tab], ...rest },
    { figure: `whole browser, ${doing}`, ours: [browser], floor: [floor.browser], ...rest },
  ]
}

async function openQuestion({ device }: Visitor, questionId: string): Promise<void> {
  await device.goto(`/dashboard/answer/${questionId}`)
  await device.page.getByRole('button', { name: 'Record your answer' }).waitFor({ timeout: PATIENCE_MS })
}

/** Records until the recorder stops by itself at its time limit. */
async function recordToTheEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await new Recorder(page).start()
  await page.getByText('Saved on this device', { exact: true }).waitFor({ timeout: PATIENCE_MS })
}

async function pick(page: Page, path: string): Promise<void> {
  await page.getByLabel('Video file').setInputFiles(path)
  await page.getByText('Saved on this device').waitFor({ timeout: PATIENCE_MS })
  const kept = await page.evaluate(keptSizes, await page.evaluate(ownDatabase))
  if (!kept.includes(FILE_BYTES)) throw new Error('the file was not kept as it is')
}

/** Returns the sizes in bytes of the takes on this device, without opening any of them. */
async function keptSizes(name: string): Promise<number[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  const takes = await done(database.transaction('takes').objectStore('takes').getAll())
  database.close()
  return takes.map(({ bytes }) => bytes)
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('heading', { name: COPY.answerSent }).waitFor({ timeout: PATIENCE_MS })
}

async function withLargeFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'infield-large-'))
  const path = join(folder, 'IMG_0002.mp4')
  const file = await open(path, 'w')
  await file.write(await startOfFilm(FILE_BYTES))
  await file.truncate(FILE_BYTES)
  await file.close()
  try {
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the peak of each figure while `during` runs. */
async function most(visitor: Visitor, during: () => Promise<unknown>): Promise<Taken> {
  const seen: Taken = { tab: 0, browser: 0 }
  let isOver = false
  const done = during().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const now = await takenBy(visitor)
    seen.tab = Math.max(seen.tab, now.tab)
    seen.browser = Math.max(seen.browser, now.browser)
    await sleep(LOOK_MS)
  }
  await done
  return seen
}

/** Returns the memory in use. The largest renderer is the page's; the other renderers are empty spares. */
async function takenBy({ device }: Visitor): Promise<Taken> {
  const browser = device.context.browser()
  if (!browser) throw new Error('the browser is gone')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const sizes = await Promise.all(
    processInfo.map(async ({ id, type }) => ({ type, megabytes: await ownMegabytes(id) })),
  )
  const tabs = sizes.filter(({ type }) => type === 'renderer').map(({ megabytes }) => megabytes)
  return { tab: Math.max(0, ...tabs), browser: sizes.reduce((sum, { megabytes }) => sum + megabytes, 0) }
}

/** Returns the process's private memory as the kernel counts it, or 0 if the process has just ended. */
async function ownMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, size]) => Number(size))
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1_000
}
