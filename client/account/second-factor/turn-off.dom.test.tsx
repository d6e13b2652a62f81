import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { answer } from '../../testing/server.ts'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

test.each([
  [true, 'Your authenticator app no longer signs you in; your passkey still does.'],
  [false, 'Signing in takes your password alone from now on.'],
])('an app that is turned off says what still signs in, with a passkey: %s', async (hasPasskey, says) => {
  answer('endSecondFactor', {})
  const secondFactor = { isOn: true, recoveryCodesLeft: 10, isNeeded: false }
  show(
    <>
      <SecondFactorPanel
        secondFactor={secondFactor}
        hasPasskey={hasPasskey}
        online
        onChanged={async () => {}}
      />
      <ToastRegion />
    </>,
  )
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByLabelText('Your password').fill('the password')
  await page.getByRole('textbox', { name: 'Code from your app' }).fill('123456')
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect.element(page.getByText(says)).toBeVisible()
})
