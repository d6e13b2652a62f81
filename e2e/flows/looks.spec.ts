import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, expect, type Page } from 'playwright/test'
import { findViolations } from '../accessibility.ts'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import {
  PUBLIC_SCREENS,
  tourAthlete,
  tourDesk,
  tourFan,
  tourPrivatePages,
  tourPublicScreens,
  tourWizard,
} from '../pages/screens.ts'

const TOURS = {
  'public screens': tourPublicScreens,
  'the wizard': tourWizard,
  'private pages': tourPrivatePages,
  'an athlete’s screens': tourAthlete,
  'a fan’s screens': tourFan,
  'the desk': tourDesk,
}

/** One column at any size: a desk shows nothing that a phone does not. */
const PHONE_ALONE = ['the wizard', 'private pages']
const SIZES: Record<string, BrowserContextOptions> = { phone: PHONE, desktop: DESKTOP }
type Scheme = 'light' | 'dark'

/** The same elements stand in the same colours on a phone and at a desk: each size is examined in one scheme. */
function schemesExamined(tourName: string, size: string): Scheme[] {
  if (PHONE_ALONE.includes(tourName)) return ['light', 'dark']
  return size === 'phone' ? ['light'] : ['dark']
}

/** To be looked at by people: `PICTURES=1 npx playwright test -c e2e/playwright.config.ts looks`. */
const PICTURES = process.env.PICTURES !== undefined

/** Narrower than any phone sold today; what fits here fits everywhere. */
const NARROW = { width: 360, height: 740 }

/** A member's screens, and the page behind a private link, have tours of their own. */
const TOURED_ELSEWHERE = /^\/(dashboard|admin|view)\b/

test('every public route is on the tour', async () => {
  const routes = await readFile(join(import.meta.dirname, '../../client/routes.tsx'), 'utf8')
  const paths = [...routes.matchAll(/(?:screen\(|path: )'(\/[^'$]*)/g)].map(([, path = '']) => path)
  const open = paths.filter((path) => !TOURED_ELSEWHERE.test(path) && path !== '/athletes/')
  expect(open.length).toBeGreaterThan(20)
  const onTour = (path: string) => PUBLIC_SCREENS.some(([, toured]) => toured.split('?')[0]?.startsWith(path))
  expect(open.filter((path) => !onTour(path.replace('{-', '')))).toEqual([])
})

for (const [tourName, tour] of Object.entries(TOURS)) {
  for (const [size, options] of Object.entries(SIZES)) {
    if (size === 'desktop' && PHONE_ALONE.includes(tourName)) continue
    test(`${tourName} on a ${size}: axe finds nothing, nothing sticks out`, async ({
      server,
      visit,
      complaints,
    }) => {
      // so many screens, one after the other
      test.setTimeout(180_000)
      // who and what is not there is looked at as well
      if (tour === tourPublicScreens) complaints.expect(/status of 404/)
      await tour({
        server,
        open: () => visit({ ...options, reducedMotion: 'reduce', permissions: ['camera', 'microphone'] }),
        look: async (name, page) => {
          if (PICTURES) await takePictures(page, `${name}-${size}`)
          for (const [at, colorScheme] of schemesExamined(tourName, size).entries()) {
            await page.emulateMedia({ colorScheme })
            // whatever is not a colour is the same in both
            const violations = await findViolations(page, at === 0 ? 'all' : 'contrast')
            expect.soft(violations, `${name}, ${size}, ${colorScheme}`).toEqual([])
          }
          if (size === 'phone') expect.soft(await tooWide(page), `${name} at 360 px`).toEqual([])
        },
      })
    })
  }
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `test-results/looks/${name}-${colorScheme}.png` })
  }
}

/** On a narrow screen: where the page, or a dialog on it, can be pushed sideways, the elements that stick out. */
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
