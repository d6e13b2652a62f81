import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen, settled } from '../testing/open-screen.tsx'
import { answer } from '../testing/server.ts'

const line = vi.hoisted(() => Promise.withResolvers<void>())

vi.mock('../inquiry/unsent-waitlist.tsx', async () => {
  await line.promise
  throw new Error('cut off')
})

test('the sign-up of an athlete stands while the part below it is loaded, and where that cannot be loaded', async () => {
  answer('signupCode', {})
  await openScreen('/athletejoin')
  await page.getByLabelText('Signup code').fill('C')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: "Let's get started" }).click()
  const name = page.getByLabelText('First name')
  await name.fill('Ada')
  line.resolve()
  await settled()
  await expect.element(name).toHaveValue('Ada')
})
