import type { Page } from 'playwright/test'
import { openVisitor } from './browser.ts'
import type { Ground } from './ground.ts'
import type { Measured } from './measured.ts'

const MOST = 1.5

/** From the tap that sends to the strict commit of the outbox, against a bare strict write in the same page. */
export async function measureSafeSend(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const { device, dispose } = await openVisitor(world, world.athlete)
  try {
    const { page } = device
    await noteCommits(page)
    await device.goto('/dashboard')
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    await page
      .locator('main section[aria-labelledby="waiting"] li')
      .nth(world.waiting.length - 2)
      .waitFor({ timeout: 60_000 })
    const taps: Saved[] = []
    const floor: number[] = []
    for (const questionId of world.waiting) {
      await device.goto(`/dashboard/answer/${questionId}`)
      await page.getByRole('button', { name: 'Decline', exact: true }).click()
      await page.getByRole('button', { name: 'Decline request' }).click()
      const taken = await page.waitForFunction(() => (window as Noting).saved, null, { timeout: 60_000 })
      const saved = await taken.jsonValue()
      if (saved) taps.push(saved)
      floor.push(await putStrictly(page))
    }
    const rest = { unit: 'ms', floor, against: 'raw strict put' }
    return [
      {
        figure: "the outbox's strict write",
        ours: taps.map(({ writeMs }) => writeMs),
        ...rest,
        bar: { of: 'ratio', most: MOST },
      },
      { figure: 'tap to strict save', ours: taps.map(({ tapMs }) => tapMs), ...rest },
    ]
  } finally {
    await dispose()
  }
}

/** From the tap, and from the beginning of the write, to its commit. */
type Saved = { tapMs: number; writeMs: number }
type Noting = Window & { saved?: Saved }

/** Notes how long after the tap a transaction that writes the outbox was committed. */
async function noteCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let tappedAt: number | null = null
    addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('button')?.textContent?.includes('Decline request'))
          tappedAt = performance.now()
      },
      true,
    )
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...args) {
      const begunAt = performance.now()
      const transaction = begin.apply(this, args)
      const writes = args[1] === 'readwrite' && transaction.objectStoreNames.contains('outbox')
      if (writes && tappedAt !== null)
        transaction.addEventListener('complete', () => {
          const now = performance.now()
          if (tappedAt !== null) (window as Noting).saved = { tapMs: now - tappedAt, writeMs: now - begunAt }
          tappedAt = null
        })
      return transaction
    }
  })
}

/** The middle of several, for one says little. */
function putStrictly(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('floor', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const taken: number[] = []
    for (let write = 0; write < 5; write += 1) {
      const started = performance.now()
      await new Promise((done) => {
        const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' })
        transaction.objectStore('rows').add({ args: { note: 'x'.repeat(200) } })
        transaction.oncomplete = done
      })
      taken.push(performance.now() - started)
    }
    database.close()
    return taken.sort((a, b) => a - b)[2] ?? Number.NaN
  })
}
