import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { answer, refused } from '../../testing/server.ts'
import { TeamAccountForm } from './team-account-form.tsx'

const password = page.getByLabelText('Password', { exact: true })
const create = page.getByRole('button', { name: 'Create the account' })

async function typePassword(text: string): Promise<void> {
  await password.fill(text)
  await page.getByLabelText('Confirm password').fill(text)
}

test('a password is checked before the key is scanned, and a refused one leaves the key as it is', async () => {
  const begun = answer('beginFirstAdmin', {
    key: 'ABCD',
    link: 'otpauth://totp/a?secret=ABCD',
    sealed: 'seal',
  })
  show(<TeamAccountForm token="token" onEntered={() => {}} />)
  await page.getByLabelText('First name').fill('Bea')
  await page.getByLabelText('Last name').fill('Lind')
  await page.getByLabelText('Your email address').fill('bea@infield.test')
  await typePassword('14 characters.')
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await expect.element(page.getByRole('alert').filter({ hasText: /15/ })).toBeVisible()
  expect(begun).toEqual([])

  await typePassword('a frequent password')
  await next.click()
  await page.getByRole('textbox', { name: 'Code' }).fill('123456')
  await expect.element(password).not.toBeVisible()
  answer('firstAdmin', refused('password-frequent'))
  await create.click()
  await expect.element(password).toBeVisible()

  await typePassword('a password nobody else has')
  const made = answer('firstAdmin', { recoveryCodes: ['ABCD-EFGH'] })
  await create.click()
  await expect.element(page.getByText(/Any codes you had before no longer work\./)).toBeVisible()
  expect(made.map(({ body }) => body)).toMatchObject([{ sealed: 'seal', code: '123456' }])
  expect(begun).toHaveLength(1)
})
