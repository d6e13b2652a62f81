import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { answer, goOffline } from '../testing/server.ts'
import { SuggestionBox } from './suggestion-box.tsx'

test('what is typed while a suggestion waits to be sent is not taken and then thrown away', async () => {
  answer('session', new Response(null, { status: 503 }))
  show(<SuggestionBox />)
  const handle = page.getByLabelText('Their handle')
  await handle.fill('@ada')
  goOffline()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Saved on this device', { exact: false })).toBeVisible()
  await handle.click()
  await userEvent.keyboard(' @bob')
  await expect.element(handle).toHaveValue('@ada')
})
