import type { VideoPurpose } from '../../../sync/media/video.ts'
import { newId } from '../../api/new-id.ts'
import { holdBackReload } from '../../api/reload-page.ts'
import type { Device, TakeRow } from '../../db/device.ts'
import { discardTake, keepTake, type NewTake, type NotSaved, type Saved } from '../../store/takes.ts'
import type { Ending, Footage } from '../recorder.ts'
import { leaveOutType, MUTED_MS, makeRecorder, recordingType } from './camera.ts'
import { chunkWriter } from './chunk-writer.ts'
import { withoutFragmentsFrom } from './fragments.ts'
import { watchPictureSize } from './picture-size.ts'
import { stopwatch } from './stopwatch.ts'

/** How often the recorder is asked for bytes. An MP4 recorder delivers them at its rarer key frames. */
const CHUNK_MS = 250
/** A recording that its owner stops sooner may be empty although the recorder works. */
const LEAST_MS = 1_000

/** What a recording is for. */
export type Shot = {
  device: Device
  purpose: VideoPurpose
  questionId: string
  dueAt: number | null
  /** The subject, from which the notice of a lost video and the name of a saved file are made. */
  about?: string
  /** Records at a lower bit rate, because the user saves data. */
  isSmall?: boolean
}

export type Recording = {
  stop(ending: Ending): void
  /** Pauses the recording. */
  pause(): void
  resume(): void
  /** Keeps the footage on this device; may be called again after a failure. */
  save(footage: Footage): Promise<Saved<TakeRow>>
  /** Deletes what was recorded, because the user does not want it, and releases the lock. */
  discard(): Promise<void>
  /** Stops because the screen is gone. The chunks stay, and the app offers the recording the next time it opens. */
  leave(): void
}

type Following = {
  limitMs: number
  onElapsed: (elapsedMs: number) => void
  /** Called once when the device stops storing chunks; from then on the rest is only in memory until `save`. */
  onUnkept: (notSaved: NotSaved) => void
  /** Called once, with everything that was recorded. */
  onEnd: (footage: Footage) => void
}

/**
 * Records the stream until it is stopped, reaches the limit or is interrupted. Stores chunks several times a
 * second, so that a killed tab loses at most a second (D1). Measures the length itself, because the length in the
 * file is not reliable (D94). Throws when the camera is already gone; then nothing was started.
 */
export function startRecording(shot: Shot, stream: MediaStream, following: Following): Recording {
  const type = recordingType() ?? 'video/webm'
  const recorder = makeRecorder(stream, type, shot.isSmall)
  const take: Omit<NewTake, 'blob' | 'durationMs'> = {
    id: newId(),
    purpose: shot.purpose,
    questionId: shot.questionId,
    dueAt: shot.dueAt,
    about: shot.about,
    type: recorder.mimeType,
    source: 'recorded',
    recordedAt: Date.now(),
  }
  const chunks = chunkWriter({ device: shot.device, take, onUnkept: following.onUnkept })
  const follower = followRecorder(recorder, stream, {
    limitMs: following.limitMs,
    onElapsed: following.onElapsed,
    onChunk: (chunk, isSpoiled) => (isSpoiled ? chunks.hold(chunk) : chunks.add(chunk)),
    onStopped: async ({ durationMs, ending, spoiledFromMs, wasFilming }) => {
      const whole = chunks.whole(recorder.mimeType)
      if (whole.size === 0 && wasFilming) leaveOutType(type)
      if (spoiledFromMs === null) return following.onEnd({ blob: whole, durationMs, ending })
      const cut = withoutFragmentsFrom(whole, spoiledFromMs)
      chunks.addRest(cut, durationMs)
      following.onEnd({ blob: await cut, durationMs, ending })
    },
  })
  chunks.begin()
  const unlock = holdLock(takeLock(take.id))
  return {
    stop: follower.stop,
    pause: follower.pause,
    resume: follower.resume,
    async save({ blob, durationMs }) {
      await chunks.written()
      const saved = await keepTake(shot.device, { ...take, durationMs: Math.max(1, durationMs), blob })
      if (saved.ok) unlock()
      return saved
    },
    async discard() {
      follower.stop('person')
      // Wait, because a chunk written after the deletion would remain.
      await chunks.written()
      await discardTake(shot.device, take.id).catch(() => {})
      unlock()
    },
    leave() {
      follower.stop('interruption')
      unlock()
    },
  }
}

