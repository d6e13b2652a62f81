import { LIMITS } from '../../sync/limits.ts'
import type { VideoPurpose } from '../../sync/media/video.ts'
import type { TakeRow } from '../db/device.ts'
import type { NotSaved } from '../store/takes.ts'

/** Why there is no camera: refused by the person or the system, none there (or nothing to hear with), in other hands, or not known to this browser. */
export type CameraTrouble =
  | 'permission'
  | 'microphone-permission'
  | 'no-camera'
  | 'no-microphone'
  | 'busy'
  | 'unsupported'
/** What ended a recording: the person, the limit, or something from outside (a call, a locked screen). */
export type Ending = 'person' | 'limit' | 'interruption'
/** A finished recording: the whole video and what is known of it. */
export type Footage = { blob: Blob; durationMs: number; ending: Ending }

export type RecorderState =
  | { at: 'asking' }
  | { at: 'refused'; trouble: CameraTrouble }
  | { at: 'ready' }
  | { at: 'counting'; left: number }
  | { at: 'recording'; elapsedMs: number }
  | { at: 'paused'; elapsedMs: number }
  | { at: 'saving'; ending: Ending }
  /** Safe on this device: read back after a strict commit. */
  | { at: 'review'; take: TakeRow; footage: Footage }
  /** Recorded but not safe; the footage is in memory alone. */
  | { at: 'unsaved'; notSaved: NotSaved; footage: Footage }

export type RecorderEvent =
  | { type: 'camera-ready' }
  | { type: 'camera-refused'; trouble: CameraTrouble }
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

/** Seconds of the count-in. */
const COUNT_IN = 3

/** How long a recording for this purpose may run, and where its guide mark stands (D6, D7). */
export function recordingLimits(purpose: VideoPurpose): { limitMs: number; markMs: number | null } {
  if (purpose === 'question') return { limitMs: LIMITS.questionRecordingMs, markMs: null }
  return { limitMs: LIMITS.answerRecordingMs, markMs: purpose === 'answer' ? LIMITS.answerMarkMs : null }
}

/** What follows what. An event that does not belong to the present state changes nothing: buttons are pressed twice. */
export function nextRecorder(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'camera-wanted':
      return state.at === 'refused' ? { at: 'asking' } : state
    case 'camera-ready':
      return state.at === 'asking' ? { at: 'ready' } : state
    case 'camera-refused':
      return isBeforeRecording(state) ? { at: 'refused', trouble: event.trouble } : state
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
    case 'retake':
      return state.at === 'review' || state.at === 'unsaved' ? { at: 'asking' } : state
  }
}

/** Whether leaving now would lose something that was recorded. */
export function isHoldingFootage(state: RecorderState): boolean {
  return isUnderWay(state) || state.at === 'saving' || state.at === 'unsaved'
}

/** Whether the recorder runs, or rests for a moment. */
export function isUnderWay(
  state: RecorderState,
): state is Extract<RecorderState, { at: 'recording' | 'paused' }> {
  return state.at === 'recording' || state.at === 'paused'
}

/** An interruption of the count-in goes back to the start of it: nothing was recorded. */
function afterEnd(state: RecorderState, ending: Ending): RecorderState {
  if (state.at === 'counting') return { at: 'ready' }
  return isUnderWay(state) ? { at: 'saving', ending } : state
}

function isBeforeRecording({ at }: RecorderState): boolean {
  return at === 'asking' || at === 'ready' || at === 'counting'
}
