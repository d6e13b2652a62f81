import { expect } from 'playwright/test'
import { UNDO_MS } from '../../sync/limits.ts'
import { DESKTOP } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../pages/sign-in.ts'

test('BR-7 S1-2.13 S2-2.6 the desk is for admins, has five tabs, and decides by keyboard with ten seconds to take it back', async ({
  server,
  openDevice,
}) => {
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
      await signIn(other, role, server.password)
      await other.goto('/admin')
      await expect(other).toHaveURL(lands)
      await other.close()
    }
  })
  await signIn(page, 'admin', server.password)
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

  for (const tab of ['Athlete Feedback', 'Survey Feedback', 'Contact Requests', 'Athlete Requests']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByText('Nothing here yet')).toBeVisible()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

test('S2-2.7 S2-2.135 S2-2.136 the answer’s page: watched, rated once or not at all, and where to go from there', async ({
  server,
  openDevice,
}) => {
  const { page } = await openDevice()
  const mail = (await server.mails()).find(({ subject }) => /answer from Maren is here/.test(subject))
  await page.goto(/\/view\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '/no-mail')
  await expect(page.getByRole('heading', { name: 'Your response has arrived', level: 1 })).toBeVisible()
  await expect(page.getByTitle(/The answer of Maren/)).toBeVisible()
  await expect(page.getByText('I swallow half the lake')).toBeVisible()
  await test.step('S2-2.137 S2-2.138 an account, or another request', async () => {
    await expect(page.getByRole('link', { name: 'Create a free account' })).toHaveAttribute(
      'href',
      '/fanjoin',
    )
    await expect(page.getByRole('link', { name: 'Make another request' })).toHaveAttribute(
      'href',
      '/request/marenholt',
    )
  })
  await test.step('S2-4.31 S2-9.18 S2-8.49 five stars to begin with; skipped it is hidden, and once rated', async () => {
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
    await page.getByLabel('Skip the rating').check()
    await expect(page.getByRole('button', { name: 'Send feedback' })).toHaveCount(0)
    await page.reload()
    await page.getByLabel('Skip the rating').uncheck()
    await page.getByLabel('About the answer').fill('Clear and kind.')
    await page.reload()
    await expect(page.getByLabel('About the answer')).toHaveValue('Clear and kind.')
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(page.getByText('Thank you for your feedback!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send feedback' })).toHaveCount(0)
    await expect(page.getByRole('img', { name: '5.0 out of 5 stars' })).toBeVisible()
  })
})
