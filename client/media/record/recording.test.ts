import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../../store/device.ts'
import { newId } from '../../store/new-id.ts'
import type { Footage } from '../recorder.ts'
import { type Shot, startRecording, takeLock } from './recording.ts'

/** Hands out what it is told to, as a camera does. */
class FakeRecorder extends EventTarget {
  state = 'inactive'
  readonly mimeType = 'video/webm'
  static readonly isTypeSupported = () => true
  start() {
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }
  give(words: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([words]) }))
  }
  stop() {
    this.state = 'inactive'
    this.give('the last second')
    this.dispatchEvent(new Event('stop'))
  }
}

let recorder: FakeRecorder

/** As much as the first pictures are. */
const MOMENT = 'pictures'.repeat(1_000)

beforeEach(() => {
  recorder = new FakeRecorder()
  vi.stubGlobal(
    'MediaRecorder',
    Object.assign(
      function make() {
        return recorder
      },
      { isTypeSupported: () => true },
    ),
  )
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => void vi.unstubAllGlobals())

async function isLocked(id: string): Promise<boolean> {
  return ((await navigator.locks.query()).held ?? []).some(({ name }) => name === takeLock(id))
}

test('D1 what a full device could not keep and its maker discards leaves neither bytes, nor an offer, nor a lock', async () => {
  const shot: Shot = { device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }
  const { device } = shot
  const ended = Promise.withResolvers<Footage>()
  const stream = { getTracks: () => [] } as unknown as MediaStream
  const recording = startRecording(shot, stream, { limitMs: 60_000, onElapsed() {}, onEnd: ended.resolve })
  recorder.give(MOMENT)
  await expect.poll(() => device.chunks.count()).toBe(1)
  const [left] = await device.takes.toArray()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  recording.stop('person')
  expect(await recording.save(await ended.promise)).toEqual({ ok: false, notSaved: 'device-full' })
  // until then it is held on to: here, and against whoever would reload the page
  expect(await device.takes.count()).toBe(1)
  expect(await isLocked(left!.id)).toBe(true)
  await recording.discard()
  expect(await Promise.all([device.takes.count(), device.chunks.count(), device.videos.count()])).toEqual([
    0, 0, 0,
  ])
  expect(await isLocked(left!.id)).toBe(false)
  put.mockRestore()
})

test('D1 a file’s head is nothing to offer by itself: it is written with the first pictures, and nothing is left out', async () => {
  const device = openDevice(newId())
  const shot: Shot = { device, purpose: 'question', questionId: newId(), dueAt: null }
  const stream = { getTracks: () => [] } as unknown as MediaStream
  const recording = startRecording(shot, stream, { limitMs: 60_000, onElapsed() {}, onEnd() {} })
  const begun = async () => (await device.takes.toArray())[0]
  await expect.poll(begun).toMatchObject({ bytes: 0 })
  recorder.give('head')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await begun()).toMatchObject({ bytes: 0 })
  recorder.give(MOMENT)
  recorder.give('more')
  await expect.poll(() => device.chunks.count()).toBe(2)
  const chunks = await device.chunks.orderBy('[takeId+seq]').toArray()
  const words = await Promise.all(chunks.map(({ blob }) => blob.text()))
  expect(words).toEqual([`head${MOMENT}`, 'more'])
  recording.leave()
})
