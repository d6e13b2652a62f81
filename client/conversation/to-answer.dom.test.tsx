import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerDocument, ConversationDocument } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import { newId } from '../api/new-id.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'

const DAY_MS = 86_400_000

test('on the smallest phone a conversation opens with the way to answer in sight', async () => {
  await page.viewport(320, 640)
  const session = sessionOf('creator')
  const athleteId = session.person?.id ?? ''
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  const open = {
    ...approvedQuestion(athleteId),
    kind: 'text' as const,
    videoId: null,
    text: 'How? '.repeat(60),
  }
  const at = open.submittedAt - DAY_MS
  const done = { ...open, id: newId(), subject: 'Before', status: 'completed' as const, submittedAt: at }
  const given = { id: newId(), questionId: done.id, conversationId: open.conversationId, athleteId }
  const delivered = { ...given, state: 'delivered', videoId: null, submittedAt: at, deliveredAt: at }
  const partner = {
    ...{ id: open.fanId, role: 'basic', firstName: 'Sam', lastName: 'Okoye', username: null, sport: null },
    ...{ city: 'Oslo', countryCode: 'NO', age: 20, pictureUrl: null },
  }
  const conversation = { id: open.conversationId, users: [open.fanId, athleteId], createdAt: 0, order: 0 }
  replicate({
    conversations: [{ ...conversation, partner } as ConversationDocument],
    questions: [open, { ...done, order: orderOf(at) }],
    answers: [{ ...delivered, order: orderOf(at) } as unknown as AnswerDocument],
  })
  await openScreen('/dashboard?tab=conversations')
  await page.getByRole('link', { name: /^Sam Okoye/ }).click()
  await expect.element(page.getByRole('link', { name: 'Answer', exact: true })).toBeInViewport()
})
