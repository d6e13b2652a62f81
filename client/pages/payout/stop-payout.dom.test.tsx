import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { answer, refused } from '../../testing/server.ts'

const TOKEN = 'A'.repeat(43)
const stop = page.getByRole('button', { name: 'Stop the change' })

test('a mailed link that has stopped its change already leads on instead of asking for another one', async () => {
  answer('stopPayoutChange', () => ({}))
  await openScreen(`/stoppayout#token=${TOKEN}`)
  await stop.click()
  await expect.element(page.getByRole('heading', { name: 'It is stopped' })).toBeVisible()
  answer('stopPayoutChange', refused('link-spent'))
  await openScreen(`/stoppayout#token=${'B'.repeat(43)}`)
  await stop.click()
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See where your payouts go' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Set a new password' })).toBeVisible()
})
