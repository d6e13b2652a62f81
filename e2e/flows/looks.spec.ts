import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, expect } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectAccessible, expectNarrow, PICTURES, type Scheme, takePictures } from '../pages/look-at.ts'
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

/** The same elements stand in the same colours on a phone and at a desk: each size is examined in one scheme. */
function schemesExamined(tourName: string, size: string): Scheme[] {
  if (PHONE_ALONE.includes(tourName)) return ['light', 'dark']
  return size === 'phone' ? ['light'] : ['dark']
}

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
      // who and what is not there is looked at as well
      if (tour === tourPublicScreens) complaints.expect(/status of 404/)
      await tour({
        server,
        open: () => visit({ ...options, reducedMotion: 'reduce', permissions: ['camera', 'microphone'] }),
        look: async (name, page) => {
          if (PICTURES) await takePictures(page, `${name}-${size}`)
          await expectAccessible(page, `${name}, ${size}`, schemesExamined(tourName, size))
          if (size === 'phone') await expectNarrow(page, name)
        },
      })
    })
  }
}
