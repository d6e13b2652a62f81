import { expect, type Page } from 'playwright/test'
import { findViolations } from '../accessibility.ts'

export type Scheme = 'light' | 'dark'
export type Size = { width: number; height: number }

/**
 * Whether to save pictures for people to look at: `PICTURES=1 npx playwright test -c e2e/playwright.config.ts
 * looks`.
 */
export const PICTURES = process.env.PICTURES !== undefined

/** A screen narrower than any phone sold today, so that what fits here fits everywhere. */
const NARROW: Size = { width: 360, height: 740 }

/** Saves one picture of the page in each colour scheme. */
export async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `test-results/looks/${name}-${colorScheme}.png` })
  }
}

/** Runs axe on the page: all rules in the first scheme, and only the colours in the others. */
export async function expectAccessible(page: Page, name: string, schemes: readonly Scheme[]): Promise<void> {
  for (const [at, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme })
    // Except for colours, both schemes are the same.
    const violations = await findViolations(page, at === 0 ? 'all' : 'contrast')
    expect.soft(violations, `${name}, ${colorScheme}`).toEqual([])
  }
}

/** Checks that nothing on the page or in an open dialog overflows a narrow screen. */
export async function expectNarrow(page: Page, name: string): Promise<void> {
  expect.soft(await tooWide(page), `${name} at 360 px`).toEqual([])
}

/** Returns the elements that overflow, where a box can be scrolled sideways. */
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
