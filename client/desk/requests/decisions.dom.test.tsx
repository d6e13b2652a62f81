import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PushRequest } from '../../../sync/protocol.ts'
import { deskQuestion, ONE_NEW } from '../../testing/desk-question.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, tellReady } from '../../testing/server.ts'

const question = deskQuestion()
const LATE_MS = 60_000

function openDesk(at = '/admin') {
  answer('deskQuestions', { rows: [question], more: false, counts: ONE_NEW, now: Date.now() })
  answer('deskCreators', { creators: [] })
  return { looks: answer('deskQuestion', question), opened: openScreen(at) }
}

test('as long as no request is chosen, none is asked for', async () => {
  answer('session', sessionOf('admin'))
  const { looks, opened } = openDesk()
  await opened
  const lists = answer('deskQuestions', { rows: [question], more: false, counts: ONE_NEW, now: Date.now() })
  await expect.element(page.getByRole('button', { name: ': Race day' })).toBeVisible()
  const before = lists.length
  tellReady()
  await expect.poll(() => lists.length).toBeGreaterThan(before)
  expect(looks).toEqual([])
})

test('no more than ten seconds are promised where the server’s time is known only roughly', async () => {
  answer('session', { ...sessionOf('admin'), now: Date.now() - LATE_MS })
  await openDesk(`/admin?tab=requests&id=${question.id}`).opened
  answer('push', ({ body }) => ({
    outcomes: (body as PushRequest).intents.map(({ id }) => ({
      ...{ id, state: 'settled' as const },
      value: { takesEffectAt: Date.now() + 10_000 },
    })),
  }))
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect.element(approve).toBeEnabled()
  await approve.click()
  await expect.element(page.getByText(/^in (10|[5-9]) s$/)).toBeVisible()
})

test('what somebody else is deciding cannot be rejected meanwhile, and the note stays', async () => {
  answer('session', sessionOf('admin'))
  await openDesk(`/admin?tab=requests&id=${question.id}`).opened
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await userEvent.keyboard('r')
  const dialog = page.getByRole('alertdialog', { name: 'Reject this request?' })
  await dialog.getByLabelText('Rejection note').fill('Not for Rosa.')
  const waiting = { decision: 'approve', by: 'Bo', isMine: false, takesEffectAt: Date.now() + 8_000 } as const
  answer('deskQuestion', { ...question, revision: 2, waiting: { ...waiting, refused: null } })
  tellReady()
  await expect.element(dialog.getByText('Bo is approving this.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
  answer('deskQuestion', { ...question, revision: 3, status: 'approved' })
  tellReady()
  await expect.element(dialog.getByText('It is decided already. Its status is “Approved”.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Rejection note')).toHaveValue('Not for Rosa.')
})
