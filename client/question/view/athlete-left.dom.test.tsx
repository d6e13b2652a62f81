import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FanQuestion } from '../../../sync/calls.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer, refused, VISITOR } from '../../testing/server.ts'

const VIEW = `/view/${'A'.repeat(43)}`
/** What is told of an athlete who has left. */
const FORMER = { firstName: 'Former', lastName: 'member', username: '', sport: '', pictureUrl: null }
const former = { ...FORMER, isListed: false }

function show(question: FanQuestion): void {
  answer('view', () => ({ question, shared: false, now: Date.now() }))
  answer('mediaTicket', refused('not-found'))
}

test('an answer that was erased with its athlete is said to be gone, and is neither played, saved nor shared', async () => {
  const question = answeredQuestion({ athlete: former })
  show({ ...question, answer: { ...question.answer!, isGone: true } })
  await openScreen(VIEW)
  await expect.element(page.getByRole('heading', { name: 'No longer kept', level: 1 })).toBeVisible()
  await expect
    .element(page.getByText('This answer is no longer kept: its athlete left Infield.'))
    .toBeVisible()
  for (const name of ['Save for offline', 'Share', 'Try again'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})

test('an athlete who has left is called the athlete, and no reply is promised for a follow-up', async () => {
  const asked = { text: 'Which arm?', askedAt: Date.now(), reply: null, video: null }
  const clarification = { ...asked, repliedAt: null, reportedAt: null }
  show(answeredQuestion({ athlete: former, clarification }))
  await openScreen(VIEW)
  await expect.element(page.getByRole('heading', { name: 'How was the athlete’s answer?' })).toBeVisible()
  await expect
    .element(page.getByText('The athlete has left Infield. There will be no reply unless they come back.'))
    .toBeVisible()
})

test('an athlete whose account our team has closed is offered no follow-up, and no reply is promised', async () => {
  const athlete = { ...answeredQuestion().athlete, isListed: false, isClosed: true }
  show(answeredQuestion({ athlete }))
  await openScreen(VIEW)
  await expect.element(page.getByRole('heading', { name: 'How was Maren’s answer?' })).toBeVisible()
  await settled()
  await expect.element(page.getByText('Anything left unclear?')).not.toBeInTheDocument()
  const asked = { text: 'Which arm?', askedAt: Date.now(), reply: null, video: null }
  const clarification = { ...asked, repliedAt: null, reportedAt: null }
  show(answeredQuestion({ athlete, clarification }))
  await openScreen(VIEW)
  await expect
    .element(page.getByText('The athlete is no longer on Infield, so there will be no reply.'))
    .toBeVisible()
})

test('without an address no mail is promised, and the form to give one is there after the answer too', async () => {
  const asked = { text: 'Which arm?', askedAt: Date.now(), reply: null, video: null }
  const clarification = { ...asked, repliedAt: null, reportedAt: null }
  answer('session', { ...VISITOR, guest: true, csrf: 'token' })
  const status = { state: 'asked', reason: null, video: null, videoRefusal: null, hold: 'captured' } as const
  answer('askStatus', { ...status, viewPath: VIEW, correctableEmail: '' })
  answer('report', {})
  show(answeredQuestion({ clarification, hasAddress: false }))
  await openScreen(VIEW)
  await expect
    .element(page.getByText('Maren has your follow-up. The reply appears on this page.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Correct the address' })).toBeVisible()
  // The owner may have deleted their data, and never said that they did not ask.
  await expect.element(page.getByText(/its owner says that they did not ask it or has left\./)).toBeVisible()
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await expect.element(page.getByText(/^Our team reads it, and has no address to answer to\./)).toBeVisible()
  await page.getByLabelText('What is wrong?').fill('There is no sound.')
  await page.getByRole('button', { name: 'Send report' }).click()
  const sent = page.getByText('Your report is with our team. They have no address to answer to.')
  await expect.element(sent.first()).toBeVisible()
})

test('the address that we have already is not mailed again, and nothing says that it is', async () => {
  answer('session', { ...VISITOR, guest: true, csrf: 'token' })
  const status = { state: 'asked', reason: null, video: null, videoRefusal: null, hold: 'held' } as const
  answer('askStatus', { ...status, viewPath: VIEW, correctableEmail: 'ada@example.com' })
  show(answeredQuestion({ status: 'new', hold: 'held', answer: null }))
  await openScreen(VIEW)
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('Ada@example.com')
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect.element(page.getByText(/^This is the address that we have\./)).toBeVisible()
  await expect.element(page.getByText(/on its way/)).not.toBeInTheDocument()
})
