import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  captureDevices,
  constraintsFor,
  keepCaptureChoice,
  NO_CHOICE,
  readCaptureChoice,
} from './capture-choice.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(kept: Record<string, string> = {}) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
  })
  return kept
}

describe('the choice of camera and microphone', () => {
  test('is kept on this device; what stands there and is no choice is none', () => {
    const kept = storage()
    expect(readCaptureChoice()).toEqual(NO_CHOICE)
    keepCaptureChoice({ camera: 'c2', microphone: null })
    expect(readCaptureChoice()).toEqual({ camera: 'c2', microphone: null })
    for (const spoiled of ['nonsense', '{"camera":7}', '[]', '""']) {
      kept['infield.capture'] = spoiled
      expect(readCaptureChoice(), spoiled).toEqual(NO_CHOICE)
    }
    vi.stubGlobal('localStorage', undefined)
    expect(readCaptureChoice()).toEqual(NO_CHOICE)
    expect(() => keepCaptureChoice(NO_CHOICE)).not.toThrow()
  })

  test('is wished for, so that one that was unplugged keeps nobody from recording', () => {
    expect(constraintsFor('user', NO_CHOICE)).toMatchObject({ video: { facingMode: 'user' } })
    const { video, audio } = constraintsFor('user', { camera: 'c', microphone: 'm' })
    expect(video).toMatchObject({ deviceId: { ideal: 'c' } })
    expect(video).not.toHaveProperty('facingMode')
    expect(audio).toMatchObject({ deviceId: { ideal: 'm' }, echoCancellation: true })
    expect(JSON.stringify({ video, audio }), 'nor one that cannot film slowly').not.toMatch(/max|exact|min/)
  })

  test('is among what has a name, or a number', async () => {
    vi.stubGlobal('navigator', {
      mediaDevices: {
        enumerateDevices: async () => [
          { kind: 'videoinput', deviceId: 'c', label: 'Studio camera' },
          { kind: 'audioinput', deviceId: 'm', label: '' },
          { kind: 'audiooutput', deviceId: 's', label: 'Speaker' },
          // A device without an id, as browsers list it before permission is granted.
          { kind: 'videoinput', deviceId: '', label: '' },
        ],
      },
    })
    expect(await captureDevices()).toEqual({
      cameras: [{ id: 'c', label: 'Studio camera' }],
      microphones: [{ id: 'm', label: 'Microphone 1' }],
    })
  })
})
