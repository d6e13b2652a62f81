import { LIMITS } from '../../sync/limits.ts'
import type { VideoPurpose } from '../../sync/media/video.ts'
import type { TakeRow } from '../db/device.ts'
import type { NotSaved } from '../store/takes.ts'

/**
 * Why there is no camera: blocked by the user or the system, no camera or no microphone found, one that cannot be
 * started, as while another app uses it, one that ended or was muted before the recording, or not supported by this
 * browser. `busy` where the browser does not say which of the two cannot be started.
 */
export type CameraError =
  | 'permission'
  | 'microphone-permission'
  | 'no-camera'
  | 'no-microphone'
  | 'busy'
  | 'busy-camera'
  | 'busy-microphone'
  | 'lost-camera'
  | 'lost-microphone'
  | 'muted-microphone'
  | 'unsupported'
/**
 * What ended a recording: the user, the limit, a turn of the phone that the file would not survive, or an
 * interruption such as a call or a locked screen.
 */
export type Ending = 'person' | 'limit' | 'turn' | 'interruption'
/** A finished recording: the whole video, its length and how it ended. */
export type Footage = { blob: Blob; durationMs: number; ending: Ending }

export type RecorderState =
  | { at: 'asking' }
  | { at: 'refused'; error: CameraError }
  | { at: 'ready' }
  | { at: 'counting'; left: number }
  | { at: 'recording'; elapsedMs: number }
  | { at: 'paused'; elapsedMs: number }
  | { at: 'saving'; ending: Ending }
  /** The recording is safe on this device: read back after a strict commit. */
  | { at: 'review'; take: TakeRow; footage: Footage }
  /** The recording is only in memory, because the device did not keep it. */
  | { at: 'unsaved'; notSaved: NotSaved; footage: Footage }

export type RecorderEvent =
  | { type: 'camera-ready' }
  | { type: 'camera-refused'; error: CameraError }
  | { type: 'camera-wanted' }
  | { type: 'start' }
  | { type: 'count' }
  | { type: 'began' }
  | { type: 'elapsed'; elapsedMs: number }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'ended'; ending: Ending }
  | { type: 'saved'; take: TakeRow; footage: Footage }
  | { type: 'not-saved'; notSaved: NotSaved; footage: Footage }
  | { type: 'save-again'; footage: Footage }
  | { type: 'retake' }
  /** The recording ended without a byte; `former` is the kept take that it would have replaced. */
  | { type: 'empty'; former: { take: TakeRow; footage: Footage } | null }
  /** The user chose the take before a retake that they did not end. */
  | { type: 'former'; take: TakeRow; footage: Footage }

/** How many seconds the count-in takes. */
const COUNT_IN = 3

/** Returns how long a recording for this purpose may run, and where its guide mark is (D6, D7). */
export function recordingLimits(purpose: VideoPurpose): { limitMs: number; markMs: number | null } {
  if (purpose === 'question') return { limitMs: LIMITS.questionRecordingMs, markMs: null }
  return { limitMs: LIMITS.answerRecordingMs, markMs: purpose === 'answer' ? LIMITS.answerMarkMs : null }
}

/**
 * Returns the state after an event. An event that does not fit the current state changes nothing, because users
 * press buttons twice.
 */
export function nextRecorder(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'camera-wanted':
      return state.at === 'refused' ? { at: 'asking' } : state
    case 'camera-ready':
      return state.at === 'asking' ? { at: 'ready' } : state
    case 'camera-refused':
      return isBeforeRecording(state) ? { at: 'refused', error: event.error } : state
    case 'start':
      return state.at === 'ready' ? { at: 'counting', left: COUNT_IN } : state
    case 'count':
      return state.at === 'counting' && state.left > 1 ? { at: 'counting', left: state.left - 1 } : state
    case 'began':
      return state.at === 'counting' ? { at: 'recording', elapsedMs: 0 } : state
    case 'elapsed':
      return state.at === 'recording' ? { at: 'recording', elapsedMs: event.elapsedMs } : state
    case 'paused':
      return state.at === 'recording' ? { at: 'paused', elapsedMs: state.elapsedMs } : state
    case 'resumed':
      return state.at === 'paused' ? { at: 'recording', elapsedMs: state.elapsedMs } : state
    case 'ended':
      return afterEnd(state, event.ending)
    case 'saved':
      return state.at === 'saving' ? { at: 'review', take: event.take, footage: event.footage } : state
    case 'not-saved':
      return state.at === 'saving'
        ? { at: 'unsaved', notSaved: event.notSaved, footage: event.footage }
        : state
    case 'save-again':
      return state.at === 'unsaved' ? { at: 'saving', ending: event.footage.ending } : state
    case 'empty':
      if (state.at !== 'saving') return state
      return event.former ? { at: 'review', ...event.former } : { at: 'asking' }
    case 'former':
      return state.at === 'review' ? { at: 'review', take: event.take, footage: event.footage } : state
    case 'retake':
      return state.at === 'review' || state.at === 'unsaved' ? { at: 'asking' } : state
  }
}

/** Returns whether leaving now would lose recorded footage. */
export function isHoldingFootage(state: RecorderState): boolean {
  return isUnderWay(state) || state.at === 'saving' || state.at === 'unsaved'
}

/** Returns whether what was recorded is only in memory, because the device stores no more of it. */
export function isOnlyInMemory(state: RecorderState, unkept: NotSaved | null): boolean {
  return state.at === 'unsaved' || (unkept !== null && isHoldingFootage(state))
}

/** Returns whether the recorder is recording or paused. */
export function isUnderWay(
  state: RecorderState,
): state is Extract<RecorderState, { at: 'recording' | 'paused' }> {
  return state.at === 'recording' || state.at === 'paused'
}

/** Ends a recording. An interrupted count-in goes back to `ready`, because nothing was recorded. */
function afterEnd(state: RecorderState, ending: Ending): RecorderState {
  if (state.at === 'counting') return { at: 'ready' }
  return isUnderWay(state) ? { at: 'saving', ending } : state
}

function isBeforeRecording({ at }: RecorderState): boolean {
  return at === 'asking' || at === 'ready' || at === 'counting'
}
