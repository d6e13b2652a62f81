import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen, show } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate } from '../../testing/server.ts'
import { formatDateTime } from '../../text/format.ts'
import { MinePanel } from './my-data-panel.tsx'

const MINE = {
  ...{ email: 'ada@infield.test', hasAccount: true, isAthlete: false, questions: 2, answers: 1, videos: 0 },
  ...{ videoBytes: 0, openQuestions: 1, eraseAt: null, exportUrl: '/export' },
}

test('a long email address does not make the page wider than a phone', async () => {
  await page.viewport(320, 640)
  const email = `${'tilda.of.the.long.names.'.repeat(4)}ost@provider.example.com`
  answer('mine', { ...MINE, email, questions: 0, answers: 0, openQuestions: 0 })
  show(<MinePanel token="token" />)
  await expect.element(page.getByText(email, { exact: false })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test.each([
  [false, /An answer that was recorded in time is still delivered and charged\./],
  [true, /An answer of yours whose video has fully arrived is still delivered .* has not is withdrawn\./],
])('who leaves is told which answers are still delivered; an athlete: %s', async (isAthlete, says) => {
  answer('mine', { ...MINE, isAthlete })
  show(<MinePanel token="token" />)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(says)).toBeVisible()
  await expect.element(dialog).toHaveAccessibleDescription(says)
})

test('a mailed link that expires while it is open leads to another link', async () => {
  answer('mine', { ...MINE, hasAccount: false })
  const { path } = await openScreen(`/mydata#token=${'a'.repeat(43)}`)
  const download = page.getByRole('button', { name: 'Download' })
  await expect.element(download).toBeVisible()
  answer('mine', refused('link-spent'))
  await download.click()
  await page.getByRole('link', { name: 'Ask for another link' }).click()
  await expect.poll(path).toBe('/mydata')
})

test('an address that left learns that what it has sent since is not deleted', async () => {
  answer('mine', { ...MINE, hasAccount: false, eraseAt: Date.now() + 86_400_000 })
  await openScreen(`/mydata#token=${'a'.repeat(43)}`)
  const note = page.getByText(/cancels this\. What you have sent us since then is not deleted\./)
  await expect.element(note).toBeVisible()
})

test('who left without an account may delete what they have sent since, by the same date', async () => {
  const eraseAt = Date.now() + 86_400_000
  answer('mine', { ...MINE, hasAccount: false, eraseAt })
  show(<MinePanel token="token" />)
  const again = page.getByRole('button', { name: 'Delete the rest' })
  await again.click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByText(`On ${formatDateTime(eraseAt)} your profile, questions`))
    .toBeVisible()
  await expect.element(dialog.getByText(/seven days/)).not.toBeInTheDocument()
  answer('leave', { eraseAt })
  await dialog.getByRole('button', { name: 'Yes, delete' }).click()
  await expect.element(page.getByText(/What you send us from now on is not deleted\./)).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Will be deleted on' })).toHaveFocus()
  await expect.element(again).not.toBeInTheDocument()
})

test('an account that is leaving has nothing more to delete', async () => {
  answer('mine', { ...MINE, eraseAt: Date.now() + 86_400_000 })
  show(<MinePanel token="token" />)
  await expect.element(page.getByText(/and so does signing in\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
})

test('data that has closed in the profile asks for the password again', async () => {
  answer('session', sessionOf('basic'))
  answer('safety', new Response(null, { status: 500 }))
  replicate({})
  answer('openMine', { token: 'token' })
  answer('mine', MINE)
  await openScreen('/dashboard?tab=profile')
  const region = page.getByRole('region', { name: 'Your data' })
  const password = region.getByLabelText('Password, to open your data')
  await password.fill('a long password')
  await region.getByRole('button', { name: 'Open my data' }).click()
  answer('leave', refused('link-spent'))
  await region.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect.element(password).toBeVisible()
  await expect.element(region.getByText(/Your data has closed, and nothing was changed\./)).toBeVisible()
})

test('the link to stay, used already, says so and leads to the sign-in', async () => {
  answer('keep', refused('link-spent'))
  await openScreen(`/keepaccount#token=${'a'.repeat(43)}`)
  await page.getByRole('button', { name: 'Keep everything' }).click()
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
})
