import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { deskQuestion, ONE_NEW } from '../../testing/desk-question.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, pushedNames, settleEverything } from '../../testing/server.ts'

const NOW = Date.now()
const other = {
  id: newId(),
  requester: 'Kim Lee',
  receiver: 'rosa',
  status: 'rejected',
  submittedAt: NOW,
} as const
const bo = { personId: newId(), by: 'Bo', isMine: false, until: NOW + 600_000 }

const question = deskQuestion({ taken: bo, sameText: { count: 7, others: [other] } })

test('what somebody else has is taken over from them, a note is written, and the same text leads to the others', async () => {
  answer('session', sessionOf('admin'))
  const counts = { new: 1, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 }
  answer('deskQuestions', { rows: [question], more: false, counts, now: NOW })
  answer('deskQuestion', question)
  answer('deskCreators', { creators: [] })
  const pushes = settleEverything()
  const done = () =>
    pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name, args }) => ({ name, args })))
  await openScreen(`/admin?tab=requests&id=${question.id}`)
  await expect.element(page.getByText('The same text was asked 7 times in the last 30 days.')).toBeVisible()
  await expect.element(page.getByText('And 5 more, which are older.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Kim Lee to @rosa' }))
    .toHaveAttribute('href', `/admin?tab=requests&id=${other.id}`)
  await page.getByRole('button', { name: 'Take over' }).click()
  const questionId = question.id
  await expect.poll(done).toEqual([{ name: 'question.take', args: { questionId, from: bo.personId } }])
  await page.getByRole('button', { name: 'Write a note' }).click()
  await userEvent.fill(page.getByLabelText('Note to the team'), 'Ask Rosa first')
  await page.getByRole('button', { name: 'Save the note' }).click()
  await expect
    .poll(() => done().at(-1))
    .toEqual({
      name: 'question.note',
      args: { noteId: expect.any(String), questionId, text: 'Ask Rosa first' },
    })
})

test('letters typed into a new note are its words, and nothing in its form is a key of the desk', async () => {
  answer('session', sessionOf('admin'))
  const open = { ...question, taken: null }
  answer('deskQuestions', { rows: [open], more: false, counts: ONE_NEW, now: NOW })
  answer('deskQuestion', open)
  answer('deskCreators', { creators: [] })
  const pushes = settleEverything()
  await openScreen(`/admin?tab=requests&id=${question.id}`)
  const opener = page.getByRole('button', { name: 'Write a note' })
  await opener.click()
  const note = page.getByLabelText('Note to the team')
  await userEvent.keyboard('a')
  await expect.element(note).toHaveValue('a')
  await userEvent.fill(note, '')
  page.getByRole('button', { name: 'Cancel' }).element().focus()
  await userEvent.keyboard('a')
  await userEvent.keyboard('{Enter}')
  await expect.element(opener).toHaveFocus()
  expect(pushedNames(pushes)).toEqual([])
})

test('what somebody has just done to a request is no news to them; what happens to it besides is', async () => {
  answer('session', sessionOf('admin'))
  const counts = { new: 1, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 }
  const open = { ...question, taken: null }
  answer('deskQuestions', { rows: [open], more: false, counts, now: NOW })
  answer('deskQuestion', open)
  answer('deskCreators', { creators: [] })
  answer('deskPayments', { payments: [] })
  await openScreen(`/admin?tab=requests&id=${question.id}`)
  const news = page.getByText('It changed while you looked at it')
  const changeStatusTo = async (label: string) => {
    await page.getByLabelText('Change Status').selectOptions(label)
    await page.getByRole('button', { name: 'Change the status' }).click()
  }
  const pushes = answer('push', ({ body }) => {
    answer('deskQuestion', { ...open, revision: 2, status: 'rejected', reason: 'admin-note' })
    const outcomes = (body as PushRequest).intents.map(({ id }) => ({
      id,
      state: 'settled' as const,
      value: {},
    }))
    return { outcomes }
  })
  await changeStatusTo('Rejected')
  await expect.element(page.getByLabelText('Change Status')).toHaveValue('rejected')
  expect(pushedNames(pushes)).toEqual(['question.set-status'])
  await expect.element(news).not.toBeInTheDocument()
  answer('push', ({ body }) => {
    answer('deskQuestion', { ...open, revision: 3, subject: 'Race week' })
    const refusal = { code: 'changed-meanwhile' as const }
    return {
      outcomes: (body as PushRequest).intents.map(({ id }) => ({ id, state: 'refused' as const, refusal })),
    }
  })
  await changeStatusTo('New')
  await expect.element(news).toBeVisible()
})

test('arrow keys on the status pass the others, and Enter shows what the last of them would do', async () => {
  answer('session', sessionOf('admin'))
  const open = { ...question, taken: null }
  answer('deskQuestions', { rows: [open], more: false, counts: ONE_NEW, now: NOW })
  answer('deskQuestion', open)
  answer('deskCreators', { creators: [] })
  await openScreen(`/admin?tab=requests&id=${question.id}`)
  const status = page.getByLabelText('Change Status')
  await expect.element(status).toBeEnabled()
  status.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(status).toHaveValue('rejected')
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'From New to Rejected?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(status).toHaveValue('new')
  await expect.element(status).toHaveFocus()
})

test('the note typed for a new status stays when the change fails', async () => {
  answer('session', sessionOf('admin'))
  const open = { ...question, taken: null }
  answer('deskQuestions', { rows: [open], more: false, counts: ONE_NEW, now: NOW })
  answer('deskQuestion', open)
  answer('deskCreators', { creators: [] })
  answer('push', new Response(null, { status: 503 }))
  await openScreen(`/admin?tab=requests&id=${question.id}`)
  await page.getByLabelText('Change Status').selectOptions('Rejected')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText('Rejection note').fill('Not for Rosa.')
  await dialog.getByRole('button', { name: 'Change the status' }).click()
  await expect.element(page.getByText(/it is not done twice/)).toBeVisible()
  await expect.element(dialog.getByLabelText('Rejection note')).toHaveValue('Not for Rosa.')
  settleEverything()
  await dialog.getByRole('button', { name: 'Change the status' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
