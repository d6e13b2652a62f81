import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CameraError } from '../recorder.ts'

const TEXTS: Record<CameraError, { title: string; text: string; canAsk: boolean }> = {
  permission: {
    title: 'The camera is blocked',
    text: 'Allow camera and microphone for this site in your browser’s settings, then try again. Or close this and choose a video file.',
    canAsk: true,
  },
  'microphone-permission': {
    title: 'The microphone is blocked',
    text: 'This site may use the camera, but not the microphone. Allow the microphone for this site in your browser’s settings, then try again. Or close this and choose a video file.',
    canAsk: true,
  },
  'no-camera': {
    title: 'No camera found',
    text: 'Connect a camera and a microphone and try again, or close this and choose a video file.',
    canAsk: true,
  },
  'no-microphone': {
    title: 'No microphone found',
    text: 'A video needs your voice. Connect a microphone or a headset and try again, or close this and choose a video file.',
    canAsk: true,
  },
  busy: {
    title: 'The camera or the microphone does not start',
    text: 'Another app or a call may be using it. End it, then try again. Or close this and choose a video file.',
    canAsk: true,
  },
  'busy-camera': {
    title: 'The camera does not start',
    text: 'Another app or a call may be using the camera. End it, then try again. Or close this and choose a video file.',
    canAsk: true,
  },
  'busy-microphone': {
    title: 'The microphone does not start',
    text: 'Another app or a call may be using the microphone. End it, then try again. Or close this and choose a video file.',
    canAsk: true,
  },
  'lost-camera': {
    title: 'The camera has stopped',
    text: 'It was unplugged or switched off, another app took it, or this site may no longer use it. Check it and try again, or close this and choose a video file.',
    canAsk: true,
  },
  'lost-microphone': {
    title: 'The microphone has stopped',
    text: 'It was unplugged or switched off, another app took it, or this site may no longer use it. Check the microphone or the headset and try again, or close this and choose a video file.',
    canAsk: true,
  },
  'muted-microphone': {
    title: 'The microphone is muted',
    text: 'A call or your device has muted it. End the call or turn the microphone on, then try again. Or close this and choose a video file.',
    canAsk: true,
  },
  unsupported: {
    title: 'This browser cannot record',
    text: 'Close this and choose a video you recorded with your camera app.',
    canAsk: false,
  },
}

type CameraRefusedProps = { error: CameraError; onAskAgain: () => void }

/** Says why there is no camera picture and what the user can do about it. */
export function CameraRefused({ error, onAskAgain }: CameraRefusedProps) {
  const { title, text, canAsk } = TEXTS[error]
  return (
    <div role="alert" className="m-auto grid max-w-sm justify-items-center gap-4 px-6 text-center">
      <Icon name={error.includes('microphone') ? 'microphone' : 'camera'} className="size-12 text-muted" />
      <h2 className="display text-2xl">{title}</h2>
      <p className="text-muted">{text}</p>
      {canAsk && (
        <Button icon="retry" onClick={onAskAgain}>
          Try again
        </Button>
      )}
    </div>
  )
}
