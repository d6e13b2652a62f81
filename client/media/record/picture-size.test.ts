import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { type FakeRecorder, fakeRecorder, MOMENT } from '../../testing/fake-recorder.ts'
import type { Footage } from '../recorder.ts'
import { findLeft, recoverTake } from './left-take.ts'
import { type Shot, startRecording } from './recording.ts'

let recorder: FakeRecorder

beforeEach(() => {
  recorder = fakeRecorder()
})
afterEach(() => void vi.unstubAllGlobals())

const following = { limitMs: 60_000, onElapsed() {}, onUnkept() {}, onEnd() {} }

/** A camera whose picture has the given size. */
function cameraOf(size: { width: number; height: number }): MediaStream {
  const track = Object.assign(new EventTarget(), { kind: 'video', getSettings: () => ({ ...size }) })
  return { getTracks: () => [track] } as unknown as MediaStream
}

const AVC1 = 'video/mp4;codecs=avc1.42001f,opus'

/** Writes numbers of 32 bits. */
const numbersOf = (...numbers: number[]) => {
  const bytes = new Uint8Array(4 * numbers.length)
  for (const [place, each] of numbers.entries()) new DataView(bytes.buffer).setUint32(4 * place, each)
  return bytes
}
const boxOf = (type: string, ...inside: BlobPart[]) => {
  const body = new Blob(inside)
  return new Blob([numbersOf(8 + body.size), type, body])
}
/** The header of a film of one track with pictures, in milliseconds. */
const HEADER = boxOf(
  'moov',
  boxOf(
    'trak',
    boxOf('tkhd', numbersOf(0, 0, 0, 1, 0, 0)),
    boxOf('mdia', boxOf('mdhd', numbersOf(0, 0, 0, 1_000, 0, 0)), boxOf('hdlr', numbersOf(0, 0), 'vide')),
  ),
)
/** A fragment whose pictures begin at this time. */
const fragmentOf = (ms: number, words: string) =>
  new Blob([
    boxOf('moof', boxOf('traf', boxOf('tfhd', numbersOf(0, 1)), boxOf('tfdt', numbersOf(0, ms)))),
    boxOf('mdat', words),
  ])

/** Stops the clock that recordings are measured with. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Begins a recording whose recorder gives `last` when it is stopped. */
function recordSized(type: string, last: Blob) {
  const device = openDevice(newId())
  const shot: Shot = { device, purpose: 'answer', questionId: newId(), dueAt: null }
  recorder.mimeType = type
  recorder.stop = () => {
    recorder.state = 'inactive'
    recorder.give(last)
    recorder.dispatchEvent(new Event('stop'))
  }
  const size = { width: 640, height: 360 }
  const [ended, elapsed] = [vi.fn<(footage: Footage) => void>(), vi.fn()]
  const recording = startRecording(shot, cameraOf(size), { ...following, onElapsed: elapsed, onEnd: ended })
  const footage = async () => {
    await vi.waitFor(() => expect(ended).toHaveBeenCalled())
    return ended.mock.lastCall?.[0] as Footage
  }
  const turn = () => Object.assign(size, { width: 360, height: 640 })
  return { device, shot, recording, size, turn, ended, elapsed, footage }
}

const textOf = (...parts: BlobPart[]) => new Blob(parts).text()

test.each([
  [AVC1, { width: 360, height: 640 }, 'turn'],
  [AVC1, { width: 320, height: 240 }, 'interruption'],
  ['video/mp4', { width: 360, height: 640 }, 'turn'],
  ['video/mp4;codecs=avc3.42001f,opus', { width: 360, height: 640 }, null],
  ['video/mp4;codecs=avc3.42001f,mp4a.40.2', { width: 360, height: 640 }, null],
  ['video/mp4;codecs=vp09.00.10.08,opus', { width: 360, height: 640 }, null],
  ['video/webm;codecs=vp8,opus', { width: 360, height: 640 }, null],
])('D1 of %s, a picture that becomes %o ends as %s, whole up to there', async (type, turned, ending) => {
  stopClock()
  const { recording, size, elapsed, ended, footage } = recordSized(type, fragmentOf(1_040, 'spoiled'))
  const before = new Blob([HEADER, fragmentOf(0, 'before')])
  recorder.give(before)
  vi.advanceTimersByTime(1_000)
  elapsed.mockClear()
  Object.assign(size, turned)
  vi.advanceTimersByTime(100)
  if (ending === null) {
    expect(elapsed).toHaveBeenCalled()
    expect(ended).not.toHaveBeenCalled()
  } else {
    expect(await footage()).toMatchObject({ ending })
    expect(await (await footage()).blob.text()).toBe(await before.text())
    expect(elapsed).not.toHaveBeenCalled()
  }
  await recording.discard()
})

test('D1 a fragment that began well before the turn stays whole, as on an iPhone, whose fragments are long', async () => {
  stopClock()
  const { recording, turn, footage } = recordSized(AVC1, fragmentOf(2_000, 'good words, then the turn'))
  const before = new Blob([HEADER, fragmentOf(0, 'before'), fragmentOf(1_000, 'more')])
  recorder.give(before)
  vi.advanceTimersByTime(2_900)
  turn()
  vi.advanceTimersByTime(100)
  expect(await (await footage()).blob.text()).toBe(
    await textOf(before, fragmentOf(2_000, 'good words, then the turn')),
  )
  await recording.discard()
})

