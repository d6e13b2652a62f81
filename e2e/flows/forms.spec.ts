import { expect, type Page } from 'playwright/test'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'

async function tellWhoWrites(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('E-mail').fill('ada@example.com')
}

test('S1-2.58 S1-2.59 S1-2.60 S1-4.27 a message is sent, thanked for, and the way out is home', async ({
  visit,
}) => {
  const page = await visit(PHONE)
  await page.goto('/contact')
  await tellWhoWrites(page)
  await page.getByLabel('Subject').fill('A club')
  await page.getByLabel('Your message').fill('We would like to talk.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your message!' })).toBeVisible()
  await page.getByRole('link', { name: 'Exit' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('S1-2.54 S1-2.55 S1-4.27 an application written without a network waits on the device, and leaves with it', async ({
  visit,
  complaints,
}) => {
  complaints.expect(/net::ERR_/)
  const page = await visit({ ...PHONE, serviceWorkers: 'allow' })
  await page.goto('/waitlist')
  await tellWhoWrites(page)
  await page.getByLabel('City').fill('Oslo')
  await page.getByLabel('Country').selectOption('NO')
  await page.getByLabel('Your account there').fill('@ada')
  await page.getByLabel('Your sport').fill('Rowing')
  await page.getByLabel('Why are you interested?').fill('I like to teach.')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Saved on this device, waiting for network.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Thank you for your interest!' })).toBeVisible()
  await page.getByRole('link', { name: 'Exit' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('S1-2.74 S1-2.75 S1-2.76 S1-2.77 S1-4.29 S1-9.12 a suggestion is thanked for, for three seconds', async ({
  visit,
}) => {
  const page = await visit(PHONE)
  await page.goto('/ask')
  await page.getByPlaceholder('@username').fill('@somebody')
  await page.getByRole('button', { name: 'Submit' }).click()
  const thanks = page.getByText("Thanks! We'll reach out to them.")
  await expect(thanks).toBeVisible()
  await expect(page.getByPlaceholder('@username')).toHaveValue('')
  await expect(thanks).toBeHidden({ timeout: 15_000 })
})
