import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate } from '../../testing/server.ts'

const PASSKEY = { id: 'p', name: 'Passkey on Mac', createdAt: 1, lastUsedAt: null }
const safetyWith = (said: Partial<SafetyAnswer>, isOn: boolean, left: number): SafetyAnswer => ({
  sessions: [],
  moreSessions: false,
  secondFactor: { isOn, recoveryCodesLeft: left, isNeeded: false },
  passkeys: [],
  emailChange: null,
  ...said,
})

test.each([
  ['Second step at sign-in', safetyWith({}, true, 1), safetyWith({}, true, 10), '10 recovery codes are left'],
  [
    'Passkeys',
    safetyWith({ passkeys: [PASSKEY] }, false, 1),
    safetyWith({ passkeys: [PASSKEY] }, false, 10),
    'Recovery codes left: 10.',
  ],
])('ASVS 6.5.1 under %s recovery codes are renewed and shown once', async (section, before, after, says) => {
  answer('session', sessionOf('basic'))
  answer('safety', before)
  replicate({})
  await openScreen('/dashboard?tab=profile')
  const region = page.getByRole('region', { name: section })
  const renew = region.getByRole('button', { name: 'Make new recovery codes' })
  answer('renewCodes', () => refused('too-many-requests', { retryAfterS: 60 }))
  await renew.click()
  await expect.element(region.getByRole('alert')).toBeVisible()
  answer('safety', after)
  const asked = answer('renewCodes', { recoveryCodes: ['ABCD-EFGH', 'IJKL-MNOP'] })
  await renew.click()
  await expect.element(region.getByText('IJKL-MNOP')).toBeVisible()
  await expect.element(region.getByText('the old ones no longer work', { exact: false })).toBeVisible()
  await expect.element(region.getByText(says, { exact: false })).toBeVisible()
  const codes = region.getByRole('status').filter({ hasText: 'the old ones no longer work' })
  await expect.element(codes).toHaveFocus()
  const kept = region.getByRole('button', { name: 'I have kept them' })
  await expect.element(kept).toBeInViewport()
  await kept.click()
  await expect.element(renew).toHaveFocus()
  expect(region.getByText('IJKL-MNOP').elements()).toEqual([])
  expect(asked.map(({ body }) => body)).toEqual([{}])
})
