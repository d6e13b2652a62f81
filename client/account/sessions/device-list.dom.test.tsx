import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SafetyAnswer } from '../../../sync/account/safety.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate } from '../../testing/server.ts'

const device = (id: string, name: string, isThis: boolean) => ({
  id,
  device: name,
  signedInAt: 1,
  lastUsedAt: 1,
  isThis,
})

const SAFETY: SafetyAnswer = {
  sessions: [device('a', 'Firefox on Mac', true), device('b', 'Chrome on Android', false)],
  moreSessions: false,
  secondFactor: { isOn: false, recoveryCodesLeft: 0, isNeeded: false },
  passkeys: [],
  emailChange: null,
}

async function openDevices(safety: SafetyAnswer) {
  answer('session', sessionOf('basic'))
  answer('safety', safety)
  replicate({})
  await openScreen('/dashboard?tab=profile')
  await page.getByRole('button', { name: /^Sign out Chrome on Android/ }).click()
}

test('ASVS 7.5.2 a device is signed out by the password, which may be wrong first', async () => {
  await openDevices(SAFETY)
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Android?' })
  answer('endSessions', () => refused('wrong-current-password'))
  await dialog.getByLabelText('Your password').fill('a guess')
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(dialog.getByText('Current password is incorrect')).toBeVisible()
  const ended = answer('endSessions', {})
  await dialog.getByLabelText('Your password').fill('the right one')
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(page.getByText('That device is signed out.')).toBeVisible()
  expect(ended.map(({ body }) => body)).toEqual([{ ids: ['b'], password: 'the right one' }])
})

test('where there is a second factor the server asks for that, and no password is typed', async () => {
  const ended = answer('endSessions', {})
  await openDevices({ ...SAFETY, secondFactor: { ...SAFETY.secondFactor, isOn: true } })
  await expect.element(page.getByText('That device is signed out.')).toBeVisible()
  expect(ended.map(({ body }) => body)).toEqual([{ ids: ['b'] }])
})

test('a device that has signed out by itself meanwhile is told as that, and its dialog closes', async () => {
  await openDevices(SAFETY)
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Android?' })
  answer('endSessions', () => refused('not-found'))
  const looks = answer('safety', { ...SAFETY, sessions: SAFETY.sessions.slice(0, 1) })
  await dialog.getByLabelText('Your password').fill('the right one')
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.element(page.getByText('That was signed out already.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(looks.length).toBeGreaterThan(0)
})

test('the devices are asked for again after an error of the server', async () => {
  let isUp = false
  answer('session', sessionOf('basic'))
  const asked = answer('safety', () => (isUp ? SAFETY : new Response(null, { status: 503 })))
  replicate({})
  await openScreen('/dashboard?tab=profile')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  isUp = true
  await expect.element(page.getByRole('button', { name: /^Sign out Chrome on Android/ })).toBeVisible()
})
