import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerDocument, ConversationDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { newId } from '../api/new-id.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../testing/people.ts'
import { answer, refused, replicate, settleEverything } from '../testing/server.ts'
import { onTold } from '../ui/toasts.ts'

const HOUR_MS = 3_600_000

/**
 * Opens the conversation in which Sam asked a follow-up, with `around` questions before and after it. Returns the
 * list of messages that the page shows as toasts or keeps for the activity list.
 */
async function openFollowUp(around = 0): Promise<string[]> {
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  const session = sessionOf('creator')
  const athleteId = session.person?.id ?? ''
  answer('session', session)
  const asked = approvedQuestion(athleteId)
  const at = Date.now() - HOUR_MS
  const clarification = { text: 'Which foot?', askedAt: at, reply: null, video: null, repliedAt: null }
  const question = {
    ...asked,
    ...{ kind: 'text' as const, videoId: null, status: 'completed' as const, subject: 'My start' },
    clarification: { ...clarification, reportedAt: null },
  }
  const delivered = { id: 'answer', questionId: asked.id, conversationId: asked.conversationId, athleteId }
  const conversation = {
    ...{ id: asked.conversationId, users: [asked.fanId, athleteId], createdAt: 0, order: 0 },
    partner: {
      ...{ id: asked.fanId, role: 'basic', firstName: 'Sam', lastName: 'Okoye', username: null, sport: null },
      ...{ city: 'Oslo', countryCode: 'NO', age: 20, pictureUrl: null },
    },
  } as ConversationDocument
  const others = Array.from({ length: 2 * around }, (_, place) => {
    const submittedAt = place < around ? asked.submittedAt - 1_000 + place : Date.now() + place
    const more = { id: newId(), subject: `Question ${place + 1}`, submittedAt, order: orderOf(submittedAt) }
    return { ...question, ...more, clarification: null }
  })
  replicate({
    conversations: [conversation],
    questions: [question, ...others],
    answers: [
      {
        ...{ ...delivered, state: 'delivered', videoId: null, submittedAt: at, deliveredAt: at },
        order: orderOf(at),
      } as unknown as AnswerDocument,
    ],
  })
  settleEverything()
  await openScreen(`/dashboard/conversation/${asked.conversationId}`)
  return told
}

test('a reply in writing is listed with everything else that was sent from here', async () => {
  const told = await openFollowUp()
  await page.getByLabelText('Write back to Sam').fill('The left one.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect
    .poll(() => told)
    .toContain('Your reply about “My start” is saved on this device and waits to be sent')
})

test('a reply that waits for a sign-in says so', async () => {
  await openFollowUp()
  await page.getByLabelText('Write back to Sam').fill('The left one.')
  for (const call of ['session', 'push', 'pull'] as const) answer(call, refused('sign-in-first'))
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect.element(page.getByText('Your reply: Saved on this device. Sign in to send it.')).toBeVisible()
})

test('a report is listed as a report, and says that it is saved on this device', async () => {
  const told = await openFollowUp()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('button', { name: 'Report it' }).click()
  await expect
    .poll(() => told)
    .toContain('Your report about “My start” is saved on this device and waits to be sent')
})

/** Returns the text of the element that has the focus. */
const focused = () => document.activeElement?.textContent

test('who replies by keyboard is led to the reply, because the form with its button is gone', async () => {
  await openFollowUp()
  await page.getByLabelText('Write back to Sam').fill('The left one.')
  for (const call of ['session', 'push', 'pull'] as const) answer(call, refused('sign-in-first'))
  page.getByRole('button', { name: 'Send reply' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toMatch(/^You repliedThe left one\.Your reply: Saved on this device/)
})

test('who reports by keyboard is led to the report', async () => {
  await openFollowUp()
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  for (const call of ['session', 'push', 'pull'] as const) answer(call, refused('sign-in-first'))
  page.getByRole('button', { name: 'Report it' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toMatch(/^Your report: Saved on this device/)
})

test('whoever comes back from replying by video is where they left', async () => {
  await openFollowUp(4)
  const latest = page.getByRole('heading', { name: 'Question 8' })
  await expect.element(latest).toBeInViewport()
  await page.getByRole('link', { name: 'Reply by video' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByLabelText('Write back to Sam')).toBeInViewport()
  await expect.element(latest).not.toBeInViewport()
})
