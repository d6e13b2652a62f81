import type { Page } from 'playwright/test'

const EVERY_MS = 100

/** How late this page has been with anything until now, in ms, while others kept the machine busy. */
export type Lateness = { readonly ms: number }

const watched = new WeakMap<Page, { ms: number }>()

/** Begins to watch how late a page is with what is due; what is known when it is killed stays known. */
export async function watchLateness(page: Page): Promise<Lateness> {
  const late = watched.get(page) ?? { ms: 0 }
  late.ms = 0
  if (!watched.has(page))
    await page.exposeFunction('tellLate', (ms: number) => {
      late.ms = Math.max(late.ms, ms)
    })
  watched.set(page, late)
  await page.evaluate((everyMs) => {
    let due = performance.now() + everyMs
    const look = () => {
      const ms = Math.round(performance.now() - due)
      if (ms > everyMs / 2) (window as unknown as { tellLate(ms: number): void }).tellLate(ms)
      due = performance.now() + everyMs
      setTimeout(look, everyMs)
    }
    setTimeout(look, everyMs)
  }, EVERY_MS)
  return late
}
