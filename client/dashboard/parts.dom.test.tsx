import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openDevice } from '../db/device.ts'
import { entryOf } from '../store/outbox.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'

test('a link that is gone with its part leaves the focus on the page, and the title names the part', async () => {
  const session = sessionOf('creator')
  const personId = session.person?.id ?? ''
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  replicate({})
  const args = { personId, before: { city: 'Oslo' }, after: { city: 'Bend' } }
  const entry = entryOf({ name: 'profile.save', args })
  await openDevice(personId).outbox.add({
    ...entry,
    state: 'refused',
    refusal: { code: 'changed-meanwhile' },
  })
  await openScreen('/dashboard?tab=conversations')
  const title = () => document.title
  await expect.poll(title).toMatch(/^Conversations · Dashboard · /)
  const open = page.getByRole('link', { name: 'Open', exact: true })
  await expect.element(open).toBeVisible()
  open.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.poll(title).toMatch(/^Outbox · Dashboard · /)
  const tab = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /Conversations/ })
  tab.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(open).toBeVisible()
  await expect.element(tab).toHaveFocus()
  await openScreen('/about')
  await expect.poll(title).toMatch(/^About us · /)
})
