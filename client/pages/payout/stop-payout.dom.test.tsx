import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { answer, refused } from '../../testing/server.ts'

const TOKEN = 'A'.repeat(43)
const stop = page.getByRole('button', { name: 'Stop the change' })

test('a mailed link that has stopped its change already leads on instead of asking for another one', async () => {
  answer('stopPayoutChange', { payouts: 'unchanged' })
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

test.each([
  ['unchanged', 'Your payouts still go where they went before.', false],
  ['by-hand', 'Your direct deposits are disconnected, and we pay you by hand.', false],
  ['stopped', 'nothing is paid until you connect again', true],
] as const)(
  'it says how payouts go on once a change is stopped: %s',
  async (payouts, words, leadsToMoney) => {
    answer('stopPayoutChange', { payouts })
    await openScreen(`/stoppayout#token=${TOKEN}`)
    await stop.click()
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    expect(page.getByText('disconnected').elements()).toHaveLength(payouts === 'unchanged' ? 0 : 1)
    expect(page.getByRole('link', { name: 'Open Money' }).elements()).toHaveLength(leadsToMoney ? 1 : 0)
    await expect.element(page.getByRole('link', { name: 'Set a new password' })).toBeVisible()
  },
)
