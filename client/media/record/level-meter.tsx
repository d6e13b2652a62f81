import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

const EVERY_MS = 80

/** Shows how loud the microphone's sound is, and warns when there is none. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const bar = useRef<HTMLSpanElement>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(
    () =>
      listen(stream, (loud, silent) => {
        if (bar.current) bar.current.style.transform = `scaleX(${barShare(loud)})`
        setSilent(silent)
      }),
    [stream],
  )
  return (
    <div className="mx-auto mb-2 grid max-w-md justify-items-center gap-2">
      <p
        role="status"
        className="rounded bg-page/80 px-3 py-1.5 text-center text-sm text-warning empty:hidden"
      >
        {isSilent && 'We hear no sound. Is the microphone on, and is it the right one?'}
      </p>
      <span aria-hidden className="flex items-center gap-2 rounded-full bg-page/70 px-3 py-1.5">
        <Icon name="microphone" className="size-4" />
        <span className="block h-1.5 w-28 overflow-hidden rounded-full bg-ink/20">
          <span ref={bar} className="block size-full origin-left scale-x-0 bg-success" />
        </span>
      </span>
    </div>
  )
}

/**
 * Calls `onLevel` with the loudness several times a second. Returns the function that stops it. A browser without
 * Web Audio, or whose Web Audio does not take this microphone, shows an empty bar.
 */
export function listen(stream: MediaStream, onLevel: (loud: number, silent: boolean) => void): () => void {
  const heard = stream.getAudioTracks().length > 0 ? analyserOf(stream) : null
  if (!heard) return () => {}
  const { context, analyser } = heard
  const samples = new Float32Array(analyser.fftSize)
  const isSilent = silenceWatch()
  const timer = setInterval(() => {
    // The audio context sleeps until the user touches the page; until then the level is unknown.
    if (context.state !== 'running') return void context.resume().catch(() => {})
    analyser.getFloatTimeDomainData(samples)
    const loud = loudness(samples)
    onLevel(loud, isSilent(loud, performance.now()))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    void context.close().catch(() => {})
  }
}

/**
 * Connects the stream's sound to an analyser; null where this browser cannot. Firefox throws for a microphone whose
 * sample rate differs from the audio context's, as a headset's does.
 */
function analyserOf(stream: MediaStream): { context: AudioContext; analyser: AnalyserNode } | null {
  let context: AudioContext | null = null
  try {
    context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1_024
    context.createMediaStreamSource(stream).connect(analyser)
    return { context, analyser }
  } catch {
    void context?.close().catch(() => {})
    return null
  }
}

/** Below this loudness a microphone delivers only its own noise. */
const SILENCE = 0.01
/** How many milliseconds of silence before the warning. */
const SILENT_MS = 4_000
/** The loudness that fills the bar; normal speech fills most of it. */
const LOUD = 0.35

/** Returns the loudness of samples, from 0 to 1: their root mean square. */
export function loudness(samples: ArrayLike<number>): number {
  if (samples.length === 0) return 0
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  return Math.sqrt(sum / samples.length)
}

/** Returns the share of the bar that a loudness fills, from 0 to 1. */
export function barShare(loud: number): number {
  return Math.min(1, loud / LOUD)
}

/** Returns a function that takes each loudness with its time and tells whether there has been silence for a while. */
export function silenceWatch(): (loud: number, at: number) => boolean {
  let since: number | null = null
  return (loud, at) => {
    if (loud > SILENCE) since = null
    else since ??= at
    return since !== null && at - since >= SILENT_MS
  }
}
