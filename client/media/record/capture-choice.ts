import type { Facing } from './camera.ts'

/** Which camera and microphone somebody chose on this device, by the browser's ids; null leaves it to the browser. */
export type CaptureChoice = { camera: string | null; microphone: string | null }
export type CaptureDevice = { id: string; label: string }
export type CaptureDevices = { cameras: CaptureDevice[]; microphones: CaptureDevice[] }

const KEY = 'infield.capture'
export const NO_CHOICE: CaptureChoice = { camera: null, microphone: null }

/** What was chosen here before; a device that is not there any more is asked for in vain, and another one is taken. */
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

/** A browser that keeps nothing has it chosen again. */
export function keepCaptureChoice(choice: CaptureChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice))
  } catch {
    // it holds until the page is left
  }
}

/** What is asked of the browser: the chosen ones where they are there, else the camera that faces so. */
export function constraintsFor(
  facing: Facing,
  { camera, microphone }: CaptureChoice,
): MediaStreamConstraints {
  return {
    video: {
      ...(camera ? { deviceId: { ideal: camera } } : { facingMode: facing }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
      frameRate: { ideal: 30, max: 30 },
    },
    audio: {
      ...(microphone && { deviceId: { ideal: microphone } }),
      echoCancellation: true,
      noiseSuppression: true,
    },
  }
}

/** What there is to choose from, each under the name that the browser gives it once it may be used. */
export async function captureDevices(): Promise<CaptureDevices> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? []
  return { cameras: named(all, 'videoinput', 'Camera'), microphones: named(all, 'audioinput', 'Microphone') }
}

function named(all: readonly MediaDeviceInfo[], kind: MediaDeviceKind, called: string): CaptureDevice[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== '')
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `${called} ${at + 1}` }))
}
