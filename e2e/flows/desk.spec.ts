import { expect } from 'playwright/test'
import { everything } from '../../.ci/sample.ts'
import { UNDO_MS } from '../../sync/limits.ts'
import { DESKTOP } from '../device.ts'
import { test } from '../fixtures.ts'
import { askOften } from '../pages/ask-often.ts'
import { approveWalks } from '../pages/desk.ts'
import { signIn } from '../pages/sign-in.ts'

test('BR-7 S1-2.13 S2-2.6 the desk is for admins, has five tabs, and decides by keyboard with ten seconds to take it back', {
  tag: '@desk-decides',
}, async ({ server, openDevice }) => {
  const { page } = await openDevice(DESKTOP)
  await test.step('S2-2.106 S2-2.107 S2-2.108 a sign-in form, and the way out for everybody else', async () => {
    await page.goto('/admin')
    await expect(page.getByLabel('Your email address')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
    for (const [role, lands] of [
      ['athlete', /\/dashboard/],
      ['fan', /:\d+\/$/],
    ] as const) {
      const other = (await openDevice(DESKTOP)).page
      await signIn(other, role, server)
      await other.goto('/admin')
      await expect(other).toHaveURL(lands)
      await other.close()
    }
  })
  await signIn(page, 'admin', server)
  await expect(page.getByRole('columnheader')).toContainText(['Price Paid', 'Receiver', 'Status', 'Date'])
  const pane = page.getByRole('region', { name: 'The request' })

  await page.keyboard.press('j')
  await expect(pane.getByRole('heading', { name: 'Serve receive drills alone' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('Approving', { exact: true }).first()).toBeVisible()
  await expect(pane.getByRole('heading', { name: 'What do you eat on race day?' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('Approving', { exact: true })).toHaveCount(0)
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(page.getByLabel('Rejection note')).toHaveValue(/not something the athlete can help with/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Rejecting', { exact: true }).first()).toBeVisible()
  await server.advance(UNDO_MS)
  await expect(page.getByText('Request rejected, and the requester has been notified')).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('button', { name: /^Rejected/ }).click()
  await expect(page.getByRole('button', { name: /What do you eat on race day/ })).toBeVisible()

  await test.step('S2-9.17 a card says what it does, takes a reason, and is kept', async () => {
    await page.getByRole('link', { name: 'Athletes', exact: true }).click()
    await page.getByRole('button', { name: '@caldecosta' }).click()
    await page.getByRole('button', { name: 'Give a card' }).click()
    await expect(page.getByText('It is a warning: nothing else changes.')).toBeVisible()
    await page.getByLabel('Reason').fill('Asked fans to pay elsewhere.')
    await page.getByRole('button', { name: 'Give the yellow card' }).click()
    await expect(page.getByRole('region', { name: 'The athlete' })).toContainText(
      'Asked fans to pay elsewhere.',
    )
  })
  for (const tab of ['Athlete Feedback', 'Survey Feedback', 'Contact Requests', 'Athlete Requests']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByText('Nothing here yet')).toBeVisible()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

const REQUESTS = everything ? 20 : 5

test('requests are screened by keyboard, each followed by the next one', {
  tag: '@desk-by-keyboard',
}, async ({ server, openDevice }) => {
  const fan = (await openDevice(DESKTOP)).page
  await signIn(fan, 'fan', server)
  await fan.evaluate(askOften, REQUESTS)
  await fan.close()
  await server.quiesce()
  const { page } = await openDevice(DESKTOP)
  await signIn(page, 'admin', server)
  await expect(page.getByRole('button', { name: `: Walk ${REQUESTS}` })).toBeVisible()
  await page.evaluate(watchKeys)
  const begun = Date.now()
  await approveWalks(page, REQUESTS)
  const readTaken = () => page.evaluate(() => (window as unknown as { toNext: number[] }).toNext)
  // The page notes the last time one frame after it shows the change.
  await expect.poll(async () => (await readTaken()).length).toBe(REQUESTS)
  const taken = await readTaken()
  const median = taken.toSorted((one, other) => one - other)[Math.floor(REQUESTS / 2)] ?? 0
  process.stdout.write(
    `desk: ${REQUESTS} requests screened by keyboard in ${((Date.now() - begun) / 1_000).toFixed(1)} s; from the key to the next request ${median.toFixed(0)} ms at the median\n`,
  )
  await server.advance(UNDO_MS)
  await page.getByRole('button', { name: /^Approved/ }).click()
  await expect(page.getByRole('button', { name: ': Walk 1' }).first()).toBeVisible()
})

/** Runs in the admin's page: measures the time from the key that approves to the next request on the screen. */
function watchKeys(): void {
  const seen = () => document.querySelector('[aria-label="The request"] h2')?.textContent ?? null
  const toNext: number[] = []
  Object.assign(window, { toNext })
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'a') return
      const [from, before] = [performance.now(), seen()]
      const look = () => {
        const now = seen()
        if (now === null || now === before) requestAnimationFrame(look)
        else toNext.push(performance.now() - from)
      }
      requestAnimationFrame(look)
    },
    true,
  )
}
