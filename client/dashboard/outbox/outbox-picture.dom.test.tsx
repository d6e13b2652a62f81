import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { keepTake, queueTake } from '../../store/takes.ts'
import { uploadsLock } from '../../store/upload/upload-order.ts'
import { film } from '../../testing/film.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'

/** Returns the texts that screen readers announce when they change. */
const statuses = () =>
  page
    .getByRole('status')
    .elements()
    .map(({ textContent }) => textContent)

/** Prepares an athlete's device with an answer in its outbox. */
async function withTake(source: 'recorded' | 'file') {
  const session = sessionOf('creator')
  const athleteId = session.person?.id ?? ''
  const question = approvedQuestion(athleteId)
  answer('session', session)
  replicate({ questions: [question] })
  const device = openDevice(athleteId)
  const take = { id: newId(), purpose: 'answer', questionId: question.id, type: 'video/webm' } as const
  const told = { durationMs: 200, source, recordedAt: Date.now(), dueAt: question.dueAt }
  await keepTake(device, { ...take, ...told, blob: await film('#f63') })
  await queueTake(device, take.id)
  return { device, take, question }
}

test('what waits in the outbox is seen by a picture of its video', async () => {
  answer('mediaTicket', new Response(null, { status: 503 }))
  const { question } = await withTake('recorded')
  await openScreen('/dashboard?tab=outbox')
  await expect.element(page.getByText(question.subject)).toBeVisible()
  const middle = () => {
    const canvas = document.querySelector<HTMLCanvasElement>('article canvas')
    return [...(canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])]
  }
  await expect
    .poll(() => (middle()[0] ?? 0) > 200 && (middle()[3] ?? 0) === 255, { message: 'drawn' })
    .toBe(true)
})

test('D118 an answer that must be converted says how far the server is', async () => {
  const refusal = { code: 'video-converting', detail: { percent: 40 } }
  answer('mediaTicket', Response.json({ refusal }, { status: 409 }))
  const { device, take } = await withTake('file')
  await device.takes.update(take.id, { state: 'sent' })
  await openScreen('/dashboard?tab=outbox')
  await expect.element(page.getByText('Sent. It is being made ready for every device: 40 %.')).toBeVisible()
  expect(statuses()).toContain('Sent. It is being made ready for every device')
  expect(statuses().filter((text) => text.includes('%'))).toEqual([])
})

test('the per cent of an upload is shown and not announced, in the outbox and in the studio', async () => {
  answer('mediaTicket', new Response(null, { status: 503 }))
  const { device, take, question } = await withTake('recorded')
  const { bytes = 0 } = (await device.takes.get(take.id)) ?? {}
  // Another tab sends it, so this page leaves it as it is.
  await navigator.locks.request(uploadsLock(device), async () => {
    await device.takes.update(take.id, { state: 'uploading', uploadedBytes: Math.ceil(bytes * 0.42) })
    for (const path of ['/dashboard?tab=outbox', `/dashboard/answer/${question.id}`]) {
      await openScreen(path)
      await expect.element(page.getByText(/^Uploading 4[23] %$/)).toBeVisible()
      expect(statuses(), path).toContain('Uploading')
      expect(statuses().filter((text) => text.includes('%'))).toEqual([])
    }
  })
})
