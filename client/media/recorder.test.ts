import { describe, expect, test } from 'vitest'
import type { TakeRow } from '../db/device.ts'
import { recordingType } from './record/camera.ts'
import {
  type Footage,
  isHoldingFootage,
  nextRecorder,
  type RecorderEvent,
  type RecorderState,
  recordingLimits,
} from './recorder.ts'

const footage: Footage = { blob: new Blob(['x']), durationMs: 4_000, ending: 'person' }
const take = { id: 'take' } as TakeRow
const run = (events: RecorderEvent[], from: RecorderState = { at: 'asking' }) =>
  events.reduce(nextRecorder, from)
const toRecording: RecorderEvent[] = [
  { type: 'camera-ready' },
  { type: 'start' },
  { type: 'count' },
  { type: 'count' },
  { type: 'began' },
]

describe('the recorder', () => {
  test('S1-5.10 D6 D7 a question runs to 20 s, an answer to 60 s with its mark at 40 s', () => {
    expect(recordingLimits('question')).toEqual({ limitMs: 20_000, markMs: null })
    expect(recordingLimits('answer')).toEqual({ limitMs: 60_000, markMs: 40_000 })
    expect(recordingLimits('reply')).toEqual({ limitMs: 60_000, markMs: null })
  })

  test('counts three, two, one before it records', () => {
    const counts = [0, 1, 2].map((n) => run(toRecording.slice(0, 2 + n)))
    expect(counts.map((state) => (state.at === 'counting' ? state.left : null))).toEqual([3, 2, 1])
    expect(run(toRecording)).toEqual({ at: 'recording', elapsedMs: 0 })
  })

  test('says that it is safe only once the device has said so', () => {
    const stopped = run([...toRecording, { type: 'ended', ending: 'limit' }])
    expect(stopped).toEqual({ at: 'saving', ending: 'limit' })
    expect(nextRecorder(stopped, { type: 'saved', take, footage }).at).toBe('review')
  })

  test('footage the device could not keep is held on to and saved again', () => {
    const saving = run([...toRecording, { type: 'ended', ending: 'person' }])
    const unsaved = nextRecorder(saving, { type: 'not-saved', notSaved: 'device-full', footage })
    expect(isHoldingFootage(unsaved)).toBe(true)
    expect(nextRecorder(unsaved, { type: 'save-again', footage }).at).toBe('saving')
  })

  test('a pause keeps what was recorded, goes on from there, and may be the end of it', () => {
    const paused = run([...toRecording, { type: 'elapsed', elapsedMs: 900 }, { type: 'paused' }])
    expect(paused).toEqual({ at: 'paused', elapsedMs: 900 })
    expect(isHoldingFootage(paused)).toBe(true)
    expect(nextRecorder(paused, { type: 'elapsed', elapsedMs: 950 })).toBe(paused)
    expect(nextRecorder(paused, { type: 'resumed' })).toEqual({ at: 'recording', elapsedMs: 900 })
    expect(nextRecorder(paused, { type: 'ended', ending: 'person' }).at).toBe('saving')
    expect(run([{ type: 'paused' }]).at).toBe('asking')
  })

  test('an interruption keeps what was recorded, and takes a count-in back', () => {
    const interrupted: RecorderEvent = { type: 'ended', ending: 'interruption' }
    expect(run([...toRecording, interrupted]).at).toBe('saving')
    expect(run([...toRecording.slice(0, 3), interrupted]).at).toBe('ready')
  })

  test('a refused camera is asked for again, and never in the middle of a recording', () => {
    const refused = run([{ type: 'camera-refused', error: 'permission' }])
    expect(refused).toEqual({ at: 'refused', error: 'permission' })
    expect(nextRecorder(refused, { type: 'camera-wanted' }).at).toBe('asking')
    const lost: RecorderEvent = { type: 'camera-refused', error: 'busy' }
    for (const before of [1, 2, 4]) expect(run([...toRecording.slice(0, before), lost]).at).toBe('refused')
    expect(run([...toRecording, lost]).at).toBe('recording')
  })

  test('what does not belong to the state changes nothing', () => {
    const review: RecorderState = { at: 'review', take, footage }
    const strangers: RecorderEvent[] = [
      { type: 'start' },
      { type: 'count' },
      { type: 'began' },
      { type: 'elapsed', elapsedMs: 5 },
      { type: 'ended', ending: 'person' },
      { type: 'camera-ready' },
    ]
    for (const event of strangers) expect(nextRecorder(review, event)).toBe(review)
    expect(nextRecorder(review, { type: 'retake' }).at).toBe('asking')
  })

  test('records MP4 wherever the browser can, else WebM, else nothing', () => {
    expect(recordingType((type) => type.includes('avc1') || type.includes('webm'))).toContain('video/mp4')
    expect(recordingType((type) => type.startsWith('video/webm'))).toContain('video/webm')
    // Not every browser plays Opus in an MP4, but every browser plays VP8 in a WebM.
    expect(recordingType((type) => !type.includes('mp4a'))).toBe('video/webm;codecs=vp8,opus')
    expect(recordingType(() => false)).toBeNull()
  })
})
