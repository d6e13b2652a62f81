import { useEffect, useReducer, useRef, useState } from 'react'
import type { TakeRow } from '../db/device.ts'
import { discardTake, type NotSaved } from '../store/takes.ts'
import { closeCamera, type Facing, openCamera, watchCamera } from './record/camera.ts'
import {
  type CaptureChoice,
  type CaptureDevices,
  captureDevices,
  keepCaptureChoice,
  readCaptureChoice,
} from './record/capture-choice.ts'
import { type Recording, type Shot, startRecording } from './record/recording.ts'
import {
  type Ending,
  type Footage,
  isUnderWay,
  nextRecorder,
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
  facing: Facing
  canFlip: boolean
  /** The available devices, and those in use. */
  devices: CaptureDevices
  chosen: CaptureChoice
  limitMs: number
  markMs: number | null
  /** The latest take that is safe: the one in review, or the one before a retake that failed. */
  kept: KeptTake | null
  /** Why the current recording is only in memory until it is saved as a whole; null while the device stores it. */
  unkept: NotSaved | null
  start(): void
  stop(): void
  /** Pauses or resumes. */
  pause(): void
  retake(): void
  flip(): void
  /** Switches to another camera or microphone. */
  choose(choice: CaptureChoice): void
  /** Asks for the camera again. */
  askAgain(): void
  /** Drops footage that could not be saved, without starting another recording. */
  discard(): void
  /** Tries again to keep footage that could not be saved. */
  saveAgain(): void
}

/** A second tap within this time counts as a double tap, so that it does not undo the first. */
const DOUBLE_TAP_MS = 500

const ASKING: RecorderState = { at: 'asking' }

/** Drives camera, recorder and device database through the states of a recording. */
export function useRecorder(shot: Shot): Recorder {
  const [state, dispatch] = useReducer(nextRecorder, ASKING)
  const camera = useCamera(state, dispatch)
  useWakeLock(isUnderWay(state) || state.at === 'counting')
  const { kept, unkept, begin, stop, pause, save, discard } = useRecording(shot, dispatch)
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
  const [kept, setKept] = useState<KeptTake | null>(null)
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
    const saved = await recording.current?.save(footage)
    if (!saved?.ok) {
      dispatch({ type: 'not-saved', notSaved: saved?.notSaved ?? 'device-error', footage })
      return
    }
    setKept({ take: saved.value, blob: footage.blob })
    dispatch({ type: 'saved', take: saved.value, footage })
    // Delete the former take only now, because the retake that replaces it is safe.
    if (kept) await discardTake(shot.device, kept.take.id, kept.take.state)
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
      return dispatch({ type: 'camera-refused', trouble: 'busy' })
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
  return { kept, unkept, begin, stop, pause, save, discard }
}

type Dispatch = (event: Parameters<typeof nextRecorder>[1]) => void

/** Ends the recording. Before the recorder runs, this cancels the count-in. */
function endRecording(recording: Recording | null, dispatch: Dispatch, ending: Ending): void {
  dispatch({ type: 'ended', ending })
  recording?.stop(ending)
}

function isLive({ at }: RecorderState): boolean {
  return at === 'ready' || at === 'counting' || at === 'recording' || at === 'paused'
}

/** Opens the camera when it is wanted, and closes it after the recording. */
function useCamera(state: RecorderState, dispatch: Dispatch) {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [facing, setFacing] = useState<Facing>('user')
  const [devices, setDevices] = useState<CaptureDevices>({ cameras: [], microphones: [] })
  const [choice, setChoice] = useState(readCaptureChoice)
  const isWanted = state.at === 'asking' || isLive(state)

  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    let opened: MediaStream | null = null
    let unwatch = () => {}
    void openCamera(facing, choice).then(async (camera) => {
      if (!camera.ok) {
        if (!isOver) dispatch({ type: 'camera-refused', trouble: camera.trouble })
        return
      }
      if (isOver) return closeCamera(camera.stream)
      opened = camera.stream
      // A recording that is running ends by itself and keeps what there is.
      unwatch = watchCamera(opened, () => dispatch({ type: 'camera-refused', trouble: 'busy' }))
      setStream(camera.stream)
      dispatch({ type: 'camera-ready' })
      setDevices(await captureDevices())
    })
    return () => {
      isOver = true
      unwatch()
      closeCamera(opened)
      setStream(null)
    }
  }, [isWanted, facing, choice, dispatch])

  const flip = () => {
    if (state.at !== 'ready') return
    setFacing(facing === 'user' ? 'environment' : 'user')
    // After flipping, the browser chooses the camera again by the way it faces.
    setChoice({ ...choice, camera: null })
  }
  const choose = (next: CaptureChoice) => {
    if (state.at !== 'ready') return
    keepCaptureChoice(next)
    setChoice(next)
  }
  const used = (kind: 'video' | 'audio') => trackOf(stream, kind)?.getSettings().deviceId ?? null
  const chosen = { camera: used('video'), microphone: used('audio') }
  return { stream, facing, canFlip: devices.cameras.length > 1, devices, chosen, flip, choose }
}

function trackOf(stream: MediaStream | null, kind: 'video' | 'audio'): MediaStreamTrack | undefined {
  return stream?.getTracks().find((track) => track.kind === kind)
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
