import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'

function Fields({ label }: { label: string }) {
  return <NewPasswordFields typed={useNewPassword()} label={label} />
}

test.each([
  ['Password', 'Passwords do not match'],
  ['New password', 'New passwords do not match'],
])('S2-8.34 where it is called “%s”, what differs is called that as well', async (label, said) => {
  show(<Fields label={label} />)
  await page.getByLabelText(label, { exact: true }).fill('a long password')
  await page.getByLabelText(`Confirm ${label.toLowerCase()}`).fill('another password')
  await expect.element(page.getByText(said, { exact: true })).toBeVisible()
})
