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

test('BR-1 where the app is not stored, it is not said to open without a network', async () => {
  const session = sessionOf('creator')
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  replicate({ questions: [{ ...approvedQuestion(session.person?.id ?? ''), kind: 'text', videoId: null }] })
  settleEverything()
  // A page without a service worker, as where its script could not be fetched.
  await openScreen('/dashboard?tab=conversations')
  await page.getByRole('button', { name: 'Take my inbox with me' }).click()
  const packing = page.getByRole('dialog', { name: 'Take my inbox with me' })
  await expect.element(packing.getByText('The app itself is not stored in this browser.')).toBeVisible()
  await expect.element(packing.getByText('opens without a network')).not.toBeInTheDocument()
})
