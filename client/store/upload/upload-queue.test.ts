import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice, type VideoRow } from '../../db/device.ts'
import { SENT_ANEW } from '../takes.ts'
import { type UploadEnd, uploadsLock } from './upload-order.ts'
import { type Sending, sendQueue } from './upload-queue.ts'

async function deviceWithTake() {
  const device = openDevice(newId())
  return { device, id: await addTake(device, null) }
}

async function addTake(device: Device, dueAt: number | null): Promise<string> {
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
    dueAt,
    state: 'queued',
  })
  return id
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

/** Makes every read of a take's stored video fail, of its bytes or of its row. Returns the function that ends it. */
const FAILING = {
  bytes: (device: Device, id: string) => {
    const fail = () => Promise.reject(new DOMException('', 'NotReadableError'))
    const hook = (row: VideoRow) =>
      row.id === id
        ? { ...row, blob: Object.assign(new Blob(), { slice: () => ({ arrayBuffer: fail }) }) }
        : row
    device.videos.hook('reading', hook)
    return () => device.videos.hook('reading').unsubscribe(hook)
  },
  row: (device: Device, id: string) => {
    const read = device.videos.get.bind(device.videos)
    const get = vi
      .spyOn(device.videos, 'get')
      .mockImplementation(((key: string) =>
        key === id ? Promise.reject(new DOMException('', 'UnknownError')) : read(key)) as never)
    return () => get.mockRestore()
  },
}

test.each(['bytes', 'row'] as const)(
  'a take whose %s cannot be read holds back no other one, says so, and is sent once it can be',
  async (what) => {
    const device = openDevice(newId())
    const [first, second] = [await addTake(device, 1), await addTake(device, 2)]
    const mend = FAILING[what](device, first)
    const sent: string[] = []
    const send = async ({ take }: Sending) => {
      sent.push(take.id)
      return { end: 'sent' } as const
    }
    const pass = () => sendQueue(device, { send, readCaller: async () => null }, new AbortController().signal)
    expect(await pass()).toEqual({ left: 'later', afterMs: null })
    expect(sent).toEqual([second])
    expect(await device.takes.get(first)).toMatchObject({ state: 'queued', cannotRead: true })
    mend()
    expect(await pass()).toEqual({ left: 'nothing' })
    expect(sent).toEqual([second, first])
    expect(await device.takes.get(first)).toMatchObject({ state: 'sent', cannotRead: false })
  },
)
