import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'

const SAFETY: SafetyAnswer = {
  ...{ sessions: [], moreSessions: false, passkeys: [], emailChange: null },
  secondFactor: { isOn: false, recoveryCodesLeft: 0, isNeeded: false },
}

test('who asks for another address by keyboard keeps a place to go on from, and is told what it waits for', async () => {
  answer('session', sessionOf('basic'))
  answer('safety', SAFETY)
  replicate({})
  await openScreen('/dashboard?tab=profile')
  const part = page.getByRole('region', { name: 'Sign-in', exact: true })
  const change = part.getByRole('button', { name: 'Change email address' })
  await expect.element(change).toBeEnabled()
  // A screen reader reads only what is added to a region that is already there.
  const region = part.getByRole('status').element()
  await change.click()
  await part.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(change).toHaveFocus()
  await change.click()
  await part.getByLabelText('New email address').fill('new@infield.test')
  await part.getByLabelText('Your password').fill('a long password')
  const emailChange = { email: 'new@infield.test', isOldConfirmed: false, isNewConfirmed: false }
  answer('changeEmail', {})
  answer('safety', { ...SAFETY, emailChange: { ...emailChange, until: Date.now() + 3_600_000 } })
  part.getByRole('button', { name: 'Send both mails' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const told = part.getByRole('status').filter({ hasText: 'Waiting to change to new@infield.test' })
  await expect.element(told).toBeInTheDocument()
  expect(told.element()).toBe(region)
  await expect.element(change).toHaveFocus()
})
