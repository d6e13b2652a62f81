import { expect, type Page } from 'playwright/test'
import type { Server } from '../server.ts'
import { fillProfile, mailedPath, signupCode } from './joining.ts'
import type { Look } from './screens.ts'
import { expectReadyForOffline } from './sign-in.ts'

/** Visits the parts of a signed-in athlete's dashboard, their editors, and the dialog for a journey. */
export async function tourDashboard(page: Page, look: Look): Promise<void> {
  await page.goto('/dashboard?tab=start')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await look('start', page)
  await page.getByText('How do I send fans here from Instagram automatically?').click()
  await look('start-guide', page)
  await page.goto('/dashboard?tab=money')
  await expect(page.getByRole('region', { name: 'Statement' })).toBeVisible()
  await look('money', page)
  await tourProfile(page, look)
  await page.goto('/dashboard?tab=conversations')
  await expectReadyForOffline(page)
  await page.getByRole('button', { name: 'Take my inbox with me' }).click()
  const packing = page.getByRole('dialog', { name: 'Take my inbox with me' })
  await expect(packing.getByRole('button', { name: 'Ready to go' })).toBeVisible()
  await look('journey', page)
  await packing.getByText('24 h').click()
  await look('journey-long', page)
  await packing.getByRole('button', { name: 'Close' }).click()
}

async function tourProfile(page: Page, look: Look): Promise<void> {
  await page.goto('/dashboard?tab=profile')
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible()
  await look('own-profile', page)
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Bio').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Bio')).toBeFocused()
  await look('profile-editor-mistake', page)
  await page.getByLabel('Bio').fill('Hurdler. Ask me about rhythm.')
  await page.evaluate(() => scrollTo(0, 0))
  await look('profile-editor', page)
  await page.getByLabel('Price of a question').scrollIntoViewIfNeeded()
  await look('profile-editor-requests', page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure).toBeVisible()
  await look('profile-save', page)
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  // The message was given twice but is shown once.
  await expect(page.getByText('Profile update canceled.')).toHaveCount(1)
  await look('profile-discarded', page)
}

/** Visits what a new athlete sees: the form, the welcome, and the three steps of the set-up (S2-2.52 to S2-2.59). */
export async function tourJoining(page: Page, server: Server, look: Look): Promise<void> {
  await page.goto('/athletejoin')
  await page.getByLabel('Signup code').fill(signupCode(server))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('joining-welcome', page)
  await page.getByRole('button', { name: "Let's get started" }).click()
  await fillProfile(page)
  await page.getByLabel('Username').fill('adalund')
  await page.getByLabel('Password', { exact: true }).fill('ada rows at dawn')
  await page.getByLabel('Confirm password').fill('ada rows at dawn')
  await look('joining-form', page)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Infield!' })).toBeVisible()
  await look('joined', page)
  await page.goto(await mailedPath(server, 'ada@athletes.test'))
  await page.getByLabel('Your password').fill('ada rows at dawn')
  await look('activate', page)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page.getByRole('dialog', { name: 'Welcome, Ada' })).toBeVisible()
  await look('onboarding-1', page)
  await tourSetUp(page, look)
}

async function tourSetUp(page: Page, look: Look): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await expect(page.getByText('No bank account is connected yet.')).toBeVisible()
  await look('onboarding-2', page)
  await page.getByRole('dialog').getByText('Manual payouts').click()
  await look('onboarding-2-manual', page)
  await next.click()
  await expect(page.getByLabel('Price of a question')).toBeVisible()
  await look('onboarding-3', page)
  await page.getByLabel('Price of a question').selectOption('3500')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('You are set up. Share your link and fans can ask you.')).toBeVisible()
  await look('set-up', page)
  await page.goto('/dashboard?tab=conversations')
  await expect(page.getByRole('heading', { name: 'Nothing said yet' })).toBeVisible()
  await look('dashboard-empty', page)
  await page.goto('/dashboard?tab=money')
  await expect(page.getByRole('heading', { name: 'Nothing earned yet' })).toBeVisible()
  await look('money-empty', page)
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByRole('heading', { name: 'Nothing under way' })).toBeVisible()
  await look('outbox-empty', page)
}
