import { expect, type Page } from 'playwright/test'
import type { Device } from '../device.ts'
import type { Server } from '../server.ts'
import { Recorder } from './recorder.ts'
import type { Look } from './screens.ts'

const BY_VIDEO = 'Is this start any good?'

export type StudioTour = { server: Server; athlete: Device; look: Look }

/** Visits the studio from the lobby to the delivered answer, with a refused camera and a lost network. */
export async function tourAnswering(tour: StudioTour): Promise<void> {
  const { athlete, look } = tour
  const { page } = athlete
  await page.goto('/dashboard?tab=conversations')
  await page.getByRole('link', { name: 'Answer all 3 in a row' }).click()
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible()
  await look('studio-row', page)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('decline', page)
  await page.keyboard.press('Escape')
  const studio = await openStudio(page, BY_VIDEO)
  await look('studio-video', page)
  await tourCamera(tour)
  await page.getByRole('button', { name: 'Trim' }).click()
  await expect(page.getByRole('slider', { name: 'Start' })).toBeVisible()
  await page.getByRole('slider', { name: 'End' }).fill('2000')
  await look('trim', page)
  await page.getByRole('button', { name: 'Keep it whole' }).click()
  await expect(page.getByRole('button', { name: 'Record again' })).toBeVisible()
  await look('review-kept', page)
  await page.goto(`${studio}?row=true`)
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible()
  await look('review-kept-row', page)
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByText('Not sent yet', { exact: false })).toBeVisible()
  await look('outbox-kept', page)
  await tourOffline(tour)
}

async function tourCamera({ athlete: { page }, look }: StudioTour): Promise<void> {
  const record = page.getByRole('button', { name: 'Record your answer' })
  await page.evaluate(() => (window as Refusing).refuseCamera?.('NotAllowedError'))
  await record.click()
  await expect(page.getByRole('heading', { name: 'The camera is blocked' })).toBeVisible()
  await look('camera-refused', page)
  await page.evaluate(() => (window as Refusing).refuseCamera?.(null))
  await page.getByRole('button', { name: 'Try again' }).click()
  const recorder = new Recorder(page)
  await recorder.start()
  await page.waitForTimeout(3_000)
  await look('recording', page)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible({ timeout: 30_000 })
  await look('review', page)
}

/** Sends a take offline, uploads it slowly once the network is back, and waits for the delivery. */
async function tourOffline({ server, athlete, look }: StudioTour): Promise<void> {
  const { page, line } = athlete
  await athlete.goOffline()
  await page.goto('/dashboard?tab=conversations')
  await expect(page.getByText('Offline. What you opened before is here.')).toBeVisible()
  await expect(page.getByText('Ready for offline', { exact: true })).toBeVisible()
  await look('dashboard-offline', page)
  const studio = await openStudio(page, BY_VIDEO)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Waiting for network')).toBeVisible()
  await look('sent-offline', page)
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByRole('article').getByText('Waiting for network')).toBeVisible()
  await expect(page.getByText('Offline. 1 answer is safe', { exact: false })).toBeVisible()
  await look('outbox-waiting', page)
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible()
  await look('own-profile-offline', page)
  await page.goto('/dashboard?tab=money')
  await expect(page.getByText('This is how it stood', { exact: false })).toBeVisible()
  await look('money-offline', page)
  await page.goto('/dashboard?tab=outbox')
  line.rate(5_000)
  await athlete.goOnline()
  await expect(page.getByText(/^Uploading/)).toBeVisible({ timeout: 60_000 })
  await look('outbox-uploading', page)
  line.rate(null)
  await expect(page.getByRole('article', { name: BY_VIDEO }).getByText('Delivered')).toBeVisible({
    timeout: 60_000,
  })
  await server.quiesce()
  await look('outbox-delivered', page)
  await page.goto(studio)
  await expect(page.getByText('can watch it now', { exact: false })).toBeVisible()
  await look('sent-delivered', page)
}

/** Visits the notification settings of a device whose subscription the server has not heard of. */
export async function tourUntold(athlete: Device, look: Look): Promise<void> {
  const { page } = athlete
  await page.goto('/dashboard?tab=outbox')
  await page.evaluate(() => localStorage.setItem('infield.push-untold', '1'))
  await page.reload()
  await expect(page.getByText('our server does not know this device yet', { exact: false })).toBeVisible()
  await page.getByRole('heading', { name: 'This device' }).scrollIntoViewIfNeeded()
  await look('push-untold', page)
  await page.evaluate(() => localStorage.removeItem('infield.push-untold'))
}

/** Opens the studio by the athlete's own way. Returns its path. */
export async function openStudio(page: Page, subject: string): Promise<string> {
  await page.goto('/dashboard?tab=conversations')
  const region = page.getByRole('region', { name: 'Waiting for you' })
  const first = region.getByRole('article').filter({ hasText: subject }).getByRole('link', { name: 'Answer' })
  await first.or(region.getByRole('link', { name: subject })).click()
  await expect(page).toHaveURL(/\/answer\//)
  return new URL(page.url()).pathname
}

type Refusing = Window & { refuseCamera?: (as: string | null) => void }

/**
 * Adds what no browser under test has: a camera that can be refused, and a push subscription. Call it before the
 * first page.
 */
export async function prepareDevice({ context }: Device): Promise<void> {
  await context.addInitScript(() => {
    let refusal: string | null = null
    const devices = navigator.mediaDevices
    const askFor = devices.getUserMedia.bind(devices)
    devices.getUserMedia = (wanted) =>
      refusal ? Promise.reject(new DOMException('refused', refusal)) : askFor(wanted)
    ;(window as Refusing).refuseCamera = (as) => {
      refusal = as
    }
    const subscription = { getKey: () => null } as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('infield.push-untold') ? subscription : null
  })
}
