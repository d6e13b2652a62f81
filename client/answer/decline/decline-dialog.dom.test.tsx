import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

test('a note is counted as its counter counts it: one of emoji that fits can be sent', async () => {
  show(<DeclineDialog questionId="a-question" asker="Ada" onClose={() => {}} onDeclined={() => {}} />)
  const decline = page.getByRole('button', { name: 'Decline request' })
  await page.getByLabelText(/A note for Ada/).fill('🏃'.repeat(400))
  await expect.element(page.getByText('400 / 500')).toBeVisible()
  await expect.element(decline).toBeEnabled()
  await page.getByLabelText(/A note for Ada/).fill('🏃'.repeat(501))
  await expect.element(decline).toBeDisabled()
})
