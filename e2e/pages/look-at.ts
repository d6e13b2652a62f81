import { expect, type Page } from 'playwright/test'
import { findViolations } from '../accessibility.ts'

export type Scheme = 'light' | 'dark'
export type Size = { width: number; height: number }

/** To be looked at by people: `PICTURES=1 npx playwright test -c e2e/playwright.config.ts looks`. */
export const PICTURES = process.env.PICTURES !== undefined

/** Narrower than any phone sold today; what fits here fits everywhere. */
const NARROW: Size = { width: 360, height: 740 }

/** One picture a colour scheme of the page as it stands. */
export async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `test-results/looks/${name}-${colorScheme}.png` })
  }
}

/** Has axe look at the page: whole in the first scheme, and at the colours alone in the others. */
export async function expectAccessible(page: Page, name: string, schemes: readonly Scheme[]): Promise<void> {
  for (const [at, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme })
    // whatever is not a colour is the same in both
    const violations = await findViolations(page, at === 0 ? 'all' : 'contrast')
    expect.soft(violations, `${name}, ${colorScheme}`).toEqual([])
  }
}

/** On a narrow screen nothing on the page, or in a dialog on it, sticks out. */
export async function expectNarrow(page: Page, name: string): Promise<void> {
  expect.soft(await tooWide(page), `${name} at 360 px`).toEqual([])
}

/** Where something can be pushed sideways, the elements that stick out. */
async function tooWide(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize(NARROW)
  const wide = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog[open]')]
    return boxes
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .flatMap((box) => [...box.querySelectorAll('*')])
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 160))
  })
  if (before) await page.setViewportSize(before)
  return wide
}
