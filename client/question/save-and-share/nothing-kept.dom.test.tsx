import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer, refused } from '../../testing/server.ts'
import { markKeepsNothing } from '../../text/keeps-nothing.ts'

const NoNotice = () => null

test('where the browser stores nothing, an answer can be shared, and is not offered to be saved', async () => {
  markKeepsNothing({ Notice: NoNotice, lost: '' })
  answer('view', () => ({ question: answeredQuestion(), shared: false, now: Date.now() }))
  answer('mediaTicket', refused('not-found'))
  await openScreen(`/view/${'A'.repeat(43)}`)
  await expect.element(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save for offline' })).not.toBeInTheDocument()
})
