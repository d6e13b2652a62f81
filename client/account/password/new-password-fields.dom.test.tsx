import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen, show } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, VISITOR } from '../../testing/server.ts'
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

const [CHANGE, CHOOSE] = ['Change your password', 'Choose a new password']

test.each([
  [
    'a member of the team',
    '',
    { session: sessionOf('admin'), title: CHANGE, least: '15 characters of any kind' },
  ],
  ['a fan', '', { session: sessionOf('basic'), title: CHANGE, least: '8 characters of any kind' }],
  [
    'whoever has a mailed link, which does not say whose it is,',
    `#token=${'t'.repeat(43)}`,
    { session: VISITOR, title: CHOOSE, least: '8 characters of any kind; members of the team need 15' },
  ],
])('D48 %s is told how long the new password has to be', async (_, hash, { session, title, least }) => {
  answer('session', session)
  await openScreen(`/passwordreset${hash}`)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByText(`At least ${least}.`, { exact: true })).toBeVisible()
})
