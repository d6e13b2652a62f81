import { expect, type Page } from 'playwright/test'
import { expectDelivered, recordAnswer } from '../delivery.ts'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn, signInByForm } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import type { Line } from '../proxy.ts'
import type { Server } from '../server.ts'
import { readTakes } from '../takes.ts'

// A separate world, because this file answers questions that other files answer too.
test.use({ world: 'sending' })

test('signed out from elsewhere in the middle of an upload, in a browser that was a guest’s once: the answer waits for its athlete and goes on', {
  tag: '@upload-signed-out',
}, async ({ server, openDevice, visit, complaints }) => {
  // After the session has ended, the server does not know this browser's upload.
  complaints.expect(/status of (401|403|404) \([A-Za-z ]+\) \(\S+\/(sync|api|files)\b/)
  const subject = 'Stride pattern between hurdles'
  const athlete = await openDevice(PHONE, 'athlete')
  const { page, line } = athlete
  await becomeGuest(page)
  const take = await recordAnswer(athlete, server, subject)
  line.rate(60_000)
  const cut = line.cutAfter(take.bytes / 2)
  await new Studio(page).send()
  await cut
  await endOtherSessions(await visit(), server)
  line.rate(null)
  line.restore()
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await page.goto(`${line.origin}/dashboard?tab=outbox`)
  await expect(page.getByText('Saved on this device. Sign in to send it.')).toBeVisible()
  // Long enough for the broken upload to be tried again.
  await page.waitForTimeout(5_000)
  expect(await readTakes(page)).toMatchObject([{ id: take.id, state: 'queued' }])
  await signInByForm(page, 'athlete', server.password)
  await expectDelivered({ server, athlete, subject, take })
})

test('a video that is uploading stops when it is held back, by the switch or by leaving Wi-Fi, and goes on from its last byte', {
  tag: '@upload-held-back',
}, async ({ server, openDevice }) => {
  const subject = 'Is this start any good?'
  const athlete = await openDevice(PHONE, 'athlete')
  const { page, line, context } = athlete
  await context.addInitScript(tellNetwork)
  const take = await recordAnswer(athlete, server, subject)
  const setRate = await openThrottle(page)
  await setRate(take.bytes / 20)
  await new Studio(page).send()
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await page.getByRole('link', { name: /^Outbox/ }).click()
  const outbox = page.getByRole('main')
  await expect(outbox.getByText(/^Uploading \d+ %$/)).toBeVisible()
  await expect(outbox.getByText(/^[\d.]+ [kM]?B a second, (about .+|a few seconds) to go$/)).toBeVisible()

  // Upload some bytes first, so that there is something to continue from.
  await expect.poll(() => line.sent.at(-1)?.bytes ?? 0).toBeGreaterThan(take.bytes / 10)
  await page.getByLabel('Hold videos back').click()
  await expectHeld(page, line)
  await moveTo(page, 'wifi')
  await expect(outbox.getByText(/^Uploading \d+ %$/)).toBeVisible()
  await moveTo(page, 'cellular')
  await expectHeld(page, line)
  await moveTo(page, 'wifi')
  await setRate(-1)
  await expectDelivered({ server, athlete, subject, take })
  expect(new Set(line.sent.map(({ path }) => path)).size, 'uploads').toBe(1)
  expect(line.sent.filter(({ offset }) => offset === 0)).toHaveLength(1)
})

test('a network that goes without a word is given up and told, and the upload goes on over the next one', {
  tag: '@upload-hushed',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/net::ERR_|409/)
  const subject = 'Coming back from a stress fracture'
  const athlete = await openDevice(PHONE, 'athlete')
  const { page, line } = athlete
  const take = await recordAnswer(athlete, server, subject)
  line.rate(60_000)
  await new Studio(page).send()
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await page.getByRole('link', { name: /^Outbox/ }).click()
  await expect.poll(() => line.sent.at(-1)?.bytes ?? 0).toBeGreaterThan(take.bytes / 4)
  line.hush()
  // A browser by itself would not notice for a quarter of an hour.
  await expect(page.getByText('Waiting for network')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Offline. 1 answer is safe on this device')).toBeVisible()
  expect(await readTakes(page)).toMatchObject([{ id: take.id, sha256: take.sha256 }])
  line.rate(null)
  line.restore()
  await expectDelivered({ server, athlete, subject, take })
})

/**
 * Returns a function that limits how many bytes a second the browser sends. Throttles in the browser, because the
 * operating system takes bytes at once and would hide the progress.
 */
async function openThrottle(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return async (uploadThroughput) => {
    const free = { offline: false, latency: 0, downloadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', { ...free, uploadThroughput })
  }
}

/** Runs in the page: gives the browser a network whose type a test can change. */
function tellNetwork(): void {
  const network = Object.assign(new EventTarget(), { type: undefined })
  Object.defineProperty(navigator, 'connection', { value: network })
}

function moveTo(page: Page, type: 'wifi' | 'cellular'): Promise<void> {
  return page.evaluate((name) => {
    const { connection } = navigator as Navigator & { connection: EventTarget }
    Object.assign(connection, { type: name }).dispatchEvent(new Event('change'))
  }, type)
}

/** Checks that the page says the video is held back, and that no byte is sent. */
async function expectHeld(page: Page, line: Line): Promise<void> {
  await expect(
    page.getByText(/^Its video (is held back|waits for Wi-Fi), as you chose in the outbox/),
  ).toBeVisible()
  await expect(page.getByText(/^Uploading/)).toBeHidden()
  const [take] = await readTakes(page)
  expect(take?.state).toBe('queued')
  // Bytes that the operating system had taken from the browser are still on their way.
  await page.waitForTimeout(1_000)
  const [pieces, bytes] = [line.sent.length, line.sent.at(-1)?.bytes]
  await page.waitForTimeout(3_000)
  expect([line.sent.length, line.sent.at(-1)?.bytes]).toEqual([pieces, bytes])
}

/** Sends a form without an account, which makes this browser a guest's for a year. */
async function becomeGuest(page: Page): Promise<void> {
  await page.goto('/ask')
  await page.getByPlaceholder('@username').fill('@somebody')
  await page.getByRole('button', { name: 'Submit' }).click()
  // The message of thanks disappears after three seconds, the typed words at once.
  await expect(page.getByPlaceholder('@username')).toHaveValue('')
}

/** Signs the athlete out on every other device. With several devices the button for all of them comes last. */
async function endOtherSessions(page: Page, server: Server): Promise<void> {
  await signIn(page, 'athlete', server)
  await page.goto('/dashboard?tab=profile')
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices
    .getByRole('button', { name: /^Sign out/ })
    .last()
    .click()
  const asked = page.getByRole('dialog', { name: /^Sign out .+\?$/ })
  await asked.getByLabel('Your password').fill(server.password)
  await asked.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
}