/** How a recording ended; from `spoiledFromMs` on, its pictures may have another size than the first. */
type Ended = {
  ending: Ending
  durationMs: number
  spoiledFromMs: number | null
  /** The camera ran until the end, long enough for some bytes. */
  wasFilming: boolean
}

type Steps = {
  limitMs: number
  onElapsed: (elapsedMs: number) => void
  /** Takes the next bytes; `isSpoiled` once there may be pictures of another size in them. */
  onChunk: (chunk: { blob: Blob; durationMs: number }, isSpoiled: boolean) => void
  onStopped: (ended: Ended) => void
}

function followRecorder(recorder: MediaRecorder, stream: MediaStream, steps: Steps) {
  const over = new AbortController()
  const { signal } = over
  const size = watchPictureSize(stream, () => recorder.mimeType)
  let ended: Ended | null = null
  const watch = stopwatch(steps.limitMs, {
    onTick: (elapsedMs) => endsBySize() || steps.onElapsed(elapsedMs),
    onLimit: () => stop('limit'),
  })
  // Of a turn during a pause nothing was recorded, so it spoils nothing.
  const look = () => (watch.isRunning() ? size.look(watch.elapsed()) : size.now())
  const soFar = () => ({ durationMs: watch.elapsed(), spoiledFromMs: size.spoiledFromMs() })
  const stop = (ending: Ending) => {
    if (ended) return
    look()
    ended = { ending, wasFilming: wasFilming(stream, ending, watch.elapsed()), ...soFar() }
    if (recorder.state !== 'inactive') recorder.stop()
  }
  // What is seen after the end spoils nothing, because nothing is recorded any more.
  const endsBySize = (resized = ended ? null : look()) => {
    if (resized) stop(resized === 'turned' ? 'turn' : 'interruption')
    return ended !== null
  }
  recorder.addEventListener('start', watch.run, { signal })
  signal.addEventListener('abort', watch.rest)
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    const resized = ended || !watch.isRunning() ? null : look()
    const { durationMs, spoiledFromMs } = ended ?? soFar()
    steps.onChunk({ blob: data, durationMs }, spoiledFromMs !== null)
    // A phone that is back before the next tick would otherwise record on behind what is spoiled.
    endsBySize(resized)
  })
  recorder.addEventListener('stop', () => {
    // A camera that is taken away stops the recorder by itself.
    stop('interruption')
    over.abort()
    if (ended) steps.onStopped(ended)
  })
  watchInterruptions(recorder, stream, { signal, onInterrupted: () => stop('interruption') })
  try {
    recorder.start(CHUNK_MS)
  } catch (error) {
    over.abort()
    throw error
  }
  return {
    stop,
    pause() {
      if (recorder.state !== 'recording' || endsBySize()) return
      recorder.pause()
      watch.rest()
    },
    resume() {
      if (recorder.state !== 'paused' || endsBySize()) return
      recorder.resume()
      watch.run()
    },
  }
}

/**
 * Returns whether the camera ran until the end, for a visible page and long enough, so that an empty recording is the
 * recorder's failure. Asked before the recorder stops, because the screen closes the camera as soon as its owner has
 * stopped.
 */
function wasFilming(stream: MediaStream, ending: Ending, elapsedMs: number): boolean {
  if (ending === 'person' && elapsedMs < LEAST_MS) return false
  const isLost = stream.getTracks().some(({ readyState, muted }) => readyState === 'ended' || muted)
  return !isLost && document.visibilityState === 'visible'
}

type Interruptions = { signal: AbortSignal; onInterrupted: () => void }

/** Calls `onInterrupted` when the recorder fails, a track is lost or stays muted, or the page is hidden. */
function watchInterruptions(
  recorder: MediaRecorder,
  stream: MediaStream,
  { signal, onInterrupted }: Interruptions,
): void {
  recorder.addEventListener('error', onInterrupted, { signal })
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', onInterrupted, { signal })
    track.addEventListener('mute', () => setTimeout(() => track.muted && onInterrupted(), MUTED_MS), {
      signal,
    })
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') onInterrupted()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
}

/** Returns the name of the lock held during a recording, so that another tab does not take it for a left one. */
export function takeLock(takeId: string): string {
  return `recording-${takeId}`
}

function holdLock(name: string): () => void {
  let release = () => {}
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  holdBackReload(ended)
  void navigator.locks?.request(name, () => ended)
  return release
}
