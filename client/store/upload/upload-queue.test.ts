import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { SENT_ANEW } from '../takes.ts'
import { type UploadEnd, uploadsLock } from './upload-order.ts'
import { type Sending, sendQueue } from './upload-queue.ts'

async function deviceWithTake() {
  const device = openDevice(newId())
  const id = newId()
  await device.videos.add({ id, blob: new Blob(['v']) })
  await device.takes.add({
    ...SENT_ANEW,
    id,
    purpose: 'answer',
    questionId: newId(),
    type: 'video/mp4',
    bytes: 1,
    uploadUrl: null,
    durationMs: 1,
    sha256: '',
    source: 'recorded',
    recordedAt: 1,
    dueAt: null,
    state: 'queued',
  })
  return { device, id }
}

test('a worker that is told to leave while it reads a take sends nothing of it', async () => {
  const { device, id } = await deviceWithTake()
  const leaving = new AbortController()
  device.videos.hook('reading', (row) => {
    leaving.abort()
    return row
  })
  const send = vi.fn(async () => ({ end: 'sent' }) as const)
  const end = await sendQueue(device, { send, readCaller: async () => null }, leaving.signal)
  expect(end).toEqual({ left: 'later', afterMs: null })
  expect(send).not.toHaveBeenCalled()
  expect(await device.takes.get(id)).toMatchObject({ state: 'queued' })
})

test('a sender whose lock another page took stops, and says nothing of the upload that goes on there', async () => {
  const { device, id } = await deviceWithTake()
  const { promise: isSending, resolve: begin } = Promise.withResolvers<AbortSignal>()
  const send = ({ stopped: { signal } }: Sending) =>
    new Promise<UploadEnd>((resolve) => {
      signal.addEventListener('abort', () => resolve({ end: 'later', wide: true, afterMs: null }))
      begin(signal)
    })
  const pass = sendQueue(device, { send, readCaller: async () => null }, new AbortController().signal)
  const error = pass.catch(({ name }: Error) => name)
  const stopped = await isSending
  await navigator.locks.request(uploadsLock(device), { steal: true }, async () => {})
  expect(await error).toBe('AbortError')
  expect(stopped.aborted).toBe(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await device.takes.get(id)).toMatchObject({ state: 'uploading' })
})
