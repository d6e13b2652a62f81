import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, expect } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectAccessible, expectNarrow, PICTURES, type Scheme, takePictures } from '../pages/look-at.ts'
import {
  PUBLIC_SCREENS,
  type Tour,
  tourAthlete,
  tourDesk,
  tourFan,
  tourPrivatePages,
  tourPublicScreens,
  tourWizard,
} from '../pages/screens.ts'
import { isWhole } from '../run/sampled.ts'

type Toured = { tour: (tour: Tour) => Promise<void>; tag?: string; isOneColumn?: boolean }

const TOURS = {
  'public screens': { tour: tourPublicScreens, tag: '@tour-public' },
  'private pages': { tour: tourPrivatePages, tag: '@tour-private', isOneColumn: true },
  'the wizard': { tour: tourWizard, tag: '@tour-wizard', isOneColumn: true },
  'an athlete’s screens': { tour: tourAthlete, tag: '@tour-athlete' },
  'a fan’s screens': { tour: tourFan, tag: '@tour-fan' },
  'the desk': { tour: tourDesk, tag: '@tour-desk' },
} satisfies Record<string, Toured>

/**
 * The sizes and schemes of a run. A sampled run checks only phones in the light scheme, because the structure is
 * the same elsewhere and `client/app/contrast.test.ts` checks the colours.
 */
const SIZES: Record<string, BrowserContextOptions> = isWhole
  ? { phone: PHONE, desktop: DESKTOP }
  : { phone: PHONE }
const SCHEMES: readonly Scheme[] = isWhole ? ['light', 'dark'] : ['light']

/** A member's screens, and the page behind a private link, have tours of their own. */
const TOURED_ELSEWHERE = /^\/(dashboard|admin|view)\b/

test('every public route is on the tour', async () => {
  const routes = await readFile(join(import.meta.dirname, '../../client/app/routes.tsx'), 'utf8')
  const paths = [...routes.matchAll(/(?:screen\(|path: )'(\/[^'$]*)/g)].map(([, path = '']) => path)
  const open = paths.filter((path) => !TOURED_ELSEWHERE.test(path) && path !== '/athletes/')
  expect(open.length).toBeGreaterThan(20)
  const onTour = (path: string) => PUBLIC_SCREENS.some(([, toured]) => toured.split('?')[0]?.startsWith(path))
  expect(open.filter((path) => !onTour(path.replace('{-', '')))).toEqual([])
})

for (const [tourName, { tour, tag = [], isOneColumn = false }] of Object.entries<Toured>(TOURS)) {
  for (const [size, options] of Object.entries(SIZES)) {
    // A desktop shows nothing there that a phone does not.
    if (size === 'desktop' && isOneColumn) continue
    test(`${tourName} on a ${size}: axe finds nothing, nothing sticks out`, { tag }, async ({
      server,
      visit,
      complaints,
    }) => {
      // The tour also visits an athlete and a page that do not exist.
      if (tour === tourPublicScreens) complaints.expect(/status of 404/)
      await tour({
        server,
        open: () => visit({ ...options, reducedMotion: 'reduce', permissions: ['camera', 'microphone'] }),
        look: async (name, page) => {
          if (PICTURES) await takePictures(page, `${name}-${size}`)
          await expectAccessible(page, `${name}, ${size}`, SCHEMES)
          if (size === 'phone') await expectNarrow(page, name)
        },
      })
    })
  }
}
