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
import { makeRecorder } from './camera.ts'

/** How often the recorder is asked for bytes. An MP4 recorder delivers them at its rarer key frames. */
const CHUNK_MS = 250
/** A first chunk below this size is only an MP4's header and no recoverable video. */
const HEAD_BYTES = 4_096
const TICK_MS = 100
/** How long a track stays muted before it counts as lost, as in a phone call, and not as a camera's missed frames. */
const MUTED_MS = 1_000

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
    onStopped: (durationMs, ending) => {
      following.onEnd({ blob: new Blob(parts, { type: recorder.mimeType }), durationMs, ending })
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

type Steps = {
  limitMs: number
  onElapsed: (elapsedMs: number) => void
  onChunk: (blob: Blob, durationMs: number) => void
  onStopped: (durationMs: number, ending: Ending) => void
}

function followRecorder(recorder: MediaRecorder, stream: MediaStream, steps: Steps) {
  const over = new AbortController()
  const { signal } = over
  let ended: { ending: Ending; durationMs: number } | null = null
  const watch = stopwatch(steps.limitMs, {
    onTick: (elapsedMs) => steps.onElapsed(elapsedMs),
    onLimit: () => stop('limit'),
  })
  const stop = (ending: Ending) => {
    if (ended) return
    ended = { ending, durationMs: watch.elapsed() }
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.addEventListener('start', watch.run, { signal })
  signal.addEventListener('abort', watch.rest)
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) steps.onChunk(data, ended?.durationMs ?? watch.elapsed())
  })
  recorder.addEventListener('error', () => stop('interruption'), { signal })
  recorder.addEventListener('stop', () => {
    // A camera that is taken away stops the recorder by itself.
    ended ??= { ending: 'interruption', durationMs: watch.elapsed() }
    over.abort()
    steps.onStopped(ended.durationMs, ended.ending)
  })
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => stop('interruption'), { signal })
    track.addEventListener('mute', () => setTimeout(() => track.muted && stop('interruption'), MUTED_MS), {
      signal,
    })
  }
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') stop('interruption')
    },
    { signal },
  )
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
      if (recorder.state !== 'paused') return
      recorder.resume()
      watch.run()
    },
  }
}

/** Measures the recorded time without pauses, and reports when it reaches the limit. */
function stopwatch(limitMs: number, { onTick, onLimit }: { onTick(ms: number): void; onLimit(): void }) {
  let before = 0
  let since: number | null = null
  let tick: ReturnType<typeof setInterval> | undefined
  let limit: ReturnType<typeof setTimeout> | undefined
  const elapsed = () => Math.round(before + (since === null ? 0 : performance.now() - since))
  return {
    elapsed,
    run() {
      since = performance.now()
      tick = setInterval(() => onTick(Math.min(elapsed(), limitMs)), TICK_MS)
      limit = setTimeout(onLimit, limitMs - before)
    },
    rest() {
      before = elapsed()
      since = null
      clearInterval(tick)
      clearTimeout(limit)
    },
  }
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
