import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, replicate, settleEverything } from '../../testing/server.ts'

test('an inbox is taken along for as long as a question has, three days', async () => {
  const session = sessionOf('creator')
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  answer('mediaTicket', new Response(null, { status: 503 }))
  const question = { ...approvedQuestion(session.person?.id ?? ''), dueAt: Date.now() + 60 * 3_600_000 }
  replicate({ questions: [{ ...question, kind: 'text', videoId: null, subject: 'My start' }] })
  settleEverything()
  await openScreen('/dashboard?tab=conversations')
  await page.getByRole('button', { name: 'Take my inbox with me' }).click()
  await page.getByText('72 h', { exact: true }).click()
  await expect.element(page.getByText('1 question runs out before you land.', { exact: false })).toBeVisible()
})
