import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

test('on a phone that lies on its side, most of the screen is left to the step', async () => {
  await page.viewport(844, 390)
  answer('athlete', athlete({ username: 'ines', firstName: 'Ines' }))
  answer('myQuestions', { questions: [], now: Date.now() })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  const question = page.getByLabelText('Your question')
  await expect.element(question).toBeVisible()
  const [head, foot] = [
    page.getByRole('heading', { name: 'Ask Ines' }),
    page.getByRole('button', { name: 'Next' }),
  ]
  const below = head.element().getBoundingClientRect().bottom
  const above = foot.element().closest('footer')?.getBoundingClientRect().top ?? 0
  expect(above - below).toBeGreaterThan(240)
})
