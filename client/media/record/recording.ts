import type { VideoPurpose } from '../../../sync/media/video.ts'
import type { Device, TakeRow } from '../../store/device.ts'
import { newId } from '../../store/new-id.ts'
import { appendChunk, beginTake, keepTake, type NewTake, type Saved } from '../../store/takes.ts'
import type { Ending, Footage } from '../recorder.ts'
import { makeRecorder } from './camera.ts'

const CHUNK_MS = 1_000
const TICK_MS = 100

/** What a recording is for. */
export type Shot = { device: Device; purpose: VideoPurpose; questionId: string; dueAt: number | null }

export type Recording = {
  stop(ending: Ending): void
  /** Keeps the footage on this device; again after it failed. */
  save(footage: Footage): Promise<Saved<TakeRow>>
  /** Walks away: what was recorded stays as chunks, to be offered when the app opens again. */
  leave(): void
}

type Following = {
  limitMs: number
  onElapsed: (elapsedMs: number) => void
  /** Called once, with everything that was recorded. */
  onEnd: (footage: Footage) => void
}

/**
 * Records the stream until it is stopped, the limit is reached or something comes in between. Every second's chunk is
 * stored, so that a killed tab loses a second at most. The length is measured here: what the file says of itself is
 * not to be trusted (D94).
 */
export function startRecording(shot: Shot, stream: MediaStream, following: Following): Recording {
  const recorder = makeRecorder(stream)
  const take: Omit<NewTake, 'blob' | 'durationMs'> = {
    id: newId(),
    purpose: shot.purpose,
    questionId: shot.questionId,
    dueAt: shot.dueAt,
    type: recorder.mimeType,
    source: 'recorded',
    recordedAt: Date.now(),
  }
  const parts: Blob[] = []
  let writing: Promise<unknown> = beginTake(shot.device, take)
  const unlock = holdLock(takeLock(take.id))
  const follower = followRecorder(recorder, stream, {
    limitMs: following.limitMs,
    onElapsed: following.onElapsed,
    onChunk: (blob, durationMs) => {
      const seq = parts.push(blob)
      writing = writing.then(() => appendChunk(shot.device, { takeId: take.id, seq, blob, durationMs }))
    },
    onStopped: (durationMs, ending) => {
      following.onEnd({ blob: new Blob(parts, { type: recorder.mimeType }), durationMs, ending })
    },
  })
  return {
    stop: follower.stop,
    async save({ blob, durationMs }) {
      await writing
      const saved = await keepTake(shot.device, { ...take, durationMs: Math.max(1, durationMs), blob })
      if (saved.ok) unlock()
      return saved
    },
    leave() {
      follower.stop('interruption')
      unlock()
    },
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
  let startedAt = performance.now()
  let ended: { ending: Ending; durationMs: number } | null = null
  const elapsed = () => Math.round(performance.now() - startedAt)
  const stop = (ending: Ending) => {
    if (ended) return
    ended = { ending, durationMs: elapsed() }
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.addEventListener(
    'start',
    () => {
      startedAt = performance.now()
      const tick = setInterval(() => steps.onElapsed(Math.min(elapsed(), steps.limitMs)), TICK_MS)
      const limit = setTimeout(() => stop('limit'), steps.limitMs)
      signal.addEventListener('abort', () => {
        clearInterval(tick)
        clearTimeout(limit)
      })
    },
    { signal },
  )
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) steps.onChunk(data, ended?.durationMs ?? elapsed())
  })
  recorder.addEventListener('error', () => stop('interruption'), { signal })
  recorder.addEventListener('stop', () => {
    // a camera that was taken away ends the recorder by itself
    ended ??= { ending: 'interruption', durationMs: elapsed() }
    over.abort()
    steps.onStopped(ended.durationMs, ended.ending)
  })
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => stop('interruption'), { signal })
  }
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') stop('interruption')
    },
    { signal },
  )
  recorder.start(CHUNK_MS)
  return { stop }
}

/** Held while a take is being recorded, so that another tab does not mistake it for a left one. */
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
