import type { Page } from 'playwright/test'

const EVERY_MS = 100

/**
 * How many milliseconds late this page has been at most with its timers, because other programs kept the machine
 * busy.
 */
export type Lateness = { readonly ms: number }

const watched = new WeakMap<Page, { ms: number }>()

/** Starts measuring how late a page's timers are. What is known survives when the page is killed. */
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
