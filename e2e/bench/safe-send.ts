import type { Page } from 'playwright/test'
import { openVisitor, slowDown } from './browser.ts'
import { serveEmpty } from './empty-page.ts'
import type { Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const RUNS = 9
const MOST = 1.5
/** What a minute takes. */
const TAKE_BYTES = 16_000_000
/** Whoever sends a take has looked at it before. */
const LOOKED_MS = 1_500

/**
 * From the tap on "Send answer" to the strict commit of take and intent, without a network, against a tap on an empty
 * page that writes one row strictly; both on a slowed processor.
 */
export async function measureSafeSend(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const empty = await serveEmpty()
  const { device, dispose } = await openVisitor(world, world.athlete)
  try {
    const { page } = device
    await device.goto('/dashboard')
    await page
      .locator('main section[aria-labelledby="waiting"] li')
      .nth(world.waiting.length - 2)
      .waitFor({ timeout: 60_000 })
    // the studio opens without a network from then on
    await page.getByText('Ready for offline', { exact: true }).waitFor({ timeout: 120_000 })
    const questionIds = world.waiting.slice(0, RUNS)
    await page.evaluate(keepTakes, { questionIds, bytes: TAKE_BYTES })
    const bare = await device.context.newPage()
    await bare.goto(empty.origin)
    await prepareBare(bare)
    await noteCommits(page)
    for (const each of [page, bare]) await slowDown(each)
    await device.goOffline()
    const taps: Saved[] = []
    const floor: number[] = []
    for (const questionId of questionIds) {
      await page.bringToFront()
      await device.goto(`/dashboard/answer/${questionId}`)
      taps.push(await tap(page, 'Send answer'))
      await bare.bringToFront()
      floor.push((await tap(bare, 'Write')).safeMs)
    }
    const rest = { unit: 'ms', floor, against: 'tap, one strict put, empty page' }
    return [
      {
        figure: 'Send tap to safe, offline',
        ours: taps.map(({ safeMs }) => safeMs),
        ...rest,
        bar: { of: 'ratio', most: MOST },
      },
      { figure: 'Send tap to "Saved on this device"', ours: taps.map(({ shownMs }) => shownMs), ...rest },
    ]
  } finally {
    await dispose()
    empty.server.close()
  }
}

/** From the tap to the commit, and to the words that say so. */
type Saved = { safeMs: number; shownMs: number }
type Noting = Window & { saved?: Saved }

async function tap(page: Page, name: string): Promise<Saved> {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  await page.waitForTimeout(LOOKED_MS)
  await button.click()
  // not with every frame, which is how it looks otherwise: nobody else asks for one
  const noted = await page.waitForFunction(
    () => {
      const { saved } = window as Noting
      return saved && !Number.isNaN(saved.shownMs) ? saved : undefined
    },
    null,
    { polling: 250 },
  )
  return (await noted.jsonValue()) as Saved
}

/** Notes when, after a tap, a transaction that writes the outbox was committed, and when the words stood there. */
async function noteCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let tappedAt: number | null = null
    const since = () => performance.now() - (tappedAt ?? Number.NaN)
    addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element) || !target.closest('button')?.textContent?.includes('Send answer'))
          return
        tappedAt = performance.now()
        // no frame may be asked for meanwhile: it would stand before what is measured
        const watching = new MutationObserver(() => {
          const { saved } = window as Noting
          const isShown = document.querySelector('[role=status] h3')?.textContent === 'Saved on this device'
          if (!saved || !isShown) return
          watching.disconnect()
          requestAnimationFrame(() => {
            saved.shownMs = since()
          })
        })
        watching.observe(document.body, { childList: true, subtree: true, characterData: true })
      },
      true,
    )
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...args) {
      const transaction = begin.apply(this, args)
      const writes = args[1] === 'readwrite' && transaction.objectStoreNames.contains('outbox')
      if (writes && tappedAt !== null && !(window as Noting).saved)
        transaction.addEventListener('complete', () => {
          ;(window as Noting).saved ??= { safeMs: since(), shownMs: Number.NaN }
        })
      return transaction
    }
  })
}

/** A button that writes one row strictly and nothing else. */
async function prepareBare(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('floor', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const button = document.createElement('button')
    button.textContent = 'Write'
    button.addEventListener('click', () => {
      const tappedAt = performance.now()
      delete (window as Noting).saved
      const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
      transaction.objectStore('rows').add({ args: { note: 'x'.repeat(200) } })
      transaction.oncomplete = () => {
        const safeMs = performance.now() - tappedAt
        ;(window as Noting).saved = { safeMs, shownMs: safeMs }
      }
    })
    document.body.append(button)
  })
}

/** Takes as the recorder keeps them, one for each question, written beside the app. */
async function keepTakes({ questionIds, bytes }: { questionIds: string[]; bytes: number }): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const databases = await indexedDB.databases()
  const own = databases.find(({ name }) => name?.startsWith('device-') && name !== 'device-guest')
  const database = await done(indexedDB.open(own?.name ?? ''))
  for (const questionId of questionIds) {
    const id = crypto.randomUUID()
    const transaction = database.transaction(['takes', 'videos'], 'readwrite')
    transaction.objectStore('videos').put({ id, blob: new Blob([new Uint8Array(bytes)]) })
    transaction.objectStore('takes').put({
      ...{
        id,
        questionId,
        purpose: 'answer',
        type: 'video/mp4',
        bytes,
        durationMs: 60_000,
        sha256: 'f'.repeat(64),
      },
      ...{ source: 'recorded', recordedAt: Date.now(), dueAt: null, state: 'kept', refusal: null },
      ...{ uploadUrl: null, uploadedBytes: 0, inPieces: false },
    })
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
  }
  database.close()
}
