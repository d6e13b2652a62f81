import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openDevice } from '../../db/device.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { answeredQuestion } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

const QUESTION = answeredQuestion()
const VIEW = `/view/${'A'.repeat(43)}`

/** Returns the text of the element that has the focus. The pressed button is gone once it is done. */
const focused = () => document.activeElement?.textContent

/** Answers for the page of an answer whose video is these words, converted so far. */
function serve(words: string, convertedPercent: number | null): void {
  answer('view', () => ({ question: QUESTION, shared: false, now: Date.now() }))
  answer('mediaTicket', {
    ...{ playerUrl: 'about:blank#player', fileUrl: '/media/film', type: 'video/mp4', bytes: words.length },
    ...{ convertedPercent, width: 480, height: 854, expiresAt: Date.now() + 3_600_000 },
  })
  answer('film', () => new Response(words))
}

test('an answer that was saved while it was converted is saved once more when it is ready', async () => {
  const { kept } = openDevice('guest')
  serve('as it is', 40)
  await openScreen(VIEW)
  await page.getByRole('button', { name: 'Save for offline' }).click()
  await expect.element(page.getByText('Saved on this device')).toBeVisible()
  serve('for every device', null)
  await openScreen(VIEW)
  await expect.element(page.getByText('Saved on this device')).toBeVisible()
  await expect.poll(async () => (await kept.toArray())[0]?.blob.text()).toBe('for every device')
  expect(await kept.toArray()).toMatchObject([{ askedFor: 1 }])
})

test('an answer that was removed while it was converted does not download itself again', async () => {
  const { kept, settings } = openDevice('guest')
  serve('as it is', 40)
  await openScreen(VIEW)
  await page.getByRole('button', { name: 'Save for offline' }).click()
  await expect.element(page.getByText('Saved on this device')).toBeVisible()
  await expect.poll(focused).toContain('Saved on this device')
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect.element(page.getByRole('button', { name: 'Save for offline' })).toBeEnabled()
  await expect.poll(focused).toBe('Save for offline')
  expect(await settings.where('key').startsWith('unfinished-video').count()).toBe(0)
  expect(await kept.count()).toBe(0)
})
