import { useEffect, useReducer, useRef, useState } from 'react'
import type { Device, TakeRow } from '../db/device.ts'
import { discardTake, type NotSaved } from '../store/takes.ts'
import { showToast } from '../ui/toasts.ts'
import { type Facing, lostError } from './record/camera.ts'
import type { CaptureChoice, CaptureDevices } from './record/capture-choice.ts'
import { type Recording, type Shot, startRecording } from './record/recording.ts'
import { useCamera } from './record/use-camera.ts'
import {
  type Ending,
  type Footage,
  isUnderWay,
  nextRecorder,
  type RecorderEvent,
  type RecorderState,
  recordingLimits,
} from './recorder.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** A recording that is safe on this device, with its bytes. */
export type KeptTake = { take: TakeRow; blob: Blob }

export type Recorder = {
  state: RecorderState
  /** The camera's live stream; null while there is none. */
  stream: MediaStream | null
  /** Which way the camera in use faces. */
  facing: Facing
  canFlip: boolean
  /** The available devices, and those in use. */
  devices: CaptureDevices
  chosen: CaptureChoice
  limitMs: number
  markMs: number | null
  /** The latest take that is safe: the one in review, or the one before a retake that failed. */
  kept: KeptTake | null
  /** The take before a retake that the user did not end; both stay until the user chooses. */
  former: KeptTake | null
  /** Why the current recording is only in memory until it is saved as a whole; null while the device stores it. */
  unkept: NotSaved | null
  start(): void
  stop(): void
  /** Pauses or resumes. */
  pause(): void
  retake(): void
  /** Goes back to the former take and deletes the retake. */
  keepFormer(): void
  flip(): void
  /** Switches to another camera or microphone. */
  choose(changed: Partial<CaptureChoice>): void
  /** Asks for the camera again. */
  askAgain(): void
  /** Drops footage that could not be saved, without starting another recording. */
  discard(): void
  /** Tries again to keep footage that could not be saved. */
  saveAgain(): void
}

const NOTHING = 'Nothing was recorded. Try again, or close this and choose a video file.'
const NOTHING_NEW = 'Nothing was recorded, so your former recording is still the one.'

/** A second tap within this time counts as a double tap, so that it does not undo the first. */
const DOUBLE_TAP_MS = 500

const ASKING: RecorderState = { at: 'asking' }

/** Drives camera, recorder and device database through the states of a recording. */
export function useRecorder(shot: Shot): Recorder {
  const [state, dispatch] = useReducer(nextRecorder, ASKING)
  const camera = useCamera(state, dispatch)
  useWakeLock(isUnderWay(state) || state.at === 'counting')
  const { kept, former, unkept, begin, stop, pause, save, keepFormer, discard } = useRecording(shot, dispatch)
  useCountIn(state, dispatch, () => camera.stream && begin(camera.stream))
  const startedAt = useRef(0)
  return {
    state,
    stream: camera.stream,
    facing: camera.facing,
    canFlip: camera.canFlip,
    devices: camera.devices,
    chosen: camera.chosen,
    choose: camera.choose,
    kept,
    former,
    keepFormer,
    unkept,
    ...recordingLimits(shot.purpose),
    start: () => {
      startedAt.current = performance.now()
      dispatch({ type: 'start' })
    },
    stop: () => {
      if (performance.now() - startedAt.current > DOUBLE_TAP_MS) stop()
    },
    pause: () => pause(state.at === 'recording'),
    retake: () => {
      if (state.at === 'unsaved') discard()
      dispatch({ type: 'retake' })
    },
    flip: camera.flip,
    discard,
    askAgain: () => dispatch({ type: 'camera-wanted' }),
    saveAgain: () => {
      if (state.at !== 'unsaved') return
      dispatch({ type: 'save-again', footage: state.footage })
      void save(state.footage)
    },
  }
}

/**
 * Holds the current recording and the latest safe one. When the screen is left, the chunks of an unfinished
 * recording stay, and the app offers them again.
 */
