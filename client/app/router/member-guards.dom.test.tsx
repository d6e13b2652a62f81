import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'
import { Dashboard } from './member-guards.tsx'

test('who signs in where a screen takes the place of the form has the focus on that screen', async () => {
  // The router's loader of screens makes React warn when it has to wait in the middle of a visit.
  await Dashboard.preload?.()
  await openScreen('/dashboard')
  await page.getByLabelText('Your email address').fill('ada@infield.test')
  await page.getByLabelText('Your password').fill('a long password')
  answer('signIn', {})
  answer('session', sessionOf('basic'))
  replicate({})
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(page.getByLabelText('Your password')).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})
