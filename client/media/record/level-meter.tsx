import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { barShare, loudness, silenceWatch } from './sound-level.ts'

const EVERY_MS = 80

/** Shows how loud the microphone hears, and says so where it hears nothing. */
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
        {isSilent && 'No sound is heard. Is the microphone on, and the right one?'}
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

/** Calls with each moment's loudness; the answer ends it. A browser that cannot listen shows an empty bar. */
function listen(stream: MediaStream, onLevel: (loud: number, silent: boolean) => void): () => void {
  if (stream.getAudioTracks().length === 0 || typeof AudioContext === 'undefined') return () => {}
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1_024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const isSilent = silenceWatch()
  const timer = setInterval(() => {
    // asleep until somebody has touched the page: then nothing is known
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
