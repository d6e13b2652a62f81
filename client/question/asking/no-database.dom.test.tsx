import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })
const subject = page.getByLabelText('Subject')

/** A browser that opens no database, without the app's start, which would keep everything in memory. */
const OPENS_NONE = {
  open() {
    const request = Object.assign(new EventTarget(), {
      error: new DOMException('no database', 'UnknownError'),
    })
    const opening = request as unknown as IDBOpenDBRequest
    opening.addEventListener('error', (event) => opening.onerror?.(event))
    setTimeout(() => request.dispatchEvent(new Event('error', { cancelable: true })))
    return opening
  },
  databases: async () => [],
}
Object.defineProperty(window, 'indexedDB', { configurable: true, value: OPENS_NONE })

beforeEach(() => {
  answer('athlete', INES)
  answer('athletes', { athletes: [INES], after: null, isNear: false })
})

test('BR-2 the wizard opens where no database does, and says where the words are', async () => {
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  await subject.fill('Starting blocks')
  await expect
    .element(page.getByText('Your words are safe, but this browser cannot store a video', { exact: false }))
    .toBeVisible()
})

test('the page for asking shows its form where no database opens', async () => {
  await openScreen('/request/ines')
  await subject.fill('Starting blocks')
  await expect.element(subject).toHaveValue('Starting blocks')
})
