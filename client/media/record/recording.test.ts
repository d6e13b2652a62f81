import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { type FakeRecorder, fakeRecorder, MOMENT } from '../../testing/fake-recorder.ts'
import { type Footage, recordingLimits } from '../recorder.ts'
import { recordingType, watchCamera } from './camera.ts'
import { findLeft, recoverTake } from './left-take.ts'
import { type Shot, startRecording, takeLock } from './recording.ts'

let recorder: FakeRecorder

beforeEach(() => {
  recorder = fakeRecorder()
})
afterEach(() => void vi.unstubAllGlobals())

const following = { limitMs: 60_000, onElapsed() {}, onUnkept() {}, onEnd() {} }

async function isLocked(id: string): Promise<boolean> {
  return ((await navigator.locks.query()).held ?? []).some(({ name }) => name === takeLock(id))
}

test('D1 what a full device could not keep and its maker discards leaves neither bytes, nor an offer, nor a lock', async () => {
  const shot: Shot = { device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }
  const { device } = shot
  const ended = Promise.withResolvers<Footage>()
  const stream = { getTracks: () => [] } as unknown as MediaStream
  const recording = startRecording(shot, stream, { ...following, onEnd: ended.resolve })
  recorder.give(MOMENT)
  await expect.poll(() => device.chunks.count()).toBe(1)
  const [left] = await device.takes.toArray()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  recording.stop('person')
  expect(await recording.save(await ended.promise)).toEqual({ ok: false, notSaved: 'device-full' })
  // Until then the footage stays on this device, and the lock keeps an update from reloading the page.
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
  const recording = startRecording(shot, stream, following)
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

test('D1 the camera’s track that ends by itself ends the recording, with everything that came until then', async () => {
  const device = openDevice(newId())
  const shot: Shot = { device, purpose: 'answer', questionId: newId(), dueAt: null }
  const ended = Promise.withResolvers<Footage>()
  const [camera, microphone] = [new EventTarget(), new EventTarget()]
  const stream = { getTracks: () => [microphone, camera] } as unknown as MediaStream
  const recording = startRecording(shot, stream, { ...following, onEnd: ended.resolve })
  recorder.give(MOMENT)
  camera.dispatchEvent(new Event('ended'))
  const footage = await ended.promise
  expect(footage.ending).toBe('interruption')
  expect(await footage.blob.text()).toBe(`${MOMENT}the last second`)
  expect(await recording.save(footage)).toMatchObject({ ok: true, value: { state: 'kept' } })
})

test('D1 a camera that is gone before the first picture begins nothing: no row, no lock', async () => {
  const device = openDevice(newId())
  const shot: Shot = { device, purpose: 'answer', questionId: newId(), dueAt: null }
  const stream = { getTracks: () => [] } as unknown as MediaStream
  recorder.isCameraGone = true
  expect(() => startRecording(shot, stream, following)).toThrow('no camera')
  expect(await device.takes.count()).toBe(0)
  const held = ((await navigator.locks.query()).held ?? []).map(({ name }) => name)
  expect(held.filter((name) => name?.startsWith(takeLock('')))).toEqual([])
})

test('D1 a device that keeps nothing from the start says so at once, and nothing is written after a hole', async () => {
  const device = openDevice(newId())
  const shot: Shot = { device, purpose: 'answer', questionId: newId(), dueAt: null }
  const stream = { getTracks: () => [] } as unknown as MediaStream
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const [unkept, ended] = [vi.fn(), Promise.withResolvers<Footage>()]
  const recording = startRecording(shot, stream, {
    ...following,
    onUnkept: unkept,
    onEnd: ended.resolve,
  })
  recorder.give(MOMENT)
  await expect.poll(() => unkept.mock.calls).toEqual([['device-full']])
  put.mockRestore()
  recorder.give(MOMENT)
  recording.stop('person')
  const footage = await ended.promise
  // Nothing was added before the recording was saved as a whole.
  expect(await recording.save(footage)).toMatchObject({ ok: true, value: { bytes: footage.blob.size } })
  expect(unkept).toHaveBeenCalledTimes(1)
  expect(await device.chunks.count()).toBe(0)
})

test('a camera whose track ends is lost once, and one that is let go of is not', () => {
  const tracks = ['audio', 'video'].map((kind) => Object.assign(new EventTarget(), { kind }))
  const stream = { getTracks: () => tracks } as unknown as MediaStream
  const end = () => {
    for (const track of tracks) track.dispatchEvent(new Event('ended'))
  }
  const lost = vi.fn()
  watchCamera(stream, lost)()
  end()
  expect(lost).not.toHaveBeenCalled()
  watchCamera(stream, lost)
  end()
  expect(lost.mock.calls).toEqual([['lost-microphone']])
})

test('a microphone that a call has muted before a recording is lost, one that comes back in time is not', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const microphone = Object.assign(new EventTarget(), { kind: 'audio', muted: true })
  const stream = { getTracks: () => [microphone] } as unknown as MediaStream
  const lost = vi.fn()
  const mute = (muted: boolean) => {
    microphone.muted = muted
    microphone.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
  }
  const unwatch = watchCamera(stream, lost)
  vi.advanceTimersByTime(900)
  mute(false)
  vi.advanceTimersByTime(5_000)
  Object.assign(document, { visibilityState: 'hidden' })
  mute(true)
  vi.advanceTimersByTime(5_000)
  expect(lost, 'nobody records on a hidden page').not.toHaveBeenCalled()
  Object.assign(document, { visibilityState: 'visible' })
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(1_000)
  expect(lost.mock.calls).toEqual([['muted-microphone']])
  unwatch()
  vi.useRealTimers()
})

test('S2-9.4 an answer stops by itself after 60 s of recording, and the time of a pause is none of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const shot: Shot = { device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }
  const stream = { getTracks: () => [] } as unknown as MediaStream
  const ended: Footage[] = []
  const elapsed: number[] = []
  const recording = startRecording(shot, stream, {
    ...following,
    limitMs: recordingLimits('answer').limitMs,
    onElapsed: (ms) => elapsed.push(ms),
    onEnd: (footage) => ended.push(footage),
  })
  vi.advanceTimersByTime(20_000)
  recording.pause()
  vi.advanceTimersByTime(300_000)
  expect([elapsed.at(-1), recorder.state, ended]).toEqual([20_000, 'paused', []])
  recording.resume()
  vi.advanceTimersByTime(39_900)
  expect([elapsed.at(-1), recorder.state, ended]).toEqual([59_900, 'recording', []])
  vi.advanceTimersByTime(100)
  expect(recorder.state).toBe('inactive')
  expect(ended).toMatchObject([{ ending: 'limit', durationMs: 60_000 }])
  vi.useRealTimers()
  await recording.discard()
})

