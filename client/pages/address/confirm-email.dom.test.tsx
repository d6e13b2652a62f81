import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { answer, refused } from '../../testing/server.ts'

const TOKEN = 'A'.repeat(43)
const confirm = page.getByRole('button', { name: 'Confirm', exact: true })

test('a mailed link confirms an address only when it is pressed, and says which mail is left', async () => {
  let state: 'waiting' | 'made' = 'waiting'
  const asked = answer('confirmEmail', () => ({ state }))
  await openScreen(`/confirmemail#token=${TOKEN}`)
  await expect.element(confirm).toBeVisible()
  expect(asked).toEqual([])
  await confirm.click()
  await expect.element(page.getByText(/Now open the link/)).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([{ token: TOKEN }])
  state = 'made'
  await openScreen(`/confirmemail#token=${'B'.repeat(43)}`)
  await confirm.click()
  await expect.element(page.getByText('Your email address is changed')).toBeVisible()
})

test('a link that is over says so, and one that is missing says where to get it', async () => {
  answer('confirmEmail', refused('link-spent'))
  await openScreen(`/confirmemail#token=${TOKEN}`)
  await confirm.click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: /already been used or has expired/ }))
    .toBeVisible()
  await openScreen('/confirmemail')
  await expect.element(page.getByRole('link', { name: 'Open your profile' })).toBeVisible()
})