test('D1 all fragments since the turn go, where a page that stalled sees it late', async () => {
  stopClock()
  const { recording, turn, footage } = recordSized(AVC1, fragmentOf(1_840, 'spoiled, too'))
  const before = new Blob([HEADER, fragmentOf(0, 'before'), fragmentOf(600, 'more')])
  recorder.give(before)
  vi.advanceTimersByTime(1_000)
  // The recorder went on without the page's timers, and the settings still say the first size.
  const stalled = performance.now() + 900
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => stalled)
  recorder.give(fragmentOf(1_040, 'spoiled'))
  recorder.give(fragmentOf(1_440, 'spoiled'))
  turn()
  vi.advanceTimersByTime(100)
  clock.mockRestore()
  expect(await (await footage()).blob.text()).toBe(await before.text())
  await recording.discard()
})

test('D1 a phone that is turned during a pause ends the recording, and nothing of it is cut', async () => {
  stopClock()
  const { recording, turn, footage } = recordSized(AVC1, fragmentOf(990, 'last words'))
  const before = new Blob([HEADER, fragmentOf(0, 'before'), fragmentOf(960, 'more')])
  recorder.give(before)
  vi.advanceTimersByTime(1_000)
  recording.pause()
  turn()
  recording.resume()
  expect((await footage()).ending).toBe('turn')
  expect(await (await footage()).blob.text()).toBe(await textOf(before, fragmentOf(990, 'last words')))
  await recording.discard()
})

test('D1 one that is stopped by hand after a turn in its pause is whole, too; a turn just before a pause ends it', async () => {
  stopClock()
  const paused = recordSized(AVC1, fragmentOf(990, 'last words'))
  recorder.give(new Blob([HEADER, fragmentOf(0, 'before')]))
  vi.advanceTimersByTime(1_000)
  paused.recording.pause()
  paused.turn()
  paused.recording.stop('person')
  expect(await (await paused.footage()).blob.text()).toContain('last words')
  await paused.recording.discard()
  recorder = fakeRecorder()
  const turned = recordSized(AVC1, fragmentOf(1_040, 'spoiled'))
  recorder.give(new Blob([HEADER, fragmentOf(0, 'before')]))
  vi.advanceTimersByTime(1_050)
  turned.turn()
  turned.recording.pause()
  expect(await turned.footage()).toMatchObject({ ending: 'turn' })
  expect(await (await turned.footage()).blob.text()).not.toContain('spoiled')
  await turned.recording.discard()
})

test('D1 what the device holds of a recording that a turn ended is what its maker gets, without the spoiled rest', async () => {
  stopClock()
  const held = new Blob([fragmentOf(600, 'good'), fragmentOf(1_040, 'spoiled')])
  const { device, shot, recording, turn, footage } = recordSized(AVC1, fragmentOf(1_440, 'spoiled'))
  const before = new Blob([HEADER, fragmentOf(0, MOMENT)])
  recorder.give(before)
  await expect.poll(() => device.chunks.count()).toBe(1)
  vi.advanceTimersByTime(1_000)
  turn()
  recorder.give(held)
  vi.advanceTimersByTime(100)
  expect(await (await footage()).blob.text()).toBe(await textOf(before, fragmentOf(600, 'good')))
  // The app is killed before the recording is kept as a whole.
  recording.leave()
  await expect.poll(() => device.chunks.count()).toBe(2)
  const left = await findLeft(shot)
  expect(await (await recoverTake(shot, left!))?.blob.text()).toBe(
    await textOf(before, fragmentOf(600, 'good')),
  )
})

test('D1 a phone that is turned and back before the clock sees it ends the recording with the chunk that sees it', async () => {
  stopClock()
  const { recording, turn, size, footage } = recordSized(AVC1, fragmentOf(1_440, 'long since back'))
  const before = new Blob([HEADER, fragmentOf(0, MOMENT)])
  recorder.give(before)
  vi.advanceTimersByTime(1_050)
  turn()
  recorder.give(fragmentOf(1_040, 'spoiled'))
  Object.assign(size, { width: 640, height: 360 })
  expect(recorder.state).toBe('inactive')
  expect(await footage()).toMatchObject({ ending: 'turn', durationMs: 1_050 })
  expect(await (await footage()).blob.text()).toBe(await before.text())
  await recording.discard()
})

test('D1 a phone that is turned after the stop spoils nothing: the last chunk is stored, too', async () => {
  stopClock()
  const { device, recording, turn, footage } = recordSized(AVC1, fragmentOf(990, 'last words'))
  const giveLast = recorder.stop
  recorder.stop = () => {
    recorder.state = 'inactive'
    setTimeout(() => giveLast(), 250)
  }
  recorder.give(new Blob([HEADER, fragmentOf(0, MOMENT)]))
  await expect.poll(() => device.chunks.count()).toBe(1)
  vi.advanceTimersByTime(1_000)
  recording.stop('person')
  turn()
  vi.advanceTimersByTime(250)
  expect(await footage()).toMatchObject({ ending: 'person' })
  expect(await (await footage()).blob.text()).toContain('last words')
  vi.useRealTimers()
  await expect.poll(() => device.chunks.count()).toBe(2)
  await recording.discard()
})
