import 'fake-indexeddb/auto'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { COPY } from '../../sync/copy.ts'
import { LIMITS } from '../../sync/limits.ts'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { recordingLimits } from '../media/recorder.ts'
import { refusalText } from '../text/refusals.ts'
import { onTold } from '../ui/toasts.ts'
import { DeclineDialog, declineQuestion } from './decline/decline-dialog.tsx'
import { tellNotSent } from './not-saved.ts'

test('S2-4.12 D32 a request is declined with a note that may be left out', () => {
  const html = renderToString(
    <DeclineDialog questionId="q" asker="Kim" onClose={() => undefined} onDeclined={() => undefined} />,
  )
  expect(html).toMatch(/A note for .*Kim.*optional/)
  expect(html).toContain('Decline request')
})

test('S2-8.24 S2-8.25 a request is rejected once that is safe on the device, and says so, or that it failed', async () => {
  const told = vi.fn()
  const stop = onTold(told)
  const device = openDevice(newId())
  const declining = { questionId: newId(), note: ' Not my sport. ', isOnline: true }
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await declineQuestion(device, declining)).toBe(false)
  expect(await device.outbox.count()).toBe(0)
  add.mockRestore()
  expect(await declineQuestion(device, declining)).toBe(true)
  expect(await device.outbox.toArray()).toMatchObject([
    { name: 'question.decline', args: { questionId: declining.questionId, note: 'Not my sport.' } },
  ])
  stop()
  expect(told.mock.calls.map(([{ text, tone }]) => [text, tone])).toEqual([
    ['Failed to reject request. Please try again. This device is full: make some room first.', 'danger'],
    ['The request has been rejected', 'success'],
  ])
})

test('S2-8.22 S2-8.23 D95 an answer that could not be sent says so, and one that was', () => {
  const told = vi.fn()
  const stop = onTold(told)
  tellNotSent('device-error')
  tellNotSent('device-full')
  stop()
  expect(told.mock.calls.map(([{ text }]) => text)).toEqual([
    'Failed to submit response. Please try again.',
    'Failed to submit response. Please try again. This device is full: make some room first.',
  ])
  expect(COPY.answerSent).toBe('Your response has been sent')
})

test('S2-5.38 S2-9.4 D7 an answer runs 60 seconds, with the mark at 40; a longer file is told so', () => {
  expect(recordingLimits('answer')).toEqual({ limitMs: 60_000, markMs: 40_000 })
  expect(LIMITS.answerFileMs).toBe(61_000)
  const refusal = { code: 'video-too-long', detail: { purpose: 'answer', seconds: 60 } } as const
  expect(refusalText(refusal)).toBe(
    'The selected video is too long. Please select a video that is 60 seconds or less.',
  )
})
