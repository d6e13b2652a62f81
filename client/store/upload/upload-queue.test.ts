import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { SENT_ANEW } from '../takes.ts'
import { sendQueue } from './upload-queue.ts'

test('a worker that is told to leave while it reads a take sends nothing of it', async () => {
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
