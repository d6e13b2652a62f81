import type { Page } from 'playwright/test'
import { openVisitor, slowDown } from '../browser.ts'
import { serveEmpty } from '../empty-page.ts'
import type { Ground } from '../ground.ts'
import type { Measured } from '../measured.ts'
import { type CommitWatch, TAPPED, watchCommits } from './commit-watch.ts'
import { keepTakes, makeFilm, ownDatabase } from './film.ts'

const RUNS = 9
const MOST = 1.5
/** The size of a recording of one minute. */
const TAKE_BYTES = 16_000_000
/** How long the athlete looks at the take before sending it. */
const LOOKED_MS = 1_500
/** How long a thumb stays on the glass. The page's work for the touch itself is over before the tap ends. */
const THUMB_MS = 80
const FLOOR_DATABASE = 'floor'

/**
 * Measures, offline, from the tap on "Send answer" to the strict commit of take and intent. The floor is a tap on an
 * empty page that writes one row strictly; both have a slowed processor. The commit is observed from another page,
 * because the tapped page hears of it only after it has painted the tap, which is a figure of its own.
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
    // From here on the studio opens without a network.
    await page.getByText('Ready for offline', { exact: true }).waitFor({ timeout: 120_000 })
    const questionIds = world.waiting.slice(0, RUNS)
    await keepTakes(page, questionIds, await makeFilm(TAKE_BYTES))
    const bare = await device.context.newPage()
    await bare.goto(empty.origin)
    await prepareBare(bare)
    await noteCommits(page)
    const appWatch = await watchCommits(page, await page.evaluate(ownDatabase), 'outbox')
    const bareWatch = await watchCommits(bare, FLOOR_DATABASE, 'rows')
    const app = await slowDown(page)
    const emptyPage = await slowDown(bare)
    await device.goOffline()
    const taps: Saved[] = []
    const floor: Saved[] = []
    for (const questionId of questionIds) {
      await Promise.all([page.bringToFront(), app.slow(), emptyPage.letGo()])
      await device.goto(`/dashboard/answer/${questionId}`)
      taps.push(await tap(page, 'Send answer', appWatch))
      await Promise.all([bare.bringToFront(), app.letGo(), emptyPage.slow()])
      floor.push(await tap(bare, 'Write', bareWatch))
    }
    const against = 'tap, one strict put, empty page'
    const row = (figure: string, point: keyof Saved): Measured => ({
      ...{ figure, unit: 'ms', against },
      ours: taps.map((saved) => saved[point]),
      floor: floor.map((saved) => saved[point]),
    })
    return [
      { ...row('Send tap to safe, offline', 'safeMs'), bar: { of: 'ratio', most: MOST } },
      row('Send tap to the page hearing of it', 'heardMs'),
      row('Send tap to "Saved on this device"', 'shownMs'),
    ]
  } finally {
    await dispose()
    empty.server.close()
  }
}

/** The milliseconds from the tap to the commit, to the page's hearing of it, and to the message on the screen. */
type Saved = { safeMs: number; heardMs: number; shownMs: number }
type Heard = Omit<Saved, 'safeMs'> & { tappedAt: number }
/** `onShown` is called once, with everything that was noted of a tap. */
type Noting = Window & { saved?: Heard; onShown?: (saved: Heard) => void }

async function tap(page: Page, name: string, watch: CommitWatch): Promise<Saved> {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  const committedAt = watch.next()
  // Begin to wait before the tap: a call that comes after it is evaluated by the page while the tap is measured.
  const noted = page.evaluate(
    () =>
      new Promise<Heard>((resolve) => {
        ;(window as Noting).onShown = resolve
      }),
  )
  await page.waitForTimeout(LOOKED_MS)
  await button.click({ delay: THUMB_MS })
  const { tappedAt, ...heard } = await noted
  return { safeMs: (await committedAt) - tappedAt, ...heard }
}

/** Notes when, after a tap, a transaction that writes the outbox was committed, and when the message was shown. */
async function noteCommits(page: Page): Promise<void> {
  await page.addInitScript((channel) => {
    const told = new BroadcastChannel(channel)
    let tappedAt: number | null = null
    const since = () => performance.now() - (tappedAt ?? Number.NaN)
    addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element) || !target.closest('button')?.textContent?.includes('Send answer'))
          return
        tappedAt = performance.now()
        told.postMessage('tapped')
      },
      true,
    )
    // Request no frame after the tap, because it would run before the work that is measured.
    const watching = new MutationObserver(() => {
      const { saved } = window as Noting
      const isShown = document.querySelector('[role=status] h3')?.textContent === 'Saved on this device'
      if (!saved || !isShown) return
      watching.disconnect()
      requestAnimationFrame(() => {
        saved.shownMs = since()
        ;(window as Noting).onShown?.(saved)
      })
    })
    watching.observe(document, { childList: true, subtree: true, characterData: true })
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...args) {
      const transaction = begin.apply(this, args)
      const writes = args[1] === 'readwrite' && transaction.objectStoreNames.contains('outbox')
      if (writes && tappedAt !== null && !(window as Noting).saved)
        transaction.addEventListener('complete', () => {
          ;(window as Noting).saved ??= {
            tappedAt: performance.timeOrigin + (tappedAt ?? Number.NaN),
            heardMs: since(),
            shownMs: Number.NaN,
          }
        })
      return transaction
    }
  }, TAPPED)
}

/** Adds a button to the page that writes one row strictly and does nothing else. */
async function prepareBare(page: Page): Promise<void> {
  const args = { name: FLOOR_DATABASE, channel: TAPPED }
  await page.evaluate(async ({ name, channel }) => {
    const told = new BroadcastChannel(channel)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const button = document.createElement('button')
    button.textContent = 'Write'
    button.addEventListener('click', () => {
      const tappedAt = performance.now()
      told.postMessage('tapped')
      delete (window as Noting).saved
      const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
      transaction.objectStore('rows').add({ args: { note: 'x'.repeat(200) } })
      // The app commits explicitly too; otherwise the commit waits until the page hears of the write.
      transaction.commit()
      transaction.oncomplete = () => {
        const heardMs = performance.now() - tappedAt
        const saved = { tappedAt: performance.timeOrigin + tappedAt, heardMs, shownMs: heardMs }
        ;(window as Noting).saved = saved
        ;(window as Noting).onShown?.(saved)
      }
    })
    document.body.append(button)
  }, args)
}
