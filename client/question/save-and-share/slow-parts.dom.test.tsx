import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer, refused } from '../../testing/server.ts'
import { onTold } from '../../ui/toasts.ts'

const line = vi.hoisted(() => Promise.withResolvers<void>())

vi.mock('./share-dialog.tsx', async () => {
  await line.promise
  throw new Error('cut off')
})
vi.mock('../view/receipt-line.tsx', () => {
  throw new Error('cut off')
})
vi.mock('../pay-again/pay-again.tsx', () => {
  throw new Error('cut off')
})

test('what cannot be loaded takes nothing of the answer away, and a press that waits for it shows so', async () => {
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  answer('view', () => ({ question: answeredQuestion(), shared: false, now: Date.now() }))
  answer('mediaTicket', refused('not-found'))
  await openScreen(`/view/${'A'.repeat(43)}`)
  const arrived = page.getByRole('heading', { name: 'Your response has arrived', level: 1 })
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await expect.element(arrived).toBeVisible()
  await share.click()
  await expect.element(share).toHaveAttribute('aria-busy', 'true')
  line.resolve()
  await expect.element(share).not.toHaveAttribute('aria-busy')
  await expect.element(arrived).toBeVisible()
  expect(told).toContainEqual(expect.stringMatching(/^We could not be reached, so nothing can be shared yet/))
})

test('where paying again cannot be loaded, the page says what is safe and what to do', async () => {
  const { answer: delivered } = answeredQuestion()
  const stored = { ...delivered!, state: 'stored', videoId: null, deliveredAt: null } as const
  const unpaid = { status: 'approved', hold: 'lapsed', payAgainUntil: Date.now() + 3_600_000 } as const
  const question = answeredQuestion({ ...unpaid, answer: stored })
  answer('view', () => ({ question, shared: false, now: Date.now() }))
  await openScreen(`/view/${'A'.repeat(43)}`)
  await expect.element(page.getByText('Your answer is kept for you', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
})
