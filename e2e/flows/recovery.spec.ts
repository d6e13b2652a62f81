import { expect } from 'playwright/test'
import { openBooks } from '../books.ts'
import { type Device, PHONE } from '../device.ts'
import { withFilm } from '../films.ts'
import { test } from '../fixtures.ts'
import { openPushService } from '../outside/browser-pushes.ts'
import { bytesBy, watchDelivered } from '../outside/delivered.ts'
import { watchLateness } from '../outside/late.ts'
import { Recorder } from '../pages/recorder.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { readTakes } from '../takes.ts'

// A separate world, because this file answers a question that other files answer too.
test.use({ world: 'tips' })

const SUBJECT = 'Is this start any good?'
/** How soon a chunk is written, on a machine that is not behind with its timers. */
const WRITTEN_WITHIN_MS = 300
const PUSH_FAULT = 'Notifications are allowed, but none arrive: the browser has lost its subscription.'
const NOT_PLAYED = 'This browser does not play the format of this video. The file itself is safe.'
const CLEARED = 'The browser has cleared something from this device'

test('D1 an athlete’s browser is killed in the middle of an answer: it offers itself, is kept, held back, sent and delivered', {
  tag: '@kill-answering',
}, async ({ server, openDevice, complaints }) => {
  // A killed browser's last requests fail, and a video that is sent at once may be unloaded while it is still
  // loading.
  complaints.expect(/net::ERR_|ERR_FILE_NOT_FOUND \(blob:/)
  const athlete = await openDevice(PHONE, 'athlete')
  await athlete.context.addInitScript(tellLittleRoom)
  // Notifications were on here before the browser lost its subscription.
  const wasOn = () =>
    athlete.context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage.setItem('infield.push-on', '1')
    })
  await wasOn()
  await signIn(athlete.page, 'athlete', server)
  await athlete.goto('/dashboard?tab=conversations')
  const waiting = athlete.page.getByRole('article').filter({ hasText: SUBJECT })
  const others = athlete.page.getByRole('region', { name: 'Waiting for you' })
  await waiting
    .getByRole('link', { name: 'Answer' })
    .or(others.getByRole('link', { name: SUBJECT }))
    .click()
  await expect(
    athlete.page.getByText('Only 50 MB of room left on this device. A minute takes about 16 MB.'),
  ).toBeVisible()
  const askedToPersist = () => athlete.page.evaluate(() => (window as Telling).askedToPersist)
  expect(await askedToPersist(), 'nothing is recorded yet').toBe(0)
  await athlete.page.getByRole('button', { name: 'Record your answer' }).click()
  const [late, pieces] = [await watchLateness(athlete.page), await watchDelivered(athlete.page)]
  await new Recorder(athlete.page).start()
  expect(await askedToPersist()).toBeGreaterThan(0)
  const studio = new URL(athlete.page.url()).pathname
  await athlete.page.waitForTimeout(3_000)
  // Restore the cookies, because a browser writes them only twice a minute; another test covers a lost session.
  const cookies = await athlete.context.cookies()
  const endedAt = await athlete.kill()
  await athlete.relaunch()
  await wasOn()
  await athlete.context.addCookies(cookies)
  const { endpoint } = await openPushService(athlete.context)

  await athlete.goto('/dashboard?tab=outbox')
  const line = athlete.page.getByRole('article').filter({ hasText: SUBJECT })
  await expect(line.getByText('A recording was interrupted.', { exact: false })).toBeVisible()
  await expect(line.getByRole('button', { name: 'Keep it' })).toBeVisible()
  const hold = athlete.page.getByRole('switch', { name: 'Hold videos back' })
  await hold.click()
  await expect(hold).toBeChecked()
  await askToKeep(athlete)
  const books = openBooks(server)
  await mendPush(athlete, () => books.isSubscribed(endpoint))

  await athlete.goto(studio)
  const left = athlete.page.getByRole('region', { name: 'Unsaved recording' })
  await left.getByRole('button', { name: 'Keep it' }).click()
  await expect(athlete.page.getByText('Saved on this device', { exact: true })).toBeVisible()
  const [take] = await readTakes(athlete.page)
  expect(take).toMatchObject({ state: 'kept', sha256: take?.declared })
  expect(take!.bytes).toBeGreaterThanOrEqual(bytesBy(pieces, endedAt - WRITTEN_WITHIN_MS - 2 * late.ms))
  await new Studio(athlete.page).sendTwice()

  const [question] = await books.questions(SUBJECT)
  await expect.poll(() => books.answers(question!.id), 'announced over any network').toHaveLength(1)
  await athlete.goto('/dashboard?tab=outbox')
  await expect(
    line.getByText(/^Its video (is held back|waits for Wi-Fi), as you chose in the outbox/),
  ).toBeVisible()
  expect(athlete.line.sent, 'not a byte of it has left').toEqual([])
  await hold.click()
  const status = async () => {
    await server.quiesce()
    return (await books.questions(SUBJECT))[0]?.status
  }
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  expect((await books.video(take!.id)).originalSha256).toBe(take!.sha256)
  await expect.poll(() => readTakes(athlete.page), { timeout: 20_000 }).toEqual([])
  await books.close()
  await test.step('what the browser clears is told once, by its question; what it cannot play is kept as it is', async () => {
    await loseTake(athlete, 'Stride pattern between hurdles')
  })
})

