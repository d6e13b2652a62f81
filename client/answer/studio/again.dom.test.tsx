import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { cutTake } from '../../store/cut-takes.ts'
import { keepTake } from '../../store/takes.ts'
import { firstBytes } from '../../testing/first-bytes.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, goOffline, replicate, settleEverything, tellChanged } from '../../testing/server.ts'
import { onTold } from '../../ui/toasts.ts'
import { prepareAnswer } from '../send-answer.ts'

const DAY_MS = 86_400_000

async function record(then: string | null = 'Send answer'): Promise<void> {
  const hasBytes = firstBytes()
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect.element(page.getByText('Recording', { exact: true })).toBeVisible()
  await hasBytes
  await page.getByRole('button', { name: 'Stop recording' }).click()
  if (then) await page.getByRole('button', { name: then }).click()
}

/** Prepares a written question for its athlete. This device holds videos back, and sends announcements only. */
async function asked(more: Partial<QuestionDocument> = {}) {
  const session = sessionOf('creator')
  const id = session.person?.id ?? ''
  const question: QuestionDocument = {
    ...approvedQuestion(id),
    ...{ kind: 'text', text: 'How do you start?', videoId: null, videoBytes: null },
    ...more,
  }
  answer('session', session)
  const device = openDevice(id)
  await device.settings.put({ key: 'sending', value: { wifiOnly: true, saveData: false } })
  return { question, device }
}

