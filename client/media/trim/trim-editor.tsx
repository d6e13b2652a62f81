import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatTimer } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusWhenShown } from '../../ui/focus-when-shown.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { useBlobUrl } from '../local-video.tsx'
import { drawStrip } from './draw-strip.ts'
import { type Ends, moveEnd, type Trimmed, trimVideo } from './trim-video.ts'

const STEP_MS = 100
const ELSEWHERE = 'Cut it in the app you filmed it with, then choose it again.'

type TrimEditorProps = {
  blob: Blob
  durationMs: number
  /** The longest allowed length of the result; by default the video's own length. */
  mostMs?: number
  /** Keeps the shorter video on this device. The button is busy while its promise runs. */
  onTrimmed: (trimmed: Trimmed) => Promise<void>
  onCancel: () => void
}

/**
 * Lets the user cut off both ends of a video and plays the rest meanwhile. Works without a network. Leaving the
 * screen drops a cut that is under way.
 */
export function TrimEditor({ blob, durationMs, mostMs, onTrimmed, onCancel }: TrimEditorProps) {
  const room = { durationMs, mostMs: mostMs ?? durationMs }
  const isTooLong = durationMs > room.mostMs
  const [ends, setEnds] = useState<Ends>({ fromMs: 0, toMs: Math.min(durationMs, room.mostMs) })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const url = useBlobUrl(blob)
  const start = useFocusWhenShown<HTMLInputElement>()
  const video = useRef<HTMLVideoElement>(null)
  const cutting = useRef<AbortController | null>(null)
  useEffect(() => () => cutting.current?.abort(), [])
  useLoop(video, ends)
  const move = (moved: Partial<Ends>) => {
    const next = moveEnd(ends, moved, room)
    setEnds(next)
    if (video.current)
      video.current.currentTime = (moved.toMs === undefined ? next.fromMs : next.toMs) / 1_000
  }
  const trim = async () => {
    setBusy(true)
    setError(null)
    const controller = new AbortController()
    const { signal } = controller
    cutting.current = controller
    const trimmed = await trimVideo({ blob, ...ends, mostMs }, signal)
    // The user has left, and may have chosen another video meanwhile.
    if (signal.aborted) return
    if (trimmed) await onTrimmed(trimmed)
    else
      setError(`This video cannot be cut in this browser. ${isTooLong ? ELSEWHERE : 'It is kept as it is.'}`)
    setBusy(false)
  }
  const isWhole = ends.fromMs === 0 && ends.toMs === durationMs
  return (
    <div className="absolute inset-0 flex flex-col flat:flex-row">
      <div className="relative min-h-0 low:min-h-[60dvh] min-w-0 flex-1 bg-sunken">
        <video
          ref={video}
          src={url ?? undefined}
          controls
          playsInline
          aria-label="What is left of your recording"
          className="absolute inset-0 size-full object-contain"
        />
      </div>
      <div className="border-t px-5 pt-4 pb-[calc(1.25rem+env(safe-area-inset-bottom))] flat:w-96 flat:shrink-0 flat:overflow-y-auto flat:border-t-0 flat:border-l">
        <div className="mx-auto grid max-w-xl gap-4">
          <p className="figures flex justify-between gap-4 text-sm">
            <span>
              {formatTenths(ends.fromMs)} to {formatTenths(ends.toMs)}
            </span>
            <span className="label">{formatTenths(ends.toMs - ends.fromMs)} long</span>
          </p>
          <TrimTrack {...{ url, ends, durationMs, start }} isDisabled={isBusy} onMove={move} />
          <p className="text-muted text-xs">The start may move back a little, so that no picture is lost.</p>
          <FieldError error={error} />
          <div className="grid grid-cols-2 gap-3">
            <Button tone="secondary" disabled={isBusy} onClick={onCancel}>
              {isTooLong ? 'Choose another' : 'Keep it whole'}
            </Button>
            <Button icon="scissors" loading={isBusy} disabled={isWhole} onClick={() => void trim()}>
              Trim
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}

type TrimTrackProps = {
  url: string | null
  ends: Ends
  durationMs: number
  isDisabled: boolean
  /** Receives the first handle, for the focus. */
  start: RefObject<HTMLInputElement | null>
  onMove: (moved: Partial<Ends>) => void
}

/** Renders two handles on one line. Each is a slider of its own, for a thumb and for the arrow keys. */
function TrimTrack({ url, ends, durationMs, isDisabled, start, onMove }: TrimTrackProps) {
  const share = (ms: number) => `${(ms / durationMs) * 100}%`
  return (
    <div className="relative h-12">
      <FilmStrip
        url={url}
        durationMs={durationMs}
        className="absolute inset-x-0 inset-y-2 h-8 w-full rounded bg-line"
      />
      <svg aria-hidden preserveAspectRatio="none" className="absolute inset-x-0 inset-y-2 h-8 w-full">
        <rect
          x={share(ends.fromMs)}
          width={share(ends.toMs - ends.fromMs)}
          height="100%"
          className="fill-signal opacity-30"
        />
      </svg>
      {(['fromMs', 'toMs'] as const).map((end) => (
        <input
          key={end}
          ref={end === 'fromMs' ? start : undefined}
          type="range"
          aria-label={end === 'fromMs' ? 'Start' : 'End'}
          aria-valuetext={formatTenths(ends[end])}
          min={0}
          max={durationMs}
          step={STEP_MS}
          value={ends[end]}
          disabled={isDisabled}
          onChange={({ target }) => onMove({ [end]: Number(target.value) })}
          className="trim-handle"
        />
      ))}
    </div>
  )
}

/** Formats a place in a video to the tenth of a second, which is the step of an arrow key: "0:07.3". */
function formatTenths(ms: number): string {
  return `${formatTimer(ms / 1_000)}.${Math.floor(ms / STEP_MS) % 10}`
}

/** Plays the selected part in a loop. */
function useLoop(video: RefObject<HTMLVideoElement | null>, { fromMs, toMs }: Ends): void {
  useEffect(() => {
    const playing = video.current
    if (!playing) return
    const look = () => {
      if (!playing.paused && playing.currentTime * 1_000 >= toMs) playing.currentTime = fromMs / 1_000
    }
    const begin = () => {
      const at = playing.currentTime * 1_000
      if (at < fromMs || at >= toMs - STEP_MS) playing.currentTime = fromMs / 1_000
    }
    playing.addEventListener('timeupdate', look)
    playing.addEventListener('play', begin)
    return () => {
      playing.removeEventListener('timeupdate', look)
      playing.removeEventListener('play', begin)
    }
  }, [video, fromMs, toMs])
}

type FilmStripProps = { url: string | null; durationMs: number; className: string }

/** Draws pictures from the beginning to the end of a video of this device; empty where the browser cannot show it. */
function FilmStrip({ url, durationMs, className }: FilmStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!url || !canvas.current) return
    const over = new AbortController()
    void drawStrip(canvas.current, { url, durationMs, signal: over.signal })
    return () => over.abort()
  }, [url, durationMs])
  return <canvas ref={canvas} aria-hidden width={800} height={64} className={className} />
}
