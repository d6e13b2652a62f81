import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerDocument, ConversationDocument, QuestionDocument } from '../../sync/collections.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { approvedQuestion, athlete, sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'

test.each([
  [true, 'The athlete is no longer on Infield, so there will be no reply.'],
  [false, 'Nora has your follow-up. A reply appears here.'],
])(
  'a follow-up to an athlete promises a reply only while they can give one; closed: %s',
  async (isClosed, says) => {
    const session = sessionOf('basic')
    const fanId = session.person?.id ?? ''
    const nora = athlete()
    answer('session', session)
    const asked = { text: 'Which arm?', askedAt: 1, reply: null, video: null }
    const clarification = { ...asked, repliedAt: null, reportedAt: null }
    const question: QuestionDocument = {
      ...{ ...approvedQuestion(nora.id), fanId, kind: 'text', text: 'How?', videoId: null },
      ...{ status: 'completed', clarification },
    }
    const { id, conversationId } = question
    const given = { id: `a${id.slice(1)}`, questionId: id, conversationId, fanId, athleteId: nora.id }
    const at = { state: 'delivered', durationMs: 1_000, submittedAt: 1, deliveredAt: 1, order: 0 }
    replicate({
      conversations: [
        {
          ...{ id: conversationId, users: [fanId, nora.id], createdAt: 0, order: 0 },
          partner: { ...nora, role: 'creator', age: null, isClosed },
        } as ConversationDocument,
      ],
      questions: [question],
      answers: [{ ...given, ...at, videoId: null } as unknown as AnswerDocument],
    })
    await openScreen('/dashboard?tab=conversations')
    await page.getByRole('link', { name: /^Nora Quist/ }).click()
    await expect.element(page.getByText(says)).toBeVisible()
  },
)
