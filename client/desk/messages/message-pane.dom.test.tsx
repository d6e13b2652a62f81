import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskMessage } from '../../../sync/desk/messages.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { MessagePane } from './message-pane.tsx'

const message: DeskMessage = {
  ...{ id: newId(), way: 'mail', kind: 'answer-ready', to: 'Ada Fan', about: null, state: 'stuck', tries: 2 },
  ...{ error: 'timeout', orderedAt: 1, sentAt: null, notSentBecause: null, receivedAt: null },
}

test('a message whose sending was lost is the same act until it has failed again, and then another one', async () => {
  answer('session', sessionOf('admin'))
  await refreshSession()
  const shows = (tries: number, subject: string) =>
    answer('deskMessage', {
      ...{ message: { ...message, tries }, subject, text: 'It is here.', address: null },
      ...{ isStillTrue: true, maySendAgain: true },
    })
  const looks = shows(2, 'Your answer')
  const pushes = answer('push', new Response(null, { status: 503 }))
  const ids = () =>
    pushes.flatMap(({ body }) =>
      (body as PushRequest).intents.map(({ args }) => (args as { newId: string }).newId),
    )
  showAtDesk(<MessagePane message={message} onSent={() => {}} onBack={() => {}} />)
  const press = async () => {
    const before = ids().length
    await page.getByRole('button', { name: 'Send it now' }).click()
    await expect.poll(() => ids().length).toBe(before + 1)
  }
  await press()
  await expect.poll(() => looks.length).toBe(2)
  // What is read after the next press says that the message has failed once more.
  shows(3, 'Your answer, tried again')
  await press()
  await expect.element(page.getByRole('heading', { name: 'Your answer, tried again' })).toBeVisible()
  await press()
  const [first, second, third] = ids()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
