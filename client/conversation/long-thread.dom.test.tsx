import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerDocument, ConversationDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'

const DAY_MS = 86_400_000
const QUESTIONS = 25

test('a long conversation shows its latest messages first, and the earlier ones on demand, in their place', async () => {
  const session = sessionOf('creator')
  const athleteId = session.person?.id ?? ''
  answer('session', session)
  const first = approvedQuestion(athleteId)
  const questions = Array.from({ length: QUESTIONS }, (_, place) => {
    const submittedAt = Date.now() - (QUESTIONS - place) * DAY_MS
    return {
      ...approvedQuestion(athleteId),
      ...{ conversationId: first.conversationId, fanId: first.fanId, subject: `Question ${place + 1}` },
      ...{
        kind: 'text' as const,
        videoId: null,
        status: 'completed' as const,
        submittedAt,
        order: orderOf(submittedAt),
      },
    }
  })
  // The latest answer belongs to an old question.
  const late = { id: 'late', questionId: questions[2]?.id, conversationId: first.conversationId, athleteId }
  const submittedAt = Date.now() - 1_000
  const answered = { ...late, state: 'delivered', videoId: null, submittedAt, deliveredAt: submittedAt }
  const conversation = {
    ...{ id: first.conversationId, users: [first.fanId, athleteId], createdAt: 0, order: 0 },
    partner: {
      ...{ id: first.fanId, role: 'basic', firstName: 'Sam', lastName: 'Okoye', username: null, sport: null },
      ...{ city: 'Oslo', countryCode: 'NO', age: 20, pictureUrl: null },
    },
  } as ConversationDocument
  replicate({
    conversations: [conversation],
    questions,
    answers: [{ ...answered, order: orderOf(submittedAt) } as unknown as AnswerDocument],
  })
  await openScreen(`/dashboard/conversation/${first.conversationId}`)

  const titles = page.getByRole('article').getByRole('heading')
  await expect.element(titles.last()).toHaveTextContent('Re: Question 3')
  await expect.element(titles.last()).toBeInViewport()
  expect(titles.elements().map(({ textContent }) => textContent)).toEqual([
    ...Array.from({ length: 10 }, (_, place) => `Question ${place + 16}`),
    'Re: Question 3',
  ])

  const earlier = page.getByRole('button', { name: 'Show earlier messages' })
  await earlier.click()
  await expect.element(titles.first()).toHaveTextContent('Question 1')
  expect(titles.elements()).toHaveLength(QUESTIONS + 1)
  await expect.element(page.getByRole('heading', { name: 'Question 16' })).toBeInViewport()
  await expect.element(earlier).not.toBeInTheDocument()
  expect(document.activeElement?.querySelector('article')).not.toBe(null)
  expect(document.activeElement).not.toBe(document.body)
})
