import { keepNote } from '../../api/keep-note.ts'
import type { Facing } from './camera.ts'

/**
 * The camera and microphone that the user chose on this device, by the browser's ids; null leaves the choice to the
 * browser.
 */
export type CaptureChoice = { camera: string | null; microphone: string | null }
export type CaptureDevice = { id: string; label: string }
export type CaptureDevices = { cameras: CaptureDevice[]; microphones: CaptureDevice[] }

const KEY = 'infield.capture'
export const NO_CHOICE: CaptureChoice = { camera: null, microphone: null }

/** Reads the choice stored on this device. If a chosen device is gone, the browser takes another. */
export function readCaptureChoice(): CaptureChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<
      Record<keyof CaptureChoice, unknown>
    >
    const idOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
    return { camera: idOf(kept.camera), microphone: idOf(kept.microphone) }
  } catch {
    return NO_CHOICE
  }
}

/** Stores the choice; in a browser that blocks storage, the user has to choose again next time. */
export function keepCaptureChoice(choice: CaptureChoice): void {
  keepNote(KEY, JSON.stringify(choice))
}

/**
 * Returns the constraints for `getUserMedia`: the chosen devices where they exist, otherwise a camera that faces
 * the given way. All are only wishes, so that no device is refused for want of one.
 */
export function constraintsFor(
  facing: Facing,
  { camera, microphone }: CaptureChoice,
): MediaStreamConstraints {
  return {
    video: {
      ...(camera ? { deviceId: { ideal: camera } } : { facingMode: facing }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
      frameRate: { ideal: 30 },
    },
    audio: {
      ...(microphone && { deviceId: { ideal: microphone } }),
      echoCancellation: true,
      noiseSuppression: true,
    },
  }
}

/** Lists the available cameras and microphones, by the names that the browser reveals after permission. */
export async function captureDevices(): Promise<CaptureDevices> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? []
  return { cameras: named(all, 'videoinput', 'Camera'), microphones: named(all, 'audioinput', 'Microphone') }
}

function named(all: readonly MediaDeviceInfo[], kind: MediaDeviceKind, called: string): CaptureDevice[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== '')
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `${called} ${at + 1}` }))
}
