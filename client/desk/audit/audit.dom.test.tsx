import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

async function opened() {
  answer('session', sessionOf('admin'))
  const asked = answer('deskAudit', { acts: [], more: false, people: [] })
  await openScreen('/admin?tab=audit')
  const about = page.getByLabelText('About the ID')
  await expect.element(about).toBeVisible()
  return { about, body: () => asked.at(-1)?.body }
}

test('what is typed narrows to what was done to it, and is never left out', async () => {
  const { about, body } = await opened()
  await about.fill('no id at all')
  await expect.poll(body).toMatchObject({ subject: 'no id at all' })
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  const id = newId()
  await about.fill(` ${id.toUpperCase()} `)
  await expect.poll(body).toMatchObject({ subject: id })
  await about.fill('')
  await expect.poll(body).toMatchObject({ subject: null })
})
