import { expect, type Page } from 'playwright/test'
import { DESKTOP } from '../device.ts'
import { test } from '../fixtures.ts'
import { expectReadyForOffline } from '../pages/sign-in.ts'

const SURE = 'Are you sure you want to save these changes?'
const UPDATED = 'Profile updated successfully!'

/** Signs in as an athlete whom no other test asks. */
async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Your email address').fill('marenholt@infield.test')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

async function openEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit profile' }).click()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('alertdialog', { name: SURE }).getByRole('button', { name: 'Save' }).click()
}

test('S2-2.70 S2-2.77 S2-8.27 S2-8.28 S2-8.29 D98 a profile is changed on a plane and on a laptop meanwhile', {
  tag: '@way-profile',
}, async ({ openDevice, visit, server }) => {
  const phone = await openDevice()
  await signIn(phone.page, server.password)
  await phone.goto('/dashboard?tab=profile')
  await expectReadyForOffline(phone.page)
  await phone.goOffline()
  await openEditor(phone.page)
  await phone.page.getByLabel('Bio').fill('Written on a plane.')
  await phone.page.getByLabel('Price of a question').selectOption({ label: '$20.00' })
  await phone.page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = phone.page.getByRole('alertdialog', { name: SURE })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(phone.page.getByText('Profile update canceled.')).toBeVisible()
  await phone.page.reload()
  await expect(phone.page.getByLabel('Bio')).toHaveValue('Written on a plane.')
  await save(phone.page)
  const main = phone.page.getByRole('main')
  await expect(main.getByText('Your changes: Waiting for network')).toBeVisible()
  await expect(main.getByText('Written on a plane.')).toBeVisible()

  const laptop = await visit(DESKTOP)
  await signIn(laptop, server.password)
  await laptop.goto('/dashboard?tab=profile')
  await openEditor(laptop)
  await laptop.getByLabel('City').fill('Tromsø')
  await save(laptop)
  await expect(laptop.getByText(UPDATED)).toBeVisible()
  await phone.goOnline()
  await expect(phone.page.getByText(UPDATED)).toBeVisible()
  await expect(main.getByText('Tromsø')).toBeVisible()
  await laptop.goto('/ask/marenholt')
  await expect(laptop.getByText('Written on a plane.')).toBeVisible()
  await expect(laptop.getByText('Tromsø')).toBeVisible()
  await expect(laptop.getByText('$20').first()).toBeVisible()

  await phone.goOffline()
  await openEditor(phone.page)
  await phone.page.getByLabel('Bio').fill('On the way back.')
  await save(phone.page)
  await laptop.goto('/dashboard?tab=profile')
  // Wait for the phone's words, because an edit begun before they arrive would be sent back for review.
  await expect(laptop.getByText('Written on a plane.')).toBeVisible()
  await openEditor(laptop)
  await laptop.getByLabel('Bio').fill('From the laptop.')
  await save(laptop)
  await expect(laptop.getByText(UPDATED)).toBeVisible()
  await phone.goOnline()
  await expect(main.getByText('Your profile was changed elsewhere', { exact: false })).toBeVisible()
  await expect(main.getByText('From the laptop.')).toBeVisible()
  await phone.page.getByRole('button', { name: 'See what I entered' }).click()
  await expect(phone.page.getByLabel('Bio')).toHaveValue('On the way back.')
})
