import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/open-screen.tsx'
import { answer } from '../../testing/server.ts'
import { MinePanel } from './my-data-panel.tsx'

test('a long email address does not make the page wider than a phone', async () => {
  await page.viewport(320, 640)
  const email = `${'tilda.of.the.long.names.'.repeat(4)}ost@provider.example.com`
  const none = { questions: 0, answers: 0, videos: 0, videoBytes: 0, openQuestions: 0 }
  answer('mine', { email, hasAccount: true, ...none, eraseAt: null, exportUrl: '/export' })
  show(<MinePanel token="token" />)
  await expect.element(page.getByText(email, { exact: false })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
