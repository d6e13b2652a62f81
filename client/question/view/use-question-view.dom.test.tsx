import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer, goOffline, refused } from '../../testing/server.ts'

const [FORMER, FRESH] = ['F'.repeat(43), 'N'.repeat(43)]
const question = answeredQuestion({ status: 'new', hold: 'held', answer: null, settledAt: null })
const stands = page.getByRole('heading', { name: 'Being screened', level: 1 })

const tokenOf = (body: unknown) => (body as { token: string }).token

test('a late answer about a link that was replaced says nothing of the link that replaced it', async () => {
  const late = Promise.withResolvers<void>()
  let looks = 0
  answer('askStatus', refused('not-found'))
  answer('view', async ({ body }) => {
    if (tokenOf(body) === FORMER && looks++ > 0) {
      await late.promise
      return refused('link-ended', { why: 'replaced' })
    }
    return { question, shared: false, now: Date.now() }
  })
  const { router } = await openScreen(`/view/${FORMER}`)
  await expect.element(stands).toBeVisible()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => looks).toBeGreaterThan(1)
  await router.navigate({ to: '/view/$token', params: { token: FRESH } })
  await expect.element(stands).toBeVisible()
  late.resolve()
  await settled()
  await expect.element(page.getByText('This link was replaced')).not.toBeInTheDocument()
  await expect.element(stands).toBeVisible()
})

test.each([
  [{ why: 'replaced' }, 'This link was replaced', 'Lost link?', '/lostlink'],
  [{ why: 'replaced', address: 'taken-off' }, 'This link was turned off', 'Look for your questions', '/ask'],
  [{ why: 'revoked' }, 'This link was turned off', 'Ask a question', '/ask'],
])(
  'D41 D117 a former link says why, and leads to where it goes on: %o',
  async (detail, title, label, path) => {
    answer('askStatus', refused('not-found'))
    answer('view', refused('link-ended', detail))
    await openScreen(`/view/${FORMER}`)
    await expect.element(page.getByText(title)).toBeVisible()
    await expect
      .element(page.getByRole('main').getByRole('link', { name: label }))
      .toHaveAttribute('href', path)
  },
)

test('a link that this device has never opened shows nothing of another question while offline', async () => {
  answer('askStatus', refused('not-found'))
  answer('view', () => ({ question, shared: false, now: Date.now() }))
  const { router } = await openScreen(`/view/${FORMER}`)
  await expect.element(stands).toBeVisible()
  goOffline()
  await router.navigate({ to: '/view/$token', params: { token: FRESH } })
  await expect.element(page.getByText('You have not opened this question on this device')).toBeVisible()
  await expect.element(stands).not.toBeInTheDocument()
})
