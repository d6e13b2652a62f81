import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PullAnswer, PullRequest } from '../../../sync/protocol.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, goOffline, replicate, VISITOR } from '../../testing/server.ts'

test('before anything has come to a device, also on the second look, no list is said to be empty', async () => {
  const session = sessionOf('creator')
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  const question = approvedQuestion(session.person?.id ?? '')
  const pulled = (collection: string): PullAnswer => ({
    documents: collection === 'questions' ? [{ ...question, _deleted: false }] : [],
    checkpoint: { epoch: VISITOR.epoch, rev: '1', id: '' },
    restart: false,
  })
  let come = () => {}
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  const asked = answer('pull', ({ body }) => coming.then(() => pulled((body as PullRequest).collection)))
  const empty = page.getByText('Nothing is waiting for you')
  await openScreen('/dashboard?tab=conversations')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await openScreen('/dashboard?tab=conversations')
  await expect.element(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await settled()
  expect(empty.query()).toBeNull()
  come()
  await expect.element(page.getByText(question.subject).first()).toBeVisible()
})

test('once everything has come and there is nothing, that is said', async () => {
  answer('session', sessionOf('creator'))
  answer('money', new Response(null, { status: 503 }))
  replicate({})
  await openScreen('/dashboard?tab=conversations')
  await expect.element(page.getByText('Nothing said yet')).toBeVisible()
})

test('without a network and with nothing on this device it does not seem to load', async () => {
  answer('session', sessionOf('creator'))
  answer('money', new Response(null, { status: 503 }))
  answer('pull', () => new Response(null, { status: 503 }))
  await openScreen('/dashboard')
  await expect.element(page.getByText('Loading your dashboard')).toBeInTheDocument()
  goOffline()
  await expect.element(page.getByText('Your dashboard is not on this device')).toBeVisible()
  await expect.element(page.getByText('Loading your dashboard')).not.toBeInTheDocument()
})
