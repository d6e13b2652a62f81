import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../api/new-id.ts'
import { refreshSession } from '../api/session.ts'
import { openDevice } from '../db/device.ts'
import { notesKey } from '../store/notes.ts'
import { addEntry } from '../store/outbox.ts'
import { show } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, goOffline, replicate } from '../testing/server.ts'
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

test('BR-2 a change refused while it is sent first is not called sent: it stays, and the dialog says so', async () => {
  const session = sessionOf('creator')
  answer('session', session)
  replicate({})
  const device = openDevice(session.person?.id ?? '')
  await refreshSession()
  goOffline()
  const args = { questionId: newId(), text: 'Mine', before: '' }
  await addEntry(device, { name: 'answer.transcribe', args })
  const onSent = vi.fn(async () => {})
  show(<SignOutDialog unsent={NOTHING} onStay={() => {}} onSent={onSent} onDiscard={async () => {}} />)
  await page.getByRole('button', { name: 'Send it first' }).click()
  const refusal = { code: 'changed-meanwhile' } as const
  await device.outbox.toCollection().modify({ state: 'refused', refusal })
  await expect.element(page.getByText('One change was not accepted: your outbox says why.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send it first' })).not.toBeInTheDocument()
  expect(onSent).not.toHaveBeenCalled()
})

test.each([
  ['contact.send', /^Your message to our team .*: the form on the page “Contact us” says why\.$/],
  ['application.send', /^Your application .*: the form on the page “Apply to join” says why\.$/],
  ['suggestion.send', /^Your suggestion .*: the form below the Infielder List says why\.$/],
  ['waitlist.send', /^Your place .*: the form on the page “Create an athlete account” says why\.$/],
])(
  'a public form that was refused is named with its page, and no outbox is spoken of: %s',
  async (name, says) => {
    const session = sessionOf('creator')
    answer('session', session)
    replicate({})
    const device = openDevice(session.person?.id ?? '')
    await refreshSession()
    goOffline()
    const args = { formId: newId(), captcha: null, handle: '@ada' }
    await addEntry(device, { name, args } as never)
    const refusal = { code: 'changed-meanwhile' } as const
    await device.outbox.toCollection().modify({ state: 'refused', refusal })
    show(
      <SignOutDialog unsent={NOTHING} onStay={() => {}} onSent={async () => {}} onDiscard={async () => {}} />,
    )
    await expect.element(page.getByText(says)).toBeVisible()
    await expect.element(page.getByText(/your outbox says why/)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Send it first' })).not.toBeInTheDocument()
  },
)
