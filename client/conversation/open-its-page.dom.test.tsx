import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConversationDocument, QuestionDocument } from '../../sync/collections.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { answeredQuestion, approvedQuestion, athlete, sessionOf } from '../testing/people.ts'
import { answer, replicate } from '../testing/server.ts'

const HOUR_MS = 3_600_000
const PATH = `/view/${'B'.repeat(43)}`

test('D41 D33 the fan’s own question in the thread leads to its private page, where it is paid', async () => {
  const session = sessionOf('basic')
  const fanId = session.person?.id ?? ''
  const nora = athlete()
  answer('session', session)
  const recorded = { kind: 'text', text: 'How?', videoId: null, graceEndsAt: Date.now() + HOUR_MS } as const
  const question: QuestionDocument = { ...approvedQuestion(nora.id), ...recorded, fanId, hold: 'lapsed' }
  const { id, conversationId } = question
  const partner = { ...nora, role: 'creator', age: null }
  const conversation = { id: conversationId, users: [fanId, nora.id], createdAt: 0, order: 0 }
  replicate({
    conversations: [{ ...conversation, partner } as ConversationDocument],
    questions: [question],
    answers: [],
  })
  await openScreen('/dashboard?tab=conversations')
  await page.getByRole('link', { name: /^Nora Quist/ }).click()
  await expect.element(page.getByText(/It opens as soon as you pay for it on its page/)).toBeVisible()
  const status = { state: 'asked', reason: null, video: null, videoRefusal: null, hold: 'lapsed' } as const
  const asked = answer('askStatus', { ...status, viewPath: PATH, correctableEmail: null })
  answer('mediaTicket', new Response(null, { status: 503 }))
  answer('view', () => ({ question: answeredQuestion(), shared: false, now: Date.now() }))
  await page.getByRole('button', { name: 'Open its page' }).click()
  await expect
    .element(page.getByRole('heading', { name: 'Your response has arrived', level: 1 }))
    .toBeVisible()
  expect(asked).toMatchObject([{ body: { questionId: id } }])
})
