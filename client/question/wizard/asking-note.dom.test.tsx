import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { appendIntent } from '../../store/outbox.ts'
import { show } from '../../testing/open-screen.tsx'
import { goOffline, goOnline, settleEverything } from '../../testing/server.ts'
import { AskingNote } from './asking-note.tsx'

const said = (words: string) => page.getByText(words, { exact: false })
const video = {
  id: newId(),
  sha256: 'a'.repeat(64),
  bytes: 4,
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'recorded',
} as const

test('S1-4.25 a free question that has not left the device is said to be there, until the server has it', async () => {
  const pushes = settleEverything()
  goOffline()
  const draft = { questionId: newId(), video: null }
  const { questionId } = draft
  await appendIntent(openDevice('guest'), { name: 'question.ask', args: { questionId } })
  for (const isLate of [false, true]) {
    show(<AskingNote isLate={isLate} draft={draft} amountCents={0} />)
    await expect.element(said('Your question is saved on this device.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Sending your question' })).toBeVisible()
  }
  goOnline()
  await expect.element(said('Everything is with us. You will get an email')).toBeVisible()
  expect(pushes.length).toBe(1)
  show(<AskingNote isLate={false} draft={draft} amountCents={0} />)
  await expect.element(said('You can close this page now')).toBeVisible()
})

test('S1-4.25 a paid question is with the server once its card is held; a video is spoken of only where there is one', async () => {
  const draft = { questionId: newId(), video }
  show(<AskingNote isLate draft={draft} amountCents={1_500} />)
  await expect.element(said('Everything is with us, and we are still looking at your video.')).toBeVisible()
  show(<AskingNote isLate draft={{ ...draft, video: null }} amountCents={1_500} />)
  await expect.element(said('Everything is with us. You')).toBeVisible()
})
