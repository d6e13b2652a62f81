import type { CameraError } from '../recorder.ts'
import { type CaptureChoice, constraintsFor, NO_CHOICE } from './capture-choice.ts'

export type Facing = 'user' | 'environment'

const VIDEO_BITS = 2_000_000
/** The video bit rate for users who save data. */
const SMALL_VIDEO_BITS = 900_000
const AUDIO_BITS = 96_000
/**
 * The interval of key frames. An MP4 recorder delivers its first pictures with the third key frame, so a killed tab
 * loses a little more than two intervals.
 */
const KEY_FRAME_MS = 400
/**
 * The recording types in order of preference: first one that every browser plays, so that no conversion delays the
 * answer; then ones that most play. The last two leave the codec to the browser.
 */
const TYPES = [
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/webm;codecs=vp8,opus',
  'video/webm;codecs=vp9,opus',
  'video/mp4;codecs=avc1.42E01E,opus',
  'video/webm;codecs=h264,opus',
  'video/mp4',
  'video/webm',
]

/** The types by which nothing was recorded on this page, although the browser says that it records them. */
const failedTypes = new Set<string>()

/**
 * Returns the container and codecs that this browser records; null when it records none that the server takes. A
 * type that has failed is returned only when all others have failed too.
 */
export function recordingType(isSupported = isRecordable): string | null {
  const types = TYPES.filter(isSupported)
  return types.find((type) => !failedTypes.has(type)) ?? types[0] ?? null
}

/** Makes the next recordings on this page use another type, because this device’s encoder may fail at this one. */
export function leaveOutType(type: string): void {
  failedTypes.add(type)
}

function isRecordable(type: string): boolean {
  return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(type)
}

/** Opens camera and microphone, asking for permission where needed. */
export async function openCamera(
  facing: Facing,
  choice: CaptureChoice = NO_CHOICE,
): Promise<{ ok: true; stream: MediaStream } | { ok: false; error: CameraError }> {
  if (!navigator.mediaDevices?.getUserMedia || !recordingType()) return { ok: false, error: 'unsupported' }
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraintsFor(facing, choice))
    return { ok: true, stream }
  } catch (error) {
    return { ok: false, error: await cameraErrorOf(error) }
  }
}

/** Returns which way the camera in use faces; null where the browser does not say, as of a webcam. */
export function facingOf(stream: MediaStream | null): Facing | null {
  const mode = stream?.getVideoTracks()[0]?.getSettings().facingMode
  return mode === 'user' || mode === 'environment' ? mode : null
}

/** Closes camera and microphone, so that the camera's light goes out. */
export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** How long a track stays muted before it counts as lost, as in a phone call, and not as a camera's missed frames. */
export const MUTED_MS = 1_000

/**
 * Calls `onLost` once: when the system takes a camera or microphone away or the user unplugs it, or when the
 * microphone is muted, or stays so, while the page is visible. iOS may leave it muted after a call, without a further
 * event. A camera that is muted shows so by its picture. Returns the function that stops watching.
 */
export function watchCamera(stream: MediaStream, onLost: (error: CameraError) => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const lose = (error: CameraError) => {
    if (signal.aborted) return
    over.abort()
    onLost(error)
  }
  for (const track of stream.getTracks())
    track.addEventListener('ended', () => lose(lostError(track)), { signal })
  const microphone = stream.getTracks().find(({ kind }) => kind === 'audio')
  const isMuted = () => microphone?.muted === true && document.visibilityState === 'visible'
  const listen = () => {
    if (isMuted()) setTimeout(() => isMuted() && lose('muted-microphone'), MUTED_MS)
  }
  microphone?.addEventListener('mute', listen, { signal })
  document.addEventListener('visibilitychange', listen, { signal })
  listen()
  return () => over.abort()
}

/** Returns the error that names a track that ended. */
export function lostError(track: MediaStreamTrack | undefined): CameraError {
  return track?.kind === 'audio' ? 'lost-microphone' : 'lost-camera'
}

/** Creates a recorder of this type over the stream, at about two megabits a second, or less when `isSmall`. */
export function makeRecorder(stream: MediaStream, type: string, isSmall = false): MediaRecorder {
  return new MediaRecorder(stream, {
    mimeType: type,
    videoBitsPerSecond: isSmall ? SMALL_VIDEO_BITS : VIDEO_BITS,
    audioBitsPerSecond: AUDIO_BITS,
    // An MP4 recorder delivers bytes at key frames only; without this a killed tab would lose nearly the whole
    // take.
    videoKeyFrameIntervalDuration: KEY_FRAME_MS,
  } as MediaRecorderOptions)
}

/** Finds out which permission is blocked. If only the microphone's is, the message names only that. */
async function blockedOf(): Promise<CameraError> {
  const stateOf = async (name: string) =>
    (await navigator.permissions?.query({ name: name as PermissionName }).catch(() => null))?.state
  const [camera, microphone] = await Promise.all([stateOf('camera'), stateOf('microphone')])
  return microphone === 'denied' && camera !== 'denied' ? 'microphone-permission' : 'permission'
}

async function cameraErrorOf(error: unknown): Promise<CameraError> {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  if (name === 'NotAllowedError' || name === 'SecurityError') return await blockedOf()
  if (name !== 'NotFoundError') return busyError(message)
  const devices = (await navigator.mediaDevices.enumerateDevices?.().catch(() => [])) ?? []
  return devices.some(({ kind }) => kind === 'videoinput') ? 'no-microphone' : 'no-camera'
}

/**
 * Returns which device cannot be started. Only the browser's message tells: "Could not start audio source" in
 * Chromium, "Failed to allocate videosource" in Firefox.
 */
function busyError(message: string): CameraError {
  if (/audio|mic/i.test(message)) return 'busy-microphone'
  return /video|camera/i.test(message) ? 'busy-camera' : 'busy'
}