test('D1 a recorder that is left, as by a tapped notification, leaves a recording that offers itself to its last second', async () => {
  const device = openDevice(newId())
  const shot: Shot = { device, purpose: 'answer', questionId: newId(), dueAt: null }
  const stream = { getTracks: () => [] } as unknown as MediaStream
  const recording = startRecording(shot, stream, following)
  recorder.give(MOMENT)
  recording.leave()
  await expect.poll(() => device.chunks.count()).toBe(2)
  const left = await findLeft(shot)
  expect(left).toMatchObject({ state: 'recording', questionId: shot.questionId })
  const kept = await recoverTake(shot, left!)
  expect(await kept?.blob.text()).toBe(`${MOMENT}the last second`)
})

test('an encoder that fails is not tried again on this page, unless every other one has failed too', async () => {
  const shot: Shot = { device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }
  const used: string[] = []
  vi.stubGlobal(
    'MediaRecorder',
    Object.assign(
      function make(_stream: MediaStream, { mimeType }: { mimeType: string }) {
        used.push(mimeType)
        return recorder
      },
      { isTypeSupported: (type: string) => type === 'video/mp4' || type === 'video/webm' },
    ),
  )
  recorder.stop = function stop() {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
  const fail = async (track = {}) => {
    const ended = Promise.withResolvers<Footage>()
    const camera = Object.assign(new EventTarget(), { readyState: 'live', muted: false }, track)
    const stream = { getTracks: () => [camera] } as unknown as MediaStream
    const recording = startRecording(shot, stream, { ...following, onEnd: ended.resolve })
    recorder.dispatchEvent(new Event('error'))
    expect(await ended.promise).toMatchObject({ ending: 'interruption', blob: { size: 0 } })
    await recording.discard()
  }
  await fail({ readyState: 'ended' })
  expect(recordingType(), 'the encoder is not at fault where the camera is gone').toBe('video/mp4')
  await fail()
  await fail()
  await fail()
  expect(used).toEqual(['video/mp4', 'video/mp4', 'video/webm', 'video/mp4'])
})
