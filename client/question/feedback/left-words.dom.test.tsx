import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FanQuestion } from '../../../sync/calls.ts'
import { openDevice } from '../../db/device.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer, refused } from '../../testing/server.ts'

const VIEW = `/view/${'A'.repeat(43)}`

/** Opens the page of a question with these words typed on this device before. */
async function openWith(question: FanQuestion, key: string, value: unknown) {
  const { settings } = openDevice('guest')
  const name = `${key} ${question.questionId}`
  await settings.put({ key: name, value, page: 'of a former visit' })
  answer('view', () => ({ question, shared: false, now: Date.now() }))
  answer('mediaTicket', refused('not-found'))
  await openScreen(VIEW)
  return { left: async () => (await openDevice('guest').settings.get(name))?.value }
}

const followUp = {
  text: 'Which foot?',
  askedAt: 1,
  reply: null,
  video: null,
  repliedAt: null,
  reportedAt: null,
}

test('a rating whose answer was lost, or that another device sent, does not count as unsent', async () => {
  const rated = await openWith({ ...answeredQuestion(), stars: 5 }, 'rating', {
    stars: 5,
    responseFeedback: 'Yes',
  })
  await expect.element(page.getByRole('heading', { name: 'Your rating' })).toBeVisible()
  await expect.poll(rated.left).toBeUndefined()
})

test('a follow-up whose answer was lost does not count as unsent', async () => {
  const sent = await openWith(
    { ...answeredQuestion(), clarification: followUp },
    'clarification',
    'Which foot? ',
  )
  await expect.element(page.getByRole('heading', { name: 'Your follow-up question' })).toBeVisible()
  await expect.poll(sent.left).toBeUndefined()
})

test('a follow-up typed here while another device sent one is shown until its owner discards it', async () => {
  const typed = await openWith(
    { ...answeredQuestion(), clarification: followUp },
    'clarification',
    'And the hand?',
  )
  await expect.element(page.getByText('And the hand?')).toBeVisible()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect.element(page.getByText('And the hand?')).not.toBeInTheDocument()
  await expect.poll(typed.left).toBeUndefined()
})

test('who asks a follow-up by keyboard is led to it, because the form with its button is gone', async () => {
  const question = answeredQuestion()
  await openWith(question, 'clarification', 'Which foot?')
  answer('clarify', () => {
    answer('view', () => ({
      question: { ...question, clarification: followUp },
      shared: false,
      now: Date.now(),
    }))
    return {}
  })
  await expect.element(page.getByLabelText('What was unclear?')).toHaveValue('Which foot?')
  const send = page.getByRole('button', { name: 'Send the follow-up' })
  await expect.element(send).toBeEnabled()
  send.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your follow-up question' })).toHaveFocus()
})
