import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

test('a link to a message that is not there does not say that nobody ever wrote', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskInbox', { items: [], more: false })
  const only = newId()
  await openScreen(`/admin?tab=feedback&id=${only}`)
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  expect(asked.at(-1)?.body).toMatchObject({ only })
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(page.getByText('Nothing here yet')).toBeVisible()
})
