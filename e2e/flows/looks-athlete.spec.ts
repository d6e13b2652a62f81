import type { Page } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { tourDashboard, tourJoining } from '../pages/athlete-screens.ts'
import { expectAccessible, expectNarrow, PICTURES, takePictures } from '../pages/look-at.ts'
import { leaveWhileRecorded, sendAgainTooLate, tourInterrupted } from '../pages/mishap-screens.ts'
import { signIn } from '../pages/sign-in.ts'
import { prepareDevice, tourAnswering, tourUntold } from '../pages/studio-screens.ts'

// A world of its own, because the clock moves, questions are answered, and a fan leaves.
test.use({ world: 'pictures' })

const SIZES = { phone: PHONE.viewport, desktop: DESKTOP.viewport }

/** Takes pictures in both sizes one after the other, because each screen appears only once in a test. */
async function look(name: string, page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    await takePictures(page, `${name}-${size}`)
  }
  await page.setViewportSize(SIZES.phone)
  await expectAccessible(page, name, ['light', 'dark'])
  await expectNarrow(page, name)
}

/** Skips the pictures unless `PICTURES` is set, because they are for people; the steps run either way. */
const lookIfAsked = PICTURES ? look : async () => {}

const PROMISE = 'pictures, axe finds nothing, nothing sticks out'

if (PICTURES) {
  test(`an athlete’s dashboard, and answering with and without a network: ${PROMISE}`, async ({
    server,
    openDevice,
    complaints,
  }) => {
    complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
    const athlete = await openDevice({ ...PHONE, reducedMotion: 'reduce' }, 'athlete')
    await prepareDevice(athlete)
    await signIn(athlete.page, 'athlete', server)
    await tourDashboard(athlete.page, look)
    await tourUntold(athlete, look)
    await tourAnswering({ server, athlete, look })
  })

  test(`a recording that was interrupted: ${PROMISE}`, async ({ server, openDevice, complaints }) => {
    complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
    const athlete = await openDevice({ ...PHONE, reducedMotion: 'reduce' }, 'athlete')
    await signIn(athlete.page, 'athlete', server)
    await tourInterrupted({ server, athlete, look })
  })

  test(`what a new athlete meets: ${PROMISE}`, async ({ server, visit }) => {
    await tourJoining(await visit({ ...PHONE, reducedMotion: 'reduce' }), server, look)
  })
}

test('D5 D98 a fan leaves in the middle of a recording; another take is too late, and is sent again once its question is opened anew', {
  tag: '@late-reopened',
}, async ({ server, openDevice, visit, complaints }) => {
  complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
  const athlete = await openDevice({ ...PHONE, reducedMotion: 'reduce' }, 'athlete')
  await signIn(athlete.page, 'athlete', server)
  const tour = { server, athlete, look: lookIfAsked }
  await test.step('the fan leaves: the recording goes on, and is kept', async () => {
    await leaveWhileRecorded(tour, await visit())
  })
  await test.step('held back until its question has ended, refused for that, opened again and delivered', async () => {
    await sendAgainTooLate(tour, visit)
  })
})
