import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FanQuestion } from '../../../sync/calls.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

const VIEW = `/view/${'A'.repeat(43)}`
/** What is told of an athlete who has left. */
const FORMER = { firstName: 'Former', lastName: 'member', username: '', sport: '', pictureUrl: null }
const former = { ...FORMER, isListed: false }

function show(question: FanQuestion): void {
  answer('view', () => ({ question, shared: false, now: Date.now() }))
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
