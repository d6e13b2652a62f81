import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { answer } from '../../testing/server.ts'
import { PasskeyPanel } from './passkey-panel.tsx'

const PASSKEY = { id: 'p', name: 'Passkey on Mac', createdAt: 1, lastUsedAt: null }
function Panel({ isOn }: { isOn: boolean }) {
  const [passkeys, setPasskeys] = useState([PASSKEY])
  const secondFactor = { isOn, recoveryCodesLeft: 10, isNeeded: false }
  return (
    <PasskeyPanel
      safety={{ sessions: [], moreSessions: false, secondFactor, passkeys, emailChange: null }}
      online
      onChanged={async () => setPasskeys([])}
    />
  )
}
const showPanel = (isOn: boolean) => show(<Panel isOn={isOn} />)
const remove = page.getByRole('button', { name: 'Remove Passkey on Mac' })

test('the last factor is removed only after it was said that the password alone signs in then', async () => {
  const asked = answer('removePasskey', {})
  showPanel(false)
  await remove.click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove your last passkey?' })
  await expect.element(dialog.getByText(/your password alone signs you in, and your recovery/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  expect(asked).toEqual([])
  await remove.click()
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ id: 'p' }])
})

test('a passkey beside an app is removed at once', async () => {
  const asked = answer('removePasskey', {})
  showPanel(true)
  await remove.click()
  await expect.poll(() => asked.length).toBe(1)
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).toHaveFocus()
})

test('the focus is on the name while a passkey is renamed, and on the button again afterwards', async () => {
  showPanel(true)
  const rename = page.getByRole('button', { name: 'Rename Passkey on Mac' })
  await rename.click()
  await expect.element(page.getByLabelText('Name of the passkey')).toHaveFocus()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(rename).toHaveFocus()
})
