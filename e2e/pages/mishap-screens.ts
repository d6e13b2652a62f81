import { expect, type Page } from 'playwright/test'
import { HOUR_MS, UNDO_MS } from '../../sync/limits.ts'
import { DESKTOP } from '../device.ts'
import type { Server } from '../server.ts'
import { readTakes } from '../takes.ts'
import { Desk } from './desk.ts'
import { Recorder } from './recorder.ts'
import { RequestPage } from './request-page.ts'
import { signIn } from './sign-in.ts'
import { Studio } from './studio.ts'
import { openStudio, type StudioTour } from './studio-screens.ts'

/** Two of the demo's questions to the athlete: one of a fan with an account, and one of a guest. */
const [OF_FAN, OF_GUEST] = ['Stride pattern between hurdles', 'Coming back from a stress fracture']
const FREE = 'Lead arm across the body'

type Visit = () => Promise<Page>

/**
 * A fan leaves while the athlete records: the recording continues, ends with a clear sentence, and the take is
 * safe.
 */
export async function leaveWhileRecorded(tour: StudioTour, fan: Page): Promise<void> {
  const { server, athlete, look } = tour
  const { page } = athlete
  // Do the slow steps first, because a recording ends by itself after a minute.
  const leave = await prepareToLeave(fan, server)
  await openStudio(page, OF_FAN)
  const beside = await page.context().newPage()
  await beside.goto(`${athlete.line.origin}/dashboard?tab=conversations`)
  const listed = beside.getByText(OF_FAN).first()
  await expect(listed).toBeVisible()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await new Recorder(page).start()
  await leave()
  await expect(listed, 'out of sight on this phone').toBeHidden({ timeout: 30_000 })
  await beside.close()
  await expect(page.getByText('Recording', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const keep = page.getByRole('button', { name: 'Keep it' })
  await expect(keep).toBeVisible({ timeout: 30_000 })
  await expect(
    page.getByText(
      'This question is no longer yours to answer: its fan has left, or our team is reading it again.',
      { exact: true },
    ),
  ).toBeVisible()
  await look('review-gone', page)
  await keep.click()
  const safe =
    'This question is no longer yours to answer: its fan has left, or our team is reading it again. Your take is safe on this device.'
  await expect(page.getByText(safe)).toBeVisible()
  const [take, ...others] = await readTakes(page)
  expect(take).toMatchObject({ state: 'kept', sha256: take?.declared })
  expect(others).toEqual([])
  await look('studio-gone', page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('take-delete', page)
  await page.keyboard.press('Escape')
}

/**
 * Goes up to the last button, which deletes the fan's account and questions. Returns the function that presses it.
 */
async function prepareToLeave(fan: Page, server: Server): Promise<() => Promise<void>> {
  await signIn(fan, 'fan', server)
  await fan.goto('/dashboard?tab=profile')
  await fan.getByLabel('Password, to open your data').fill(server.password)
  await fan.getByRole('button', { name: 'Open my data' }).click()
  await fan.getByRole('button', { name: 'Delete my account' }).click()
  const last = fan.getByRole('button', { name: 'Yes, delete' })
  await expect(last).toBeVisible()
  return async () => {
    await last.click()
    await expect(fan).toHaveURL(/\/mydata/)
  }
}

/** Leaves the page during a recording, and checks that the recording is offered in the outbox and in the studio. */
export async function tourInterrupted({ athlete: { page }, look }: StudioTour): Promise<void> {
  await openStudio(page, OF_GUEST)
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await new Recorder(page).start()
  await page.waitForTimeout(2_500)
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByText('A recording was interrupted.', { exact: false })).toBeVisible()
  await look('outbox-interrupted', page)
  await openStudio(page, OF_GUEST)
  await expect(page.getByRole('region', { name: 'Unsaved recording' })).toBeVisible()
  await look('studio-recovery', page)
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await look('review-recovered', page)
}

/** Asks a free question, which can be opened again later because it needs no card hold. */
async function askFree(server: Server, asker: Page, desk: Desk): Promise<void> {
  await asker.goto('/request/athlete')
  const request = new RequestPage(asker)
  await request.write(FREE, 'My lead arm swings across. Does it cost me anything?')
  await request.tellWhoAsks()
  await request.enterCode('FIRSTLAP')
  // The price is 0, so there is no price to accept.
  await expect(asker.getByRole('button', { name: 'Review your request' })).toBeVisible()
  await request.goToConfirm()
  await request.submit()
  await expect(request.thanks).toBeVisible()
  await desk.choose(FREE)
  await desk.approve()
  await server.advance(UNDO_MS)
}

/**
 * Holds an answer back until its question has ended, checks the refusal, and sends it again once the desk has
 * opened the question.
 */
export async function sendAgainTooLate({ server, athlete, look }: StudioTour, visit: Visit): Promise<void> {
  const { page } = athlete
  const admin = await visit()
  await admin.setViewportSize(DESKTOP.viewport)
  await signIn(admin, 'admin', server)
  await askFree(server, await visit(), new Desk(admin))
  await page.goto('/dashboard?tab=outbox')
  const hold = page.getByRole('switch', { name: /^(Hold videos back|Send videos on Wi-Fi only)/ })
  await hold.click()
  await expect(hold).toBeChecked()
  const studio = await openStudio(page, FREE)
  await new Studio(page).record(1_500)
  await new Studio(page).send()
  await look('sent-held', page)
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByText('Its video is held back', { exact: false })).toBeVisible()
  await page.getByText('Its video is held back', { exact: false }).scrollIntoViewIfNeeded()
  await look('outbox-held', page)
  await server.advance((72 + 24) * HOUR_MS + 60_000)
  await page.reload()
  const line = page.getByRole('article', { name: FREE })
  await expect(line.getByText('The time to answer ran out.', { exact: false })).toBeVisible({
    timeout: 30_000,
  })
  await look('outbox-too-late', page)
  await page.goto(studio)
  await expect(page.getByRole('heading', { name: 'This question is closed' })).toBeVisible()
  await look('studio-closed', page)
  await reopen(admin)
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible({ timeout: 30_000 })
  await look('studio-reopened', page)
  await page.goto('/dashboard?tab=outbox')
  await expect(line.getByText('The question is open again.', { exact: false })).toBeVisible()
  await look('outbox-reopened', page)
  const before = await readTakes(page)
  expect(before.find(({ state }) => state === 'refused')).toMatchObject({ purpose: 'answer' })
  await hold.click()
  await line.getByRole('button', { name: 'Send again' }).click()
  await expect(line.getByText('Delivered')).toBeVisible({ timeout: 60_000 })
}

async function reopen(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: /^All/ }).click()
  await new Desk(admin).choose(FREE)
  await admin.getByLabel('Change Status').selectOption('approved')
  await admin.getByRole('button', { name: 'Change the status' }).click()
}
