import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from 'playwright/test'
import { COPY } from '../../sync/copy.ts'
import { type Device, PHONE } from '../device.ts'
import { withFilm } from '../films.ts'
import { test } from '../fixtures.ts'
import { fill, type Holding, holdDevice } from '../outside/held-device.ts'
import { cutLongFilm, pickOneSound } from '../pages/chosen-files.ts'
import { Recorder } from '../pages/recorder.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { readTakes, type TakeOnDevice } from '../takes.ts'

// A separate world, because this file answers questions that other files answer too.
test.use({ world: 'kills' })

const SUBJECT = 'Coming back from a stress fracture'
const DAY_MS = 24 * 3_600_000
/** A video that is replaced at once may be unloaded while it is still loading. */
const LET_GO = /ERR_FILE_NOT_FOUND \(blob:/

test('S2-5.38 the camera roll and the disk each say what is wrong, and what was picked is safe', {
  tag: '@fault-files',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(LET_GO)
  const { page, context } = await openDevice(PHONE, 'athlete')
  await context.addInitScript(holdDevice)
  await signIn(page, 'athlete', server)
  await openQuestion(page, SUBJECT)

  await test.step('junk, a film cut off on its way and one that is too long are not taken', async () => {
    await refuseFiles(page)
  })

  await test.step('a full device takes no film, and the same one as soon as there is room', async () => {
    await pickWithoutRoom(page)
  })

  await test.step('a large film is made smaller on the device, and stays the right way up', async () => {
    await shrinkFilm(page)
  })

  await test.step('one that is too long is cut before it is kept', async () => {
    await cutLongFilm(page)
  })

  await test.step('a second sound is not left out without a word', async () => {
    await pickOneSound(page)
  })
})

test('S2-8.22 S2-8.23 the camera and the disk each say what is wrong, and what was recorded is safe', {
  tag: '@fault-camera',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(LET_GO)
  const device = await openDevice(PHONE, 'athlete')
  const { page, context } = device
  await context.addInitScript(holdDevice)
  await signIn(page, 'athlete', server)
  await openQuestion(page, SUBJECT)
  const deadline = await deadlineOn(page)
  const record = page.getByRole('button', { name: /^Record (your answer|again)$/ })

  await test.step('a refused camera is told, a missing microphone too, and both are asked for again', async () => {
    await refuseCamera(page, record)
  })

  await test.step('a camera that is lost before it records is told, and asked for again', async () => {
    await loseCamera(page)
  })

  await test.step('a camera that ends by itself in the middle leaves what was recorded', async () => {
    await new Recorder(page).start()
    await page.evaluate(() => (window as Holding).held?.lose())
    await expect(page.getByText('The recording was interrupted', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Retake' }).click()
  })

  await test.step('a camera that is taken away in the middle leaves what was recorded', async () => {
    await new Recorder(page).start()
    await page.waitForTimeout(1_200)
    await page.evaluate(() => (window as Holding).held?.takeAway())
    await expect(page.getByText('The recording was interrupted', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  })

  await test.step('a call that comes in takes the microphone, and leaves what was recorded', async () => {
    await page.getByRole('button', { name: 'Retake' }).click()
    await new Recorder(page).start()
    await page.evaluate(() => (window as Holding).held?.ring())
    await expect(page.getByText('The recording was interrupted', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  })

  await test.step('a full device keeps the recording on the screen until there is room', async () => {
    await recordWithoutRoom(page)
  })

  await test.step('a full device sends nothing, says so and has the take; two devices answer, one is first, its clock a day behind', async () => {
    const other = await openDevice(PHONE, 'athlete')
    await other.context.addInitScript(shiftClock, -DAY_MS)
    await signIn(other.page, 'athlete', server)
    await openQuestion(other.page, SUBJECT)
    const shown = await deadlineOn(other.page)
    expect(shown.until).toBe(deadline.until)
    expect(Math.abs(shown.hours - deadline.hours)).toBeLessThan(2)
    await sendWithoutRoom(page)
    await sendSecond(device, other.page)
  })
})

async function refuseFiles(page: Page): Promise<void> {
  const chosen = page.getByLabel('Video file')
  await chosen.setInputFiles({ name: 'holiday.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film') })
  await expect(page.getByText(COPY.videoType)).toBeVisible()
  await withFilm('cutShort', async (path) => {
    await chosen.setInputFiles(path)
    await expect(page.getByText(COPY.videoProcessing)).toBeVisible()
  })
  await withFilm('long', async (path) => {
    await chosen.setInputFiles(path)
    const tooLong = 'The selected video is too long. Please select a video that is 60 seconds or less.'
    await expect(page.getByText(tooLong)).toBeVisible()
  })
  expect(await readTakes(page)).toEqual([])
}

const FILM = join(import.meta.dirname, '../../server/testing/media/answer.mp4')
const FULL = 'This device is full, so the video is not saved. Make some room and try again.'

/**
 * Checks that a picked file is never stored in part, and that a trimmed take stays whole until the shorter one is
 * safe.
 */
async function pickWithoutRoom(page: Page): Promise<void> {
  const chosen = page.getByLabel('Video file')
  for (const how of ['at once', 'late'] as const) {
    await fill(page, how)
    await chosen.setInputFiles(FILM)
    await expect(page.getByText(FULL)).toBeVisible()
    expect(await readTakes(page)).toEqual([])
    await fill(page, null)
  }
  await chosen.setInputFiles(FILM)
  await expect(page.getByText('Saved on this device')).toBeVisible()
  const whole = await readTakes(page)
  for (const how of ['at once', 'late'] as const) {
    await trimSecond(page)
    await fill(page, how)
    await page.getByRole('button', { name: 'Trim', exact: true }).click()
    // The message of the round before may still be visible, so wait for the editor to close first.
    await expect(page.getByRole('slider', { name: 'Start' })).toBeHidden()
    await expect(page.getByText(FULL).first()).toBeVisible()
    expect(await readTakes(page)).toEqual(whole)
    await fill(page, null)
  }
  await trimSecond(page)
  await page.getByRole('button', { name: 'Trim', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  const takes = await readTakes(page)
  const shorter = takes.find(({ state }) => state !== 'cut')
  // The longer take stays, so that the athlete can undo the trim.
  expect(takes.filter(({ state }) => state === 'cut').map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  expect(shorter?.durationMs).toBeLessThan(whole[0]!.durationMs - 500)
  expect(shorter?.sha256).toBe(shorter?.declared)
}

async function trimSecond(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Trim', exact: true }).click()
  await page.getByRole('slider', { name: 'Start' }).fill('1000')
}

async function shrinkFilm(page: Page): Promise<void> {
  const before = (await readTakes(page)).map(({ id }) => id)
  await withFilm('largeUpright', async (path) => {
    // Start waiting before choosing the file, because the message may disappear within a moment.
    const told = page.waitForFunction(() => document.body.textContent.includes('Compressing your video'))
    await page.getByLabel('Video file').setInputFiles(path)
    await told
    await expect(page.getByText('Compressing your video')).toBeHidden({ timeout: 40_000 })
    await expect(page.getByText('Saved on this device')).toBeVisible()
  })
  const take = (await readTakes(page)).find(({ id }) => !before.includes(id))
  expect(take?.bytes).toBeLessThan(1_000_000)
  expect(Math.abs((take?.durationMs ?? 0) - 3_998)).toBeLessThan(500)
  expect(take?.sha256).toBe(take?.declared)
  const shown = await page
    .getByLabel('Your recording')
    .evaluate(async (video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])
  expect(shown).toEqual([240, 320])
}

test('a question that is gone while it is answered, on a device whose clock is a day ahead: the take is safe', {
  tag: '@fault-gone',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/net::ERR_/)
  const subject = 'Is this start any good?'
  const [phone, other] = [await openDevice(PHONE, 'athlete'), await openDevice(PHONE, 'athlete')]
  await phone.context.addInitScript(shiftClock, DAY_MS)
  await other.context.addInitScript(holdDevice)
  await Promise.all([signIn(phone.page, 'athlete', server), signIn(other.page, 'athlete', server)])
  await openQuestion(phone.page, subject)
  await openQuestion(other.page, subject)
  await phone.page.getByRole('button', { name: 'Record your answer' }).click()
  const recorder = new Recorder(phone.page)
  await recorder.start()
  // Offline, so that this phone hears of the decline only after its answer is sent.
  await phone.goOffline()
  const decline = other.page.getByRole('button', { name: 'Decline', exact: true })
  await decline.click()
  await other.page.getByLabel('A note for').fill('Ask me after the season')
  // Click beside the dialog, once the dialog accepts clicks.
  await other.page.getByRole('button', { name: 'Back to the question' }).click({ trial: true })
  await other.page.mouse.click(10, 10)
  await decline.click()
  await expect(other.page.getByLabel('A note for')).toHaveValue('Ask me after the season')
  await declineWithoutRoom(other.page)
  await other.page.getByRole('button', { name: 'Decline request' }).click()
  await expect(other.page.getByText('The request has been rejected', { exact: true }).first()).toBeVisible()
  await phone.page.waitForTimeout(1_000)
  await phone.page.getByRole('button', { name: 'Stop recording' }).click()
  await phone.page.getByRole('button', { name: 'Send answer' }).click()
  await phone.goOnline()
  await expect(phone.page.getByText(`You declined “${subject}”.`)).toBeVisible()
  await expect(phone.page.getByText('It is safe on this device until you delete it.')).toBeVisible()
  const [take] = await readTakes(phone.page)
  expect(take).toMatchObject({ state: 'refused', sha256: take?.declared })
  await expect(phone.page.getByRole('button', { name: 'Send as a free answer' })).toBeVisible()
  await saveThenDelete(phone.page, take!)
})

/** Checks that a full device keeps the note in its field and declines nothing. */
async function declineWithoutRoom(page: Page): Promise<void> {
  await fill(page, 'at once')
  await page.getByRole('button', { name: 'Decline request' }).click()
  const failed = 'Failed to reject request. Please try again. This device is full: make some room first.'
  await expect(page.getByText(failed)).toBeVisible()
  await expect(page.getByLabel('A note for')).toHaveValue('Ask me after the season')
  await fill(page, null)
}

/**
 * D5: a video that came too late belongs to the athlete. Checks that it can be saved to the phone's files
 * unchanged, and that deleting it takes two presses.
 */
async function saveThenDelete(page: Page, take: TakeOnDevice): Promise<void> {
  const own = page.getByRole('region', { name: 'Your recording' })
  const saving = page.waitForEvent('download')
  await own.getByRole('link', { name: 'Save to files' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^Is-this-start-any-good\.(mp4|webm)$/)
  const hash = createHash('sha256').update(await readFile(await file.path()))
  expect(hash.digest('hex')).toBe(take.sha256)
  const sure = page.getByRole('alertdialog', { name: 'Delete this video?' })
  await own.getByRole('button', { name: 'Delete' }).click()
  await sure.getByRole('button', { name: 'Keep it' }).click()
  await expect(sure).toBeHidden()
  expect(await readTakes(page)).toEqual([take])
  await own.getByRole('button', { name: 'Delete' }).click()
  await sure.getByRole('button', { name: 'Delete' }).click()
  await expect(own).toBeHidden()
  expect(await readTakes(page)).toEqual([])
}

/** Checks that footage without room stays on the screen, to be saved again or discarded without a trace. */
async function recordWithoutRoom(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retake' }).click()
  const recorder = new Recorder(page)
  const before = await readTakes(page)
  await recorder.start()
  await fill(page, 'at once')
  await expect(page.getByText('so what you record is not saved yet', { exact: false })).toBeVisible()
  await stopWithoutRoom(page)
  await page.getByRole('button', { name: 'Discard, retake' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => readTakes(page), 'nothing of what was discarded stays').toEqual(before)
  await recorder.start()
  await fill(page, 'late')
  await stopWithoutRoom(page)
  await fill(page, null)
  await page.getByRole('button', { name: 'Try to save again' }).click()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  for (const { sha256, declared } of await readTakes(page)) expect(sha256).toBe(declared)
}

async function stopWithoutRoom(page: Page): Promise<void> {
  await page.waitForTimeout(1_000)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect(page.getByText('so the recording is not saved yet', { exact: false })).toBeVisible()
}

/** Returns the deadline of the question on the page and the hours left, as the athlete reads them. */
async function deadlineOn(page: Page): Promise<{ hours: number; until: string }> {
  const words = (await page.getByText(/ left, until /).textContent()) ?? ''
  const [, count, unit, until = ''] = /^(\d+) (h|days) left, until (.+)$/.exec(words) ?? []
  return { hours: Number(count) * (unit === 'h' ? 1 : 24), until }
}

/** Runs in the page: shifts the device's clock. */
function shiftClock(by: number): void {
  const now = Date.now
  Date.now = () => now() + by
}

async function refuseCamera(page: Page, record: Locator): Promise<void> {
  await page.evaluate(() => (window as Holding).held?.refuse('NotAllowedError'))
  await record.click()
  await expect(page.getByRole('heading', { name: 'The camera is blocked' })).toBeVisible()
  await page.evaluate(() => (window as Holding).held?.refuse('NotFoundError'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'No microphone found' })).toBeVisible()
  await page.evaluate(() => (window as Holding).held?.refuse(null))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled()
}

/**
 * Takes the camera away while its picture is shown, and during the count-in: nothing was recorded, and the app asks
 * for the camera again.
 */
async function loseCamera(page: Page): Promise<void> {
  const before = await readTakes(page)
  const lost = page.getByRole('heading', { name: 'The camera has stopped' })
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  await page.evaluate(() => (window as Holding).held?.lose())
  await expect(lost).toBeVisible()
  await again.click()
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  // A second press during the count-in, as in a double tap, does not cancel it.
  expect(await page.evaluate(loseWhileCounting)).toBe('Stop recording')
  await expect(lost).toBeVisible()
  await again.click()
  expect(await readTakes(page)).toEqual(before)
}

/**
 * Runs in the page: presses twice as fast as a finger, then takes the camera away. Returns the button's label
 * before that.
 */
async function loseWhileCounting(): Promise<string | null | undefined> {
  const button = document.querySelector<HTMLButtonElement>('button[aria-label="Start recording"]')
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 30))
  button?.click()
  await aMoment()
  button?.click()
  await aMoment()
  const said = button?.getAttribute('aria-label')
  ;(window as Holding).held?.lose()
  return said
}

/** Checks that a take stays as it was, and that the athlete is told, when there is no space to queue it. */
async function sendWithoutRoom(page: Page): Promise<void> {
  const failed = 'Failed to submit response. Please try again. This device is full: make some room first.'
  for (const how of ['at once', 'late'] as const) {
    await fill(page, how)
    await page.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByText(failed)).toBeVisible()
    expect(new Set((await readTakes(page)).map(({ state }) => state))).toEqual(new Set(['kept']))
    await fill(page, null)
  }
}

/**
 * Sends an answer offline after another device has answered: the second take is kept, and the athlete decides about
 * it.
 */
async function sendSecond(device: Device, first: Page): Promise<void> {
  const { page } = device
  await device.goOffline()
  await new Studio(first).record(1_000)
  await new Studio(first).send()
  await expect(first.getByRole('heading', { name: COPY.answerSent })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(new Studio(page).saved).toBeVisible()
  // An earlier recording is deleted once this one is safe.
  await expect.poll(async () => (await readTakes(page)).length).toBe(1)
  await device.goOnline()
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByText('Answered already, by another video.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Your video is safe here. You decide what happens to it.')).toBeVisible()
  const [take, ...others] = await readTakes(page)
  expect(take).toMatchObject({ state: 'refused', sha256: take?.declared })
  expect(others).toEqual([])
}

async function openQuestion(page: Page, subject: string): Promise<void> {
  await page.goto('/dashboard?tab=conversations')
  const waiting = page.getByRole('article').filter({ hasText: subject })
  const first = waiting.getByRole('link', { name: 'Answer' })
  const others = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: subject })
  await first.or(others).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}