type Telling = Window & { askedToPersist?: number }

/** Runs in the page: makes the browser report a nearly full device, and counts requests for persistent storage. */
function tellLittleRoom(): void {
  const { estimate, persist } = StorageManager.prototype
  StorageManager.prototype.estimate = async function () {
    const { usage = 0 } = await estimate.call(this)
    return { usage, quota: usage + 50 * 1024 ** 2 }
  }
  const page = window as Telling
  page.askedToPersist = 0
  StorageManager.prototype.persist = function () {
    page.askedToPersist = (page.askedToPersist ?? 0) + 1
    return persist.call(this)
  }
}

/**
 * Checks that the device's panel shows what is stored and how safely, and the result of asking the browser to keep
 * it.
 */
async function askToKeep({ page, context, line }: Device): Promise<void> {
  await expect(
    page.getByText('The browser may delete your recordings when the device runs out of space.'),
  ).toBeVisible()
  await expect(page.getByText(/^Recordings \d+ kB, questions for offline /)).toBeVisible()
  const browser = await context.browser()!.newBrowserCDPSession()
  const permission = { name: 'persistent-storage' }
  await browser.send('Browser.setPermission', { origin: line.origin, permission, setting: 'granted' })
  await page.getByRole('button', { name: 'Keep my recordings' }).click()
  await expect(page.getByText('The browser keeps your recordings.')).toBeVisible()
}

/**
 * Checks that a device which pushes do not reach says so, is repaired by a press, and is reached while its switch
 * is on.
 */
async function mendPush({ page }: Device, isReached: () => Promise<boolean>): Promise<void> {
  const told = page.getByRole('switch', { name: /^Notify me/ })
  await expect(page.getByText(PUSH_FAULT)).toBeVisible()
  await page.getByRole('button', { name: 'Set it up again' }).click()
  await expect(page.getByText('This device gets notifications. None has come yet.')).toBeVisible()
  await expect(page.getByText(PUSH_FAULT)).toBeHidden()
  await expect(told).toBeChecked()
  expect(await isReached()).toBe(true)
  await told.click()
  await expect(page.getByText('This device gets no notifications.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set it up again' })).toBeHidden()
  await expect.poll(isReached).toBe(false)
  await told.click()
  await expect(page.getByText('This device gets notifications. None has come yet.')).toBeVisible()
  expect(await isReached()).toBe(true)
}

/** Picks a video from the camera roll and lets the browser clear it before it is sent. */
async function loseTake(athlete: Device, subject: string): Promise<void> {
  const { page, line } = athlete
  await page.getByRole('link', { name: 'Conversations' }).first().click()
  await page
    .getByRole('link', { name: subject })
    .or(page.getByRole('link', { name: 'Answer' }))
    .first()
    .click()
  await withFilm('hevc', async (path) => {
    await page.getByLabel('Video file').setInputFiles(path)
    await expect(page.getByText(NOT_PLAYED, { exact: false })).toBeVisible()
  })
  const [take] = await readTakes(page)
  expect(take).toMatchObject({ state: 'kept', sha256: take?.declared })

  await page.goto('about:blank')
  const session = await athlete.context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: line.origin, storageTypes: 'indexeddb' })
  await athlete.goto('/dashboard?tab=outbox')
  const notice = page.getByRole('region', { name: CLEARED })
  await expect(notice.getByText(`“${subject}”, 0:04, lost before it was sent`)).toBeVisible()
  await expect(notice.getByRole('link', { name: 'Record it again' })).toBeVisible()
  await page.reload()
  await notice.getByRole('button', { name: 'I have read it' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible()
  await expect(notice).toBeHidden()
}
