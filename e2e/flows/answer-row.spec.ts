import { expect, type Locator, type Page } from 'playwright/test'
import { CALLS } from '../../sync/paths.ts'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Recorder } from '../pages/recorder.ts'
import { signIn } from '../pages/sign-in.ts'
import { readTakes } from '../takes.ts'

// A world of its own, because this file answers questions that other files answer too.
test.use({ world: 'plane' })

test('S2-1.2 BR-1 on a plane: taken along, answered in a row, one trimmed, one skipped; landed, they send themselves by deadline', {
  tag: '@way-row',
}, async ({ server, openDevice }) => {
  const device = await openDevice(PHONE)
  const { page } = device
  await device.context.addInitScript(beOnMobileData)
  await signIn(page, 'athlete', server)
  // The first thing to do is visible on a phone's first screen.
  await expect(page.getByRole('link', { name: 'Answer', exact: true })).toBeInViewport({ ratio: 1 })
  const notYet = 'Ready for offline, but one question’s video is not on this device yet.'
  await expect(page.getByText(notYet)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Take my inbox with me' }).click()
  const packing = page.getByRole('dialog', { name: 'Take my inbox with me' })
  await takeEverything(device, packing)
  await expect(packing.getByRole('button', { name: 'Close' })).toBeVisible()
  await packing.getByText('24 h').click()
  await expect(packing.getByText('1 question runs out before you land', { exact: false })).toBeVisible()
  await expect(
    packing.getByRole('listitem').filter({ hasText: /^“Stride pattern between hurdles”, / }),
  ).toHaveCount(1)
  await packing.getByRole('button', { name: 'Ready to go' }).click()
  await device.goOffline()

  await page.getByRole('link', { name: 'Answer all 3 in a row' }).click()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  const recorder = new Recorder(page)
  await recorder.record(1_200)
  await page.getByRole('button', { name: 'Send answer' }).click()

  await expect(page.getByRole('heading', { name: 'Is this start any good?' })).toBeVisible()
  await expect(page.getByText('Saved, 1 waiting', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()

  await expect(page.getByRole('heading', { name: 'Coming back from a stress fracture' })).toBeVisible()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await recorder.record(4_200)
  await page.getByRole('button', { name: 'Trim' }).click()
  const whole = (await readTakes(page)).find(({ state }) => state === 'kept')
  await page.getByRole('slider', { name: 'Start' }).fill('1000')
  await page.getByRole('slider', { name: 'End' }).fill('3000')
  await page.getByRole('button', { name: 'Trim' }).click()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  const cut = (await readTakes(page)).find(({ state }) => state === 'kept')
  expect(cut?.id).not.toBe(whole?.id)
  expect(cut?.durationMs).toBeGreaterThan(1_000)
  expect(cut?.durationMs).toBeLessThan(3_200)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('2 answers are safe on this device. We send', { exact: false })).toBeVisible()
  const [first, last] = await inOrder(page)

  // The skipped question is recorded last, but is due before the one recorded before it.
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Is this start any good?' })).toBeVisible()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await recorder.record(1_200)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.poll(async () => (await inOrder(page)).length).toBe(3)
  const skipped = (await inOrder(page)).find((id) => id !== first && id !== last)

  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByText('Waiting for network')).toHaveCount(3)
  await device.goOnline()
  // Includes one delivered answer from the demo data.
  await expect(outbox.getByText('4 delivered in the last day')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => readTakes(page)).toEqual([])
  const uploads = new Set(device.line.sent.map(({ path }) => path))
  expect([...uploads]).toEqual([first, skipped, last].map((id) => `/files/${id}`))
})

/**
 * Runs in the page: reports mobile data, so that nothing is prefetched and only what was taken along by hand is
 * here.
 */
function beOnMobileData(): void {
  const connection = Object.assign(new EventTarget(), { type: 'cellular' })
  Object.defineProperty(navigator, 'connection', { value: connection })
}

/** Cuts the network in the middle of taking everything along, checks the message, and tries again with success. */
async function takeEverything({ page, line }: Device, packing: Locator): Promise<void> {
  const take = packing.getByRole('button', { name: 'Take everything' })
  await expect(packing.getByText('2 questions, ready offline; 1 not on this device yet.')).toBeVisible()
  await page.route(`**${CALLS.mediaTicket}`, async (route) => {
    line.cut()
    await route.continue()
  })
  await take.click()
  await expect(packing.getByText('The network broke off.', { exact: false })).toBeVisible()
  await page.unroute(`**${CALLS.mediaTicket}`)
  line.restore()
  await take.click()
  await expect(packing.getByText(/^3 questions, .*ready offline\.$/)).toBeVisible()
}

/** Returns the queued answers in the order of their recording. */
function inOrder(page: Page): Promise<string[]> {
  return readTakes(page).then((takes) =>
    takes
      .filter(({ state }) => state === 'queued')
      .toSorted((a, b) => a.recordedAt - b.recordedAt)
      .map(({ id }) => id),
  )
}