test('an answer that waits on another device is recorded again on this one, and announced', async () => {
  const { question, device } = await asked({ graceEndsAt: Date.now() + DAY_MS })
  const elsewhere = { id: 'a', questionId: question.id, athleteId: question.athleteId, state: 'waiting' }
  replicate({ questions: [question], answers: [{ ...elsewhere, videoId: 'v', order: 1 } as AnswerDocument] })
  const pushed = settleEverything()
  await openScreen(`/dashboard/answer/${question.id}`)
  await expect
    .element(page.getByText('open the app there, or record it again here.', { exact: false }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Record it again here' }).click()
  await record()
  const [take] = await device.takes.toArray()
  await expect
    .poll(() => pushed.flatMap(({ body }) => (body as PushRequest).intents).map(({ args }) => args))
    .toMatchObject([{ questionId: question.id, video: { id: take?.id } }])
})

test('without a network a sent answer is played, taken back, and sent again; recorded again, one goes', async () => {
  const { question, device } = await asked()
  replicate({ questions: [question] })
  await openScreen(`/dashboard/answer/${question.id}`)
  await expect.element(page.getByRole('button', { name: 'Record your answer' })).toBeVisible()
  goOffline()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await record('Close')
  // The device sends nothing before the athlete does.
  await expect.element(page.getByText('Once you send it, it waits here', { exact: false })).toBeVisible()
  // The buttons are so far apart that a thumb that misses one does not hit the other.
  const [declining, sending] = ['Decline', 'Send answer'].map((name) => {
    return page.getByRole('button', { name, exact: true }).element().getBoundingClientRect()
  })
  expect((sending?.top ?? 0) - (declining?.bottom ?? 0)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
  const save = page.getByRole('link', { name: 'Save to files' })
  await expect
    .element(save)
    .toHaveAttribute('download', expect.stringMatching(/^[\p{L}\p{N}-]+\.(mp4|webm)$/u))
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.element(page.getByLabelText('Your recording', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.element(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  expect(await device.outbox.count()).toBe(0)
  await page.getByRole('button', { name: 'Send answer' }).click()
  const [former] = await device.takes.toArray()
  await page.getByRole('button', { name: 'Record it again' }).click()
  await record()
  await expect.element(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
  await expect.poll(() => device.takes.count()).toBe(1)
  const [take] = await device.takes.toArray()
  expect(take?.id).not.toBe(former?.id)
  expect(take?.state).toBe('queued')
  expect((await device.outbox.toArray()).map(({ args }) => (args.video as { id: string }).id)).toEqual([
    take?.id,
  ])
})

test('notes are kept for their question, scroll while it records, and the question gives way to them', async () => {
  const { question } = await asked()
  replicate({ questions: [question] })
  const lines = Array.from({ length: 40 }, (_, at) => `Line ${at}`).join('\n')
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByText('Notes for yourself').click()
  await page.getByLabelText('Your notes').fill(lines)
  await page.getByRole('button', { name: 'Record your answer' }).click()
  const notes = page.getByRole('region', { name: 'Your notes' })
  await expect.poll(() => notes.element().textContent).toContain('Line 39')
  await page.getByRole('button', { name: 'Hide the question' }).click()
  await expect.element(page.getByRole('region', { name: 'The question' })).not.toBeInTheDocument()
  await expect.element(notes).toBeVisible()
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect.poll(() => notes.element().scrollTop).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  // The notes can be changed between two takes.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Notes for yourself').click()
  await expect.element(page.getByLabelText('Your notes')).toHaveValue(lines)
})

test('a trim is undone before the answer is sent', async () => {
  const { question, device } = await asked()
  replicate({ questions: [question] })
  const take = (durationMs: number) => ({
    ...{ id: newId(), purpose: 'answer' as const, questionId: question.id, type: 'video/webm', durationMs },
    ...{ source: 'recorded' as const, recordedAt: Date.now(), dueAt: null, blob: new Blob(['film']) },
  })
  const [longer, shorter] = [take(9_000), take(4_000)]
  for (const each of [longer, shorter]) await keepTake(device, each)
  await cutTake(device, longer.id, shorter.id)
  await openScreen(`/dashboard/answer/${question.id}`)
  const undo = page.getByRole('button', { name: 'Undo the trim' })
  await undo.click()
  await expect.element(undo).not.toBeInTheDocument()
  await expect.element(page.getByText('0:09', { exact: false }).first()).toBeVisible()
  expect((await device.takes.toArray()).map(({ id, state }) => [id, state])).toEqual([[longer.id, 'kept']])
})

test('of a trimmed recording that is deleted the whole one is back', async () => {
  const { question, device } = await asked({ status: 'rejected', reason: 'admin-note' })
  replicate({ questions: [question] })
  const take = (durationMs: number) => ({
    ...{ id: newId(), purpose: 'answer' as const, questionId: question.id, type: 'video/webm', durationMs },
    ...{ source: 'recorded' as const, recordedAt: Date.now(), dueAt: null, blob: new Blob(['film']) },
  })
  const [longer, shorter] = [take(9_000), take(4_000)]
  for (const each of [longer, shorter]) await keepTake(device, each)
  await cutTake(device, longer.id, shorter.id)
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByText(/whole recording that it was trimmed from takes its place/))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Your recording, 0:09')).toBeVisible()
  expect((await device.takes.toArray()).map(({ id, state }) => [id, state])).toEqual([[longer.id, 'kept']])
})

test('a free answer whose device is lost is recorded again here, and given in its place', async () => {
  const { question, device } = await asked({
    ...{ status: 'athlete rejected', reason: 'no-answer', settledAt: Date.now() - DAY_MS },
  })
  const elsewhere = { id: 'a', questionId: question.id, athleteId: question.athleteId, state: 'waiting' }
  replicate({ questions: [question], answers: [{ ...elsewhere, videoId: 'v', order: 1 } as AnswerDocument] })
  const pushed = settleEverything()
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByRole('button', { name: 'Record it again here' }).click()
  await record('Keep it')
  await page.getByRole('button', { name: 'Send this one instead' }).click()
  const [take] = await device.takes.toArray()
  await expect
    .poll(() => pushed.flatMap(({ body }) => (body as PushRequest).intents))
    .toMatchObject([{ name: 'answer.give', args: { questionId: question.id, video: { id: take?.id } } }])
})

test('of two recordings the former is chosen and sent, and what goes is said before', async () => {
  const { question, device } = await asked()
  replicate({ questions: [question] })
  const take = (durationMs: number, recordedAt: number) => ({
    ...{ id: newId(), purpose: 'answer' as const, questionId: question.id, type: 'video/webm', durationMs },
    ...{ source: 'recorded' as const, recordedAt, dueAt: null, blob: new Blob(['film']) },
  })
  const [former, stump] = [take(45_000, Date.now() - 1_000), take(2_000, Date.now())]
  for (const each of [former, stump]) await keepTake(device, each)
  await openScreen(`/dashboard/answer/${question.id}?take=${stump.id}`)
  await expect.element(page.getByText('0:02', { exact: false }).first()).toBeVisible()
  await expect
    .element(page.getByText('Sending this one deletes your other recording for this question.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Your other recording' }).click()
  const others = page.getByRole('dialog', { name: 'Other recordings' })
  await expect.element(others.getByText('Your recording, 0:45')).toBeVisible()
  await expect.element(others.getByRole('button', { name: 'Delete' })).toBeVisible()
  await others.getByRole('button', { name: 'Choose this one' }).click()
  await expect.element(others).not.toBeInTheDocument()
  await expect.element(page.getByText('0:45', { exact: false }).first()).toBeVisible()
  goOffline()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
  await expect
    .poll(async () => (await device.takes.toArray()).map(({ id, state }) => [id, state]))
    .toEqual([[former.id, 'queued']])
})

test('an answer is not called sent when another tab sent another recording', async () => {
  const { question, device } = await asked()
  replicate({ questions: [question] })
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await record(null)
  await expect.element(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  goOffline()
  const told = vi.fn()
  const stop = onTold(told)
  const [mine] = await device.takes.toArray()
  const theirs = await keepTake(device, { ...mine!, id: newId(), blob: new Blob(['another']) })
  if (!theirs.ok) throw new Error(theirs.notSaved)
  await prepareAnswer(device, theirs.value)()
  await page.getByRole('button', { name: /Send answer|Keep it/ }).click()
  await expect
    .poll(() => told.mock.calls.map(([{ text }]) => text))
    .toEqual(['Another video has arrived or is on its way already'])
  stop()
  expect((await device.takes.get(mine!.id))?.state).toBe('kept')
})

test('in a row, an answer that was refused is not called sent', async () => {
  const { question, device } = await asked()
  const before = newId()
  const saved = await keepTake(device, {
    ...{ id: newId(), purpose: 'answer', questionId: before, type: 'video/webm', durationMs: 4_000 },
    ...{ source: 'recorded', recordedAt: Date.now(), dueAt: null, blob: new Blob(['film']) },
  })
  if (!saved.ok) throw new Error(saved.notSaved)
  replicate({ questions: [question] })
  await openScreen(`/dashboard/answer/${question.id}?row=true&sent=${before}`)
  await device.takes.update(saved.value.id, { state: 'refused', refusal: { code: 'too-late' } })
  await expect.element(page.getByText('Not accepted: see the outbox')).toBeVisible()
  await device.takes.update(saved.value.id, { state: 'sent', refusal: null })
  await expect.element(page.getByText('Saved and sent')).toBeVisible()
})

test('T1 D5 a clock set past the deadline while the app is open warns; what is recorded then is sent all the same', async () => {
  const { question } = await asked({ dueAt: Date.now() + DAY_MS / 4 })
  replicate({ questions: [question] })
  const pushed = settleEverything()
  await openScreen(`/dashboard/answer/${question.id}`)
  await expect.element(page.getByText(/^[56] h left, until /)).toBeVisible()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 9 * 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText(/^Until .*, which may have passed$/)).toBeVisible()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await record(null)
  const warning = page.getByText('By this device’s clock, the time to answer is over. Our server decides')
  await expect.element(warning).toBeVisible()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect
    .poll(() => pushed.flatMap(({ body }) => (body as PushRequest).intents))
    .toMatchObject([{ name: 'answer.submit', args: { questionId: question.id } }])
})

test('T1 once the server has told the time again, a question shows the time that is left', async () => {
  const { question } = await asked({ dueAt: Date.now() + DAY_MS / 4 })
  replicate({ questions: [question] })
  await openScreen(`/dashboard/answer/${question.id}`)
  const left = page.getByText(/^[56] h left, until /)
  await expect.element(left).toBeVisible()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 9 * 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(left).not.toBeInTheDocument()
  await refreshSession()
  await expect.element(left).toBeVisible()
})

test('D5 for a question that ran out of time an answer is recorded, kept, and sent for free', async () => {
  const over = {
    status: 'athlete rejected',
    reason: 'no-answer',
    settledAt: Date.now() - 1,
    dueAt: 1,
  } as const
  const { question, device } = await asked(over)
  replicate({ questions: [question] })
  const pushed = settleEverything()
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByRole('button', { name: 'Record a free answer' }).click()
  await record(null)
  // Another recording could also be sent for free, so the athlete may retake it.
  await expect.element(page.getByRole('button', { name: 'Retake' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Send as a free answer' }).click()
  await page.getByRole('button', { name: 'Send for free' }).click()
  const [take] = await device.takes.toArray()
  await expect
    .poll(() => pushed.flatMap(({ body }) => (body as PushRequest).intents))
    .toMatchObject([{ name: 'answer.give', args: { questionId: question.id, video: { id: take?.id } } }])
})

test('what is recorded for a question that is closed meanwhile is kept under its name, and nobody waits for another', async () => {
  const { question, device } = await asked()
  replicate({ questions: [question] })
  await openScreen(`/dashboard/answer/${question.id}`)
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await record(null)
  await expect.element(page.getByRole('button', { name: 'Retake' })).toBeVisible()
  replicate({
    questions: [{ ...question, status: 'rejected', reason: 'admin-note', settledAt: Date.now(), order: 2 }],
  })
  tellChanged('questions')
  await expect.element(page.getByRole('button', { name: 'Keep it' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retake' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Trim' })).not.toBeInTheDocument()
  expect((await device.takes.toArray()).map(({ state, about }) => [state, about])).toEqual([
    ['kept', question.subject],
  ])
})
