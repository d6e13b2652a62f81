import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshSession } from '../api/session.ts'
import { openDevice } from '../db/device.ts'
import { notesKey } from '../store/notes.ts'
import { show } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'

const NOTHING = { intents: 0, videos: 0, edits: 1 }

async function opened(more: Record<string, string> = {}) {
  const session = sessionOf('creator')
  answer('session', session)
  replicate({})
  const { settings } = openDevice(session.person?.id ?? '')
  const typed = { [notesKey('a')]: 'Breathe. Then the start.', ...more }
  for (const [key, value] of Object.entries(typed)) await settings.put({ key, value, page: 'p' })
  await refreshSession()
  show(
    <SignOutDialog unsent={NOTHING} onStay={() => {}} onSent={async () => {}} onDiscard={async () => {}} />,
  )
}

test('notes for a recording are not called unsent: signing out says what it deletes', async () => {
  await opened()
  await expect
    .element(page.getByRole('heading', { name: 'Your notes are only on this device' }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign out and delete them' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send it first' })).not.toBeInTheDocument()
  await expect.element(page.getByText('You have not sent', { exact: false })).not.toBeInTheDocument()
})

test('beside words that were not sent, notes have a line of their own', async () => {
  await opened({ 'decline b': 'Sorry, not this week.' })
  await expect.element(page.getByRole('heading', { name: 'Not everything has been sent' })).toBeVisible()
  await expect
    .element(page.getByText('You have not sent what you typed: a note to a fan.', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByText(/Your notes for a recording are only on this device, too/))
    .toBeVisible()
})
