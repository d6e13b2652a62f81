import type { VideoPurpose } from '../../../sync/media/video.ts'
import { newId } from '../../api/new-id.ts'
import type { Device, TakeRow } from '../../db/device.ts'
import {
  appendChunk,
  beginTake,
  discardTake,
  keepTake,
  type NewTake,
  type NotSaved,
  type Saved,
} from '../../store/takes.ts'
import type { Ending, Footage } from '../recorder.ts'
import { MUTED_MS, makeRecorder } from './camera.ts'
import { watchPictureSize, withoutLastFragment } from './picture-size.ts'
import { stopwatch } from './stopwatch.ts'

/** How often the recorder is asked for bytes. An MP4 recorder delivers them at its rarer key frames. */
const CHUNK_MS = 250
/** A first chunk below this size is only an MP4's header and no recoverable video. */
const HEAD_BYTES = 4_096

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
  const recorder = makeRecorder(stream, shot.isSmall)
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
  const parts: Blob[] = []
  let unwritten: Blob[] = []
  let seq = 0
  const writer = writeInOrder(following.onUnkept)
  const follower = followRecorder(recorder, stream, {
    limitMs: following.limitMs,
    onElapsed: following.onElapsed,
    onChunk: (blob, durationMs) => {
      parts.push(blob)
      unwritten.push(blob)
      const chunk = new Blob(unwritten)
      if (seq === 0 && chunk.size < HEAD_BYTES) return
      unwritten = []
      seq += 1
      const row = { takeId: take.id, seq, blob: chunk, durationMs }
      writer.write(() => appendChunk(shot.device, row))
    },
    onStopped: async ({ durationMs, ending, isResized }) => {
      const whole = new Blob(parts, { type: recorder.mimeType })
      following.onEnd({ blob: isResized ? await withoutLastFragment(whole) : whole, durationMs, ending })
    },
  })
  writer.write(() => beginTake(shot.device, take))
  const unlock = holdLock(takeLock(take.id))
  return {
    stop: follower.stop,
    pause: follower.pause,
    resume: follower.resume,
    async save({ blob, durationMs }) {
      await writer.written()
      const saved = await keepTake(shot.device, { ...take, durationMs: Math.max(1, durationMs), blob })
      if (saved.ok) unlock()
      return saved
    },
    async discard() {
      follower.stop('person')
      // Wait, because a chunk written after the deletion would remain.
      await writer.written()
      await discardTake(shot.device, take.id).catch(() => {})
      unlock()
    },
    leave() {
      follower.stop('interruption')
      unlock()
    },
  }
}

/** Writes one after another, and nothing after a failure, so that the stored chunks have no gap. */
function writeInOrder(onUnkept: Following['onUnkept']) {
  let writing = Promise.resolve()
  let isKept = true
  return {
    write(keep: () => Promise<Saved<unknown>>) {
      writing = writing.then(async () => {
        if (!isKept) return
        const kept = await keep()
        if (kept.ok) return
        isKept = false
        onUnkept(kept.notSaved)
      })
    },
    written: () => writing,
  }
}

/** How a recording ended; `isResized` when its last pictures have another size than the rest. */
type Ended = { ending: Ending; durationMs: number; isResized: boolean }

type Steps = {
  limitMs: number
  onElapsed: (elapsedMs: number) => void
  onChunk: (blob: Blob, durationMs: number) => void
  onStopped: (ended: Ended) => void
}

function followRecorder(recorder: MediaRecorder, stream: MediaStream, steps: Steps) {
  const over = new AbortController()
  const { signal } = over
  const newSize = watchPictureSize(stream, () => recorder.mimeType)
  let ended: Ended | null = null
  const watch = stopwatch(steps.limitMs, {
    onTick: (elapsedMs) => isStoppedBySize() || steps.onElapsed(elapsedMs),
    onLimit: () => stop('limit'),
  })
  const endedAs = (ending: Ending): Ended => {
    return { ending, durationMs: watch.elapsed(), isResized: newSize() !== null }
  }
  const stop = (ending: Ending) => {
    if (ended) return
    ended = endedAs(ending)
    if (recorder.state !== 'inactive') recorder.stop()
  }
  const isStoppedBySize = () => {
    const resized = newSize()
    if (resized) stop(resized === 'turned' ? 'turn' : 'interruption')
    return resized !== null
  }
  recorder.addEventListener('start', watch.run, { signal })
  signal.addEventListener('abort', watch.rest)
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) steps.onChunk(data, ended?.durationMs ?? watch.elapsed())
  })
  recorder.addEventListener('stop', () => {
    // A camera that is taken away stops the recorder by itself.
    ended ??= endedAs('interruption')
    over.abort()
    steps.onStopped(ended)
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
      if (recorder.state !== 'recording') return
      recorder.pause()
      watch.rest()
    },
    resume() {
      if (recorder.state !== 'paused' || isStoppedBySize()) return
      recorder.resume()
      watch.run()
    },
  }
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
  void navigator.locks?.request(
    name,
    () =>
      new Promise<void>((resolve) => {
        release = resolve
      }),
  )
  return () => release()
}
