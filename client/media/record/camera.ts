import type { CameraTrouble } from '../recorder.ts'
import { type CaptureChoice, constraintsFor, NO_CHOICE } from './capture-choice.ts'

export type Facing = 'user' | 'environment'

const VIDEO_BITS = 2_000_000
/** For whoever saves data. */
const SMALL_VIDEO_BITS = 900_000
const AUDIO_BITS = 96_000
/** The first pictures of an MP4 come with its third key frame, so that a killed tab loses two of these and a little. */
const KEY_FRAME_MS = 400
/**
 * What every browser plays comes first, so that the answer is there as soon as it arrived; then what most play. The plain
 * names leave the choice to the browser.
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

/** The container and codecs this browser records; null when it records none we take. */
export function recordingType(isSupported = isRecordable): string | null {
  return TYPES.find(isSupported) ?? null
}

function isRecordable(type: string): boolean {
  return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(type)
}

/** Opens camera and microphone; asks for permission where it has to. */
export async function openCamera(
  facing: Facing,
  choice: CaptureChoice = NO_CHOICE,
): Promise<{ ok: true; stream: MediaStream } | { ok: false; trouble: CameraTrouble }> {
  if (!navigator.mediaDevices?.getUserMedia || !recordingType()) return { ok: false, trouble: 'unsupported' }
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraintsFor(facing, choice))
    return { ok: true, stream }
  } catch (error) {
    return { ok: false, trouble: await troubleOf(error) }
  }
}

/** Lets go of camera and microphone: the light goes out. */
export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Calls once a camera or its microphone is taken away by the system or pulled out; answers with how not to be called. */
export function watchCamera(stream: MediaStream, onLost: () => void): () => void {
  const over = new AbortController()
  const lose = () => {
    over.abort()
    onLost()
  }
  for (const track of stream.getTracks()) track.addEventListener('ended', lose, { signal: over.signal })
  return () => over.abort()
}

/** A recorder over the stream, at about two megabits a second. */
export function makeRecorder(stream: MediaStream, isSmall = false): MediaRecorder {
  return new MediaRecorder(stream, {
    mimeType: recordingType() ?? 'video/webm',
    videoBitsPerSecond: isSmall ? SMALL_VIDEO_BITS : VIDEO_BITS,
    audioBitsPerSecond: AUDIO_BITS,
    // an MP4 recorder hands out bytes at key frames only: without this a killed tab would lose nearly the whole take
    videoKeyFrameIntervalDuration: KEY_FRAME_MS,
  } as MediaRecorderOptions)
}

/** One of the two may be allowed: then the other one alone is to be allowed in the settings. */
async function blockedOf(): Promise<CameraTrouble> {
  const stateOf = async (name: string) =>
    (await navigator.permissions?.query({ name: name as PermissionName }).catch(() => null))?.state
  const [camera, microphone] = await Promise.all([stateOf('camera'), stateOf('microphone')])
  return microphone === 'denied' && camera !== 'denied' ? 'microphone-permission' : 'permission'
}

async function troubleOf(error: unknown): Promise<CameraTrouble> {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return await blockedOf()
  if (name !== 'NotFoundError' && name !== 'OverconstrainedError') return 'busy'
  const devices = (await navigator.mediaDevices.enumerateDevices?.().catch(() => [])) ?? []
  return devices.some(({ kind }) => kind === 'videoinput') ? 'no-microphone' : 'no-camera'
}
