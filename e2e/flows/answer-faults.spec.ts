import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import { COPY } from '../../sync/copy.ts'
import { type Device, PHONE } from '../device.ts'
import { withFilm } from '../films.ts'
import { test } from '../fixtures.ts'
import { Recorder } from '../pages/recorder.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { readTakes, type TakeOnDevice } from '../takes.ts'

// it answers questions that others want to answer too
test.use({ world: 'kills' })

const SUBJECT = 'Coming back from a stress fracture'
const DAY_MS = 24 * 3_600_000

test('S2-5.38 S2-8.22 S2-8.23 the camera roll, the camera and the disk each say what is wrong, and what was recorded is safe', async ({
  server,
  openDevice,
  complaints,
}) => {
  test.setTimeout(120_000)
  // a video that is changed at once may be let go while it still loads
  complaints.expect(/ERR_FILE_NOT_FOUND \(blob:/)
  const device = await openDevice(PHONE)
  const { page, context } = device
  await context.addInitScript(holdDevice)
  await signIn(page, 'athlete', server.password)
  await openQuestion(page, SUBJECT)
  const deadline = await deadlineOn(page)
  const record = page.getByRole('button', { name: /^Record (your answer|again)$/ })

  await test.step('junk, a film cut off on its way and one that is too long are not taken', async () => {
    await refuseFiles(page)
  })

  await test.step('a large film is made smaller on the device, and stays the right way up', async () => {
    await shrinkFilm(page)
  })

  await test.step('a refused camera is told, a missing microphone too, and both are asked for again', async () => {
    await refuseCamera(page, record)
  })

  await test.step('a camera that is lost before it records is told, and asked for again', async () => {
    await loseCamera(page)
  })

  await test.step('a camera that ends by itself in the middle leaves what was recorded', async () => {
    await new Recorder(page).start()
    await page.evaluate(() => (window as Holding).held?.lose())
    await expect(page.getByText('Something came in between', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Retake' }).click()
  })

  await test.step('a camera that is taken away in the middle leaves what was recorded', async () => {
    await new Recorder(page).start()
    await page.waitForTimeout(1_200)
    await page.evaluate(() => (window as Holding).held?.takeAway())
    await expect(page.getByText('Something came in between', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  })

  await test.step('a call that comes in takes the microphone, and leaves what was recorded', async () => {
    await page.getByRole('button', { name: 'Retake' }).click()
    await new Recorder(page).start()
    await page.evaluate(() => (window as Holding).held?.ring())
    await expect(page.getByText('Something came in between', { exact: false })).toBeVisible()
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  })

  await test.step('a full device keeps the recording on the screen until there is room', async () => {
    await recordWithoutRoom(page)
  })

  await test.step('a full device sends nothing, says so and has the take; two devices answer, one is first, its clock a day behind', async () => {
    const other = await openDevice(PHONE)
    await other.context.addInitScript(shiftClock, -DAY_MS)
    await signIn(other.page, 'athlete', server.password)
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

async function shrinkFilm(page: Page): Promise<void> {
  await withFilm('largeUpright', async (path) => {
    // it may be over in a moment
    const told = page.waitForFunction(() => document.body.textContent.includes('Making the video smaller'))
    await page.getByLabel('Video file').setInputFiles(path)
    await told
    await expect(page.getByText('Saved on this device')).toBeVisible({ timeout: 40_000 })
  })
  const [take] = await readTakes(page)
  expect(take?.bytes).toBeLessThan(1_000_000)
  expect(Math.abs((take?.durationMs ?? 0) - 3_998)).toBeLessThan(500)
  expect(take?.sha256).toBe(take?.declared)
  const shown = await page
    .getByLabel('Your recording')
    .evaluate(async (video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])
  expect(shown).toEqual([240, 320])
}

test('a question that is gone while it is answered, on a device whose clock is a day ahead: the take is safe', async ({
  server,
  openDevice,
}) => {
  const subject = 'Is this start any good?'
  const [phone, other] = [await openDevice(PHONE), await openDevice(PHONE)]
  await phone.context.addInitScript(shiftClock, DAY_MS)
  await Promise.all([
    signIn(phone.page, 'athlete', server.password),
    signIn(other.page, 'athlete', server.password),
  ])
  await openQuestion(phone.page, subject)
  await openQuestion(other.page, subject)
  await phone.page.getByRole('button', { name: 'Record your answer' }).click()
  const recorder = new Recorder(phone.page)
  await recorder.start()
  const decline = other.page.getByRole('button', { name: 'Decline', exact: true })
  await decline.click()
  await other.page.getByLabel('A note for').fill('Ask me after the season')
  // beside the dialog
  await other.page.mouse.click(10, 10)
  await decline.click()
  await expect(other.page.getByLabel('A note for')).toHaveValue('Ask me after the season')
  await other.page.getByRole('button', { name: 'Decline request' }).click()
  await expect(other.page.getByText('The request has been rejected', { exact: true }).first()).toBeVisible()
  await phone.page.waitForTimeout(1_000)
  await phone.page.getByRole('button', { name: 'Stop recording' }).click()
  await phone.page.getByRole('button', { name: 'Send answer' }).click()
  await expect(phone.page.getByText(`You declined “${subject}”.`)).toBeVisible()
  await expect(phone.page.getByText('It is safe on this device until you delete it.')).toBeVisible()
  const [take] = await readTakes(phone.page)
  expect(take).toMatchObject({ state: 'refused', sha256: take?.declared })
  await saveThenDelete(phone.page, take!)
})

/** D5 What came too late is its maker's: it goes to the phone's files as it is, and is deleted by two presses only. */
async function saveThenDelete(page: Page, take: TakeOnDevice): Promise<void> {
  const own = page.getByRole('region', { name: 'Your recording' })
  const saving = page.waitForEvent('download')
  await own.getByRole('link', { name: 'Save to files' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^answer\.(mp4|webm)$/)
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

/** What there is no room for is not lost: it stays on the screen, to be saved again or discarded without a trace. */
async function recordWithoutRoom(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retake' }).click()
  const recorder = new Recorder(page)
  const before = await readTakes(page)
  await recorder.start()
  await page.evaluate(() => (window as Holding).held?.fill('at once'))
  await expect(page.getByText('so what you record is not saved yet', { exact: false })).toBeVisible()
  await stopWithoutRoom(page)
  await page.getByRole('button', { name: 'Discard, retake' }).click()
  await expect.poll(() => readTakes(page), 'nothing of what was discarded stays').toEqual(before)
  await recorder.start()
  await page.evaluate(() => (window as Holding).held?.fill('late'))
  await stopWithoutRoom(page)
  await page.evaluate(() => (window as Holding).held?.fill(null))
  await page.getByRole('button', { name: 'Try to save again' }).click()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  for (const { sha256, declared } of await readTakes(page)) expect(sha256).toBe(declared)
}

async function stopWithoutRoom(page: Page): Promise<void> {
  await page.waitForTimeout(1_000)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect(page.getByText('so the recording is not saved yet', { exact: false })).toBeVisible()
}

/** Until when the question on the page may be answered, and how many hours are left, as its athlete reads it. */
async function deadlineOn(page: Page): Promise<{ hours: number; until: string }> {
  const words = (await page.getByText(/ left, until /).textContent()) ?? ''
  const [, count, unit, until = ''] = /^(\d+) (h|days) left, until (.+)$/.exec(words) ?? []
  return { hours: Number(count) * (unit === 'h' ? 1 : 24), until }
}

/** Has the device's clock go wrong by so much. */
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

/** Pulled out while it shows its picture, and while it counts in: nothing has begun, and it is asked for again. */
async function loseCamera(page: Page): Promise<void> {
  const before = await readTakes(page)
  const lost = page.getByRole('heading', { name: 'The camera is in use' })
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  await page.evaluate(() => (window as Holding).held?.lose())
  await expect(lost).toBeVisible()
  await again.click()
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  // the second press of a hasty finger takes nothing back
  expect(await page.evaluate(loseWhileCounting)).toBe('Stop recording')
  await expect(lost).toBeVisible()
  await again.click()
  expect(await readTakes(page)).toEqual(before)
}

/** Two presses as fast as a finger's, and the camera is gone; answers what the button said by then. */
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

/** What the disk has no room for is told, and stays what it was. */
async function sendWithoutRoom(page: Page): Promise<void> {
  const failed = 'Failed to submit response. Please try again. This device is full: make some room first.'
  for (const how of ['at once', 'late'] as const) {
    await page.evaluate((full) => (window as Holding).held?.fill(full), how)
    await page.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByText(failed)).toBeVisible()
    expect(new Set((await readTakes(page)).map(({ state }) => state))).toEqual(new Set(['kept']))
    await page.evaluate(() => (window as Holding).held?.fill(null))
  }
}

/** Without a network nobody knows that another device has answered: the second one's take is kept, with a choice. */
async function sendSecond(device: Device, first: Page): Promise<void> {
  const { page } = device
  await device.goOffline()
  await new Studio(first).record(1_000)
  await new Studio(first).send()
  await expect(first.getByRole('heading', { name: COPY.answerSent })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(new Studio(page).saved).toBeVisible()
  // what was recorded before it is let go once this one is safe
  await expect.poll(async () => (await readTakes(page)).length).toBe(1)
  await device.goOnline()
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByText('Answered already, by another video.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Your video is safe here. You choose what becomes of it.')).toBeVisible()
  const [take, ...others] = await readTakes(page)
  expect(take).toMatchObject({ state: 'refused', sha256: take?.declared })
  expect(others).toEqual([])
}

type Held = {
  refuse(as: string | null): void
  takeAway(): void
  lose(): void
  ring(): void
  fill(how: Full): void
}
/** A disk that is full says so when it is written to, or only when the transaction commits. */
type Full = 'at once' | 'late' | null
type Holding = Window & { held?: Held }

/**
 * Browsers under test are given every camera, and all the room there is: this refuses a camera as a person or a missing
 * microphone does, ends its tracks as a system does, or one of them alone, mutes them as a call does, and has no room as a full disk. (The
 * quota that a debugger sets does not bind IndexedDB.)
 */
function holdDevice(): void {
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  let refusal: string | null = null
  let stream: MediaStream | null = null
  devices.getUserMedia = async (wanted) => {
    if (refusal) throw new DOMException('refused', refusal)
    stream = await open(wanted)
    return stream
  }
  const { put } = IDBObjectStore.prototype
  const { commit } = IDBTransaction.prototype
  let full: Full = null
  const abort = (transaction: IDBTransaction) => {
    Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') })
    transaction.abort()
  }
  IDBObjectStore.prototype.put = function (...args) {
    if (full === 'at once') throw new DOMException('no room', 'QuotaExceededError')
    const request = put.apply(this, args)
    // a video is the last thing a save writes: it succeeds, and is undone when nothing more comes
    if (full === 'late' && this.name === 'videos') {
      request.addEventListener('success', async () => {
        for (let turn = 0; turn < 1_000; turn += 1) await null
        abort(this.transaction)
      })
    }
    return request
  }
  IDBTransaction.prototype.commit = function () {
    if (full === 'late') abort(this)
    else commit.call(this)
  }
  ;(window as Holding).held = {
    fill: (how) => {
      full = how
    },
    refuse: (as) => {
      refusal = as
    },
    takeAway: () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    },
    lose: () => void stream?.getVideoTracks()[0]?.dispatchEvent(new Event('ended')),
    ring: () => {
      const [microphone] = stream?.getAudioTracks() ?? []
      Object.defineProperty(microphone, 'muted', { get: () => true })
      microphone?.dispatchEvent(new Event('mute'))
    },
  }
}

async function openQuestion(page: Page, subject: string): Promise<void> {
  await page.goto('/dashboard?tab=conversations')
  const waiting = page.getByRole('article').filter({ hasText: subject })
  const first = waiting.getByRole('link', { name: 'Answer' })
  const others = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: subject })
  await first.or(others).click()
  await expect(page.getByRole('heading', { name: subject })).toBeVisible()
}