function useRecording(shot: Shot, dispatch: Dispatch) {
  const takes = useKeptTakes(shot.device, dispatch)
  const [unkept, setUnkept] = useState<NotSaved | null>(null)
  const recording = useRef<Recording | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      recording.current?.leave()
    }
  }, [])

  const save = async (footage: Footage) => {
    if (footage.blob.size === 0) {
      // Wait, so that `saving` is rendered: the camera opens again only after a state that does not want it.
      await recording.current?.discard()
      if (isGone.current) return
      return takes.settleEmpty()
    }
    const saved = await recording.current?.save(footage)
    if (saved?.ok) await takes.settle(saved.value, footage)
    else dispatch({ type: 'not-saved', notSaved: saved?.notSaved ?? 'device-error', footage })
  }
  const begin = (stream: MediaStream) => {
    void navigator.storage?.persist?.()
    setUnkept(null)
    try {
      recording.current = startRecording(shot, stream, {
        limitMs: recordingLimits(shot.purpose).limitMs,
        onElapsed: (elapsedMs) => dispatch({ type: 'elapsed', elapsedMs }),
        onUnkept: setUnkept,
        onEnd: (footage) => {
          if (isGone.current) return
          dispatch({ type: 'ended', ending: footage.ending })
          void save(footage)
        },
      })
    } catch {
      // The camera went away at this very moment.
      const ended = stream.getTracks().find(({ readyState }) => readyState === 'ended')
      return dispatch({ type: 'camera-refused', error: lostError(ended) })
    }
    dispatch({ type: 'began' })
  }
  const stop = () => endRecording(recording.current, dispatch, 'person')
  const pause = (rests: boolean) => {
    if (rests) recording.current?.pause()
    else recording.current?.resume()
    dispatch({ type: rests ? 'paused' : 'resumed' })
  }
  // Delete the chunks; otherwise they would take space on a full disk and come back as an unsaved recording.
  const discard = () => void recording.current?.discard()
  const { kept, former, keepFormer } = takes
  return { kept, former, unkept, begin, stop, pause, save, keepFormer, discard }
}

/** Holds the latest safe take, and the one before it if that was not replaced. */
function useKeptTakes(device: Device, dispatch: Dispatch) {
  const [kept, setKept] = useState<KeptTake | null>(null)
  const [former, setFormer] = useState<KeptTake | null>(null)
  const settle = async (take: TakeRow, footage: Footage) => {
    // A retake that its owner did not end, as when a call cut it short, replaces nothing until they choose.
    const isReplaced = footage.ending === 'person'
    if (!isReplaced) setFormer(former ?? kept)
    // Delete the former take only now, because the retake that replaces it is safe.
    else if (kept) await discardTake(device, kept.take.id, kept.take.state).catch(() => false)
    setKept({ take, blob: footage.blob })
    dispatch({ type: 'saved', take, footage })
  }
  const settleEmpty = () => {
    showToast({ text: kept ? NOTHING_NEW : NOTHING, tone: kept ? 'plain' : 'danger' })
    dispatch({ type: 'empty', former: kept && { take: kept.take, footage: footageOf(kept) } })
  }
  const keepFormer = () => {
    if (!former || !kept) return
    setKept(former)
    setFormer(null)
    dispatch({ type: 'former', take: former.take, footage: footageOf(former) })
    void discardTake(device, kept.take.id, kept.take.state)
  }
  return { kept, former, settle, settleEmpty, keepFormer }
}

/** Returns a kept take as footage; what ended it no longer matters, because its owner chose it. */
function footageOf({ take, blob }: KeptTake): Footage {
  return { blob, durationMs: take.durationMs, ending: 'person' }
}

type Dispatch = (event: RecorderEvent) => void

/** Ends the recording. Before the recorder runs, this cancels the count-in. */
function endRecording(recording: Recording | null, dispatch: Dispatch, ending: Ending): void {
  dispatch({ type: 'ended', ending })
  recording?.stop(ending)
}

function useCountIn(state: RecorderState, dispatch: Dispatch, onZero: () => void) {
  const zero = useRef(onZero)
  zero.current = onZero
  const left = state.at === 'counting' ? state.left : 0
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => (left > 1 ? dispatch({ type: 'count' }) : zero.current()), 1_000)
    const onHidden = () => dispatch({ type: 'ended', ending: 'interruption' })
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [left, dispatch])
}
