import { expect } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'

test('S1-2.62 S1-2.63 S1-2.64 S1-2.65 S1-2.66 S1-4.30 S1-9.14 the directory is narrowed by tags and words, and its address says so', async ({
  visit,
}) => {
  const page = await visit(PHONE)
  const cards = page.getByRole('article')
  const tag = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/ask')
  await expect(cards.nth(20)).toBeAttached()
  await expect(tag('NCAA Division 1')).toBeHidden()
  await tag('More tags').click()
  await tag('NCAA Division 1').click()
  await tag('Running').click()
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL(/\?tags=running%2Cncaa_d1$/)
  await page.reload()
  await expect(cards).toHaveCount(1)
  await tag('Remove Running').click()
  await expect(page).toHaveURL(/\?tags=ncaa_d1$/)
  await page.goBack()
  await expect(tag('Remove Running')).toBeVisible()
  await tag('Clear Filters').click()
  await expect(cards.nth(20)).toBeAttached()
  await expect(page).toHaveURL(/\/ask$/)
  await page.getByRole('searchbox').fill('no such topic')
  await expect(page.getByRole('heading', { name: 'Nobody matches all of that' })).toBeVisible()
})

test('offline the directory searches whom this device has seen, and says so', async ({
  visit,
  complaints,
}) => {
  complaints.expect(/net::ERR_/)
  const page = await visit({ ...DESKTOP, serviceWorkers: 'allow' })
  await page.goto('/ask')
  await expect(page.getByLabel('Their handle')).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('basket')
  await expect(page.getByText('Showing what this device has seen')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(page.getByText('Showing what this device has seen')).toBeHidden()
})
