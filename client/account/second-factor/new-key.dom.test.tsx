import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { NewKey } from './new-key.tsx'

test('the key of a second factor is scanned, opened on the same device, or typed', async () => {
  const link = 'otpauth://totp/Infield:ada%40infield.test?secret=ABCDEFGHIJ&issuer=Infield'
  show(<NewKey shown={{ key: 'ABCDEFGHIJ', link, sealed: 'sealed' }} />)
  await expect.element(page.getByRole('img', { name: 'The key as a QR code' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /authenticator/ })).toHaveAttribute('href', link)
  await expect.element(page.getByLabelText('Key to type')).toHaveTextContent('ABCD EFGH IJ')
})
