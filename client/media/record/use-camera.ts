import { useEffect, useState } from 'react'
import type { RecorderEvent, RecorderState } from '../recorder.ts'
import { closeCamera, type Facing, facingOf, openCamera, watchCamera } from './camera.ts'
import {
  type CaptureChoice,
  type CaptureDevices,
  captureDevices,
  keepCaptureChoice,
  readCaptureChoice,
} from './capture-choice.ts'

type Dispatch = (event: RecorderEvent) => void

function isLive({ at }: RecorderState): boolean {
  return at === 'ready' || at === 'counting' || at === 'recording' || at === 'paused'
}

/** Opens the camera when it is wanted, and closes it after the recording. */
export function useCamera(state: RecorderState, dispatch: Dispatch) {
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
        if (!isOver) dispatch({ type: 'camera-refused', error: camera.error })
        return
      }
      if (isOver) return closeCamera(camera.stream)
      opened = camera.stream
      // A recording that is running ends by itself and keeps what there is.
      unwatch = watchCamera(opened, (error) => dispatch({ type: 'camera-refused', error }))
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

  // A chosen camera may face another way than the one that was asked for.
  const facingNow = facingOf(stream) ?? facing
  const flip = () => {
    if (state.at !== 'ready') return
    setFacing(facingNow === 'user' ? 'environment' : 'user')
    // After flipping, the browser chooses the camera again by the way it faces.
    setChoice({ ...choice, camera: null })
  }
  const choose = (changed: Partial<CaptureChoice>) => {
    if (state.at !== 'ready') return
    // Keep only what was chosen; the other device in use may be there because of a flip, or in place of a missing one.
    keepCaptureChoice({ ...readCaptureChoice(), ...changed })
    setChoice({ ...choice, ...changed })
  }
  const used = (kind: 'video' | 'audio') => trackOf(stream, kind)?.getSettings().deviceId ?? null
  const chosen = { camera: used('video'), microphone: used('audio') }
  return { stream, facing: facingNow, canFlip: devices.cameras.length > 1, devices, chosen, flip, choose }
}

function trackOf(stream: MediaStream | null, kind: 'video' | 'audio'): MediaStreamTrack | undefined {
  return stream?.getTracks().find((track) => track.kind === kind)
}
