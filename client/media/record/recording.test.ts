import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { type Footage, recordingLimits } from '../recorder.ts'
import { watchCamera } from './camera.ts'
import { findLeft, recoverTake } from './left-take.ts'
import { type Shot, startRecording, takeLock } from './recording.ts'

/** A fake recorder that delivers what the test tells it to. */
class FakeRecorder extends EventTarget {
  state = 'inactive'
  mimeType = 'video/webm'
  static readonly isTypeSupported = () => true
  isCameraGone = false
  start() {
    if (this.isCameraGone) throw new DOMException('no camera', 'InvalidStateError')
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }
  pause() {
    this.state = 'paused'
  }
  resume() {
    this.state = 'recording'
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

/** About as many bytes as the first pictures have. */
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

/** A camera whose picture has the given size. */
function cameraOf(size: { width: number; height: number }): MediaStream {
  const track = Object.assign(new EventTarget(), { kind: 'video', getSettings: () => ({ ...size }) })
  return { getTracks: () => [track] } as unknown as MediaStream
}

/** A recording up to a turn, as an MP4 of these fragments; the header is large enough to be offered. */
const boxOf = (type: string, words = '') =>
  String.fromCharCode(0, 0, (8 + words.length) >> 8, (8 + words.length) & 255) + type + words

test.each([
  ['video/mp4;codecs=avc1.42001f,opus', { width: 360, height: 640 }, 'turn'],
  ['video/mp4;codecs=avc1.42001f,opus', { width: 320, height: 240 }, 'interruption'],
  ['video/mp4;codecs=avc3.42001f,opus', { width: 360, height: 640 }, null],
  ['video/webm;codecs=vp8,opus', { width: 360, height: 640 }, null],
])('D1 of %s, a picture that becomes %o ends as %s, whole up to there', async (type, turned, ending) => {
  const shot: Shot = { device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }
  recorder.mimeType = type
  const size = { width: 640, height: 360 }
  const ended = vi.fn<(footage: Footage) => void>()
  const elapsed = vi.fn()
  const recording = startRecording(shot, cameraOf(size), { ...following, onElapsed: elapsed, onEnd: ended })
  const before = boxOf('moov') + boxOf('moof') + boxOf('mdat', 'before')
  recorder.give(before)
  Object.assign(size, turned)
  recorder.stop = () => {
    recorder.give(boxOf('moof') + boxOf('mdat', 'spoiled'))
    recorder.dispatchEvent(new Event('stop'))
  }
  if (ending === null) await expect.poll(() => elapsed).toHaveBeenCalled()
  else {
    await expect.poll(() => ended.mock.calls).toMatchObject([[{ ending }]])
    expect(await ended.mock.lastCall?.[0].blob.text()).toBe(before)
    expect(elapsed).not.toHaveBeenCalled()
  }
  await recording.discard()
})

test('D1 a paused recording whose phone was turned ends instead of going on', async () => {
  const shot: Shot = { device: openDevice(newId()), purpose: 'answer', questionId: newId(), dueAt: null }
  recorder.mimeType = 'video/mp4;codecs=avc1.42001f,opus'
  const size = { width: 640, height: 360 }
  const ended = Promise.withResolvers<Footage>()
  const recording = startRecording(shot, cameraOf(size), { ...following, onEnd: ended.resolve })
  recorder.give(MOMENT)
  recording.pause()
  Object.assign(size, { width: 360, height: 640 })
  recording.resume()
  // What is no MP4 of several fragments stays whole.
  expect(await (await ended.promise).blob.text()).toBe(`${MOMENT}the last second`)
  expect((await ended.promise).ending).toBe('turn')
  await recording.discard()
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
