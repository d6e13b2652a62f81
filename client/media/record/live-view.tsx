import { useEffect, useRef } from 'react'
import { formatTimer } from '../../text/format.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ring } from '../../ui/status/ring.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { isUnderWay } from '../recorder.ts'
import type { Recorder } from '../use-recorder.ts'
import { LevelMeter } from './level-meter.tsx'
import { OPENING } from './recorder-status.tsx'

type Props = { recorder: Recorder }

/**
 * Shows the camera's picture, mirrored for the front camera, with the count-in. `RecorderStatus` tells screen readers
 * what its words say.
 */
export function LivePicture({ recorder }: Props) {
  const ref = useRef<HTMLVideoElement>(null)
  const { stream, facing, state } = recorder
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return (
    <div className="absolute inset-0 low:fixed grid place-items-center overflow-hidden bg-sunken">
      <video
        ref={ref}
        autoPlay
        muted
        playsInline
        aria-label="What the camera sees"
        className={`size-full object-cover ${facing === 'user' ? '-scale-x-100' : ''} ${stream ? '' : 'invisible'}`}
      />
      {state.at === 'asking' && (
        <p aria-hidden className="absolute max-w-xs px-6 text-center text-lg text-muted">
          {OPENING}
        </p>
      )}
      {state.at === 'counting' && (
        <p
          key={state.left}
          aria-hidden
          className="display absolute animate-rise text-[11rem] text-ink leading-none [text-shadow:0_4px_32px_rgb(0_0_0/0.6)]"
        >
          {state.left}
        </p>
      )}
      {state.at === 'saving' && (
        <p aria-hidden className="label absolute rounded bg-page/80 px-4 py-2">
          Saving {keptWhere()}
        </p>
      )}
    </div>
  )
}

/** Renders the record button in its ring, the timer and the other controls, within reach of a thumb. */
export function LiveControls({ recorder }: Props) {
  const { state, limitMs, markMs, canFlip, stream, unkept } = recorder
  const elapsedMs = isUnderWay(state) ? state.elapsedMs : 0
  const isRunning = isUnderWay(state) || state.at === 'counting'
  const seconds = Math.floor(elapsedMs / 1_000)
  return (
    <div className="relative mt-auto shrink-0 bg-linear-to-t from-page/90 to-transparent px-6 pt-16 low:pt-4 pb-[calc(1.25rem+env(safe-area-inset-bottom))] flat:mt-0 flat:ml-auto flat:flex flat:w-80 flat:flex-col flat:justify-end flat:bg-linear-to-l flat:pt-14">
      <div
        role="alert"
        className="mx-auto max-w-md rounded has-[p]:mb-3 has-[p]:bg-page/80 has-[p]:px-4 has-[p]:py-3"
      >
        {unkept && isUnderWay(state) && (
          <StatusLine icon="warning" tone="warning">
            {unkept === 'device-full'
              ? 'This device is full, so what you record is not saved yet. Stop, then make room or download it.'
              : 'What you record is not saved on this device yet. Stop, then try again or download it.'}
          </StatusLine>
        )}
      </div>
      {stream && state.at !== 'saving' && <LevelMeter stream={stream} />}
      <Hint recorder={recorder} />
      <div className="mx-auto mt-4 grid w-full max-w-md grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center">
        <p className="figures label justify-self-start whitespace-nowrap text-lg max-[22rem]:text-base">
          <span aria-hidden>
            {formatTimer(seconds)}
            <span className="text-muted"> / {formatTimer(limitMs / 1_000)}</span>
          </span>
        </p>
        <Ring
          value={elapsedMs / limitMs}
          mark={markMs === null ? undefined : markMs / limitMs}
          label={`${seconds} of ${limitMs / 1_000} seconds recorded`}
          className="size-24"
        >
          <button
            type="button"
            onClick={isRunning ? recorder.stop : recorder.start}
            disabled={!stream || state.at === 'saving'}
            aria-label={isRunning ? 'Stop recording' : 'Start recording'}
            className="grid size-[4.5rem] place-items-center rounded-full bg-signal text-on-signal transition-transform enabled:active:scale-95 disabled:opacity-50"
          >
            <Icon name={isRunning ? 'stop' : 'camera'} className="size-8" />
          </button>
        </Ring>
        {isUnderWay(state) && <PauseButton isPaused={state.at === 'paused'} onPress={recorder.pause} />}
        {canFlip && state.at === 'ready' && (
          <button
            type="button"
            onClick={recorder.flip}
            className="touch grid place-items-center justify-self-end rounded-full bg-page/70"
          >
            <Icon name="camera-flip" label="Use the other camera" />
          </button>
        )}
      </div>
    </div>
  )
}

function PauseButton({ isPaused, onPress }: { isPaused: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="touch grid place-items-center justify-self-end rounded-full bg-page/70"
    >
      <Icon name={isPaused ? 'record' : 'pause'} label={isPaused ? 'Resume recording' : 'Pause'} />
    </button>
  )
}

/** Shows one line with the limit and, near the end, the time left. A screen reader reads it when it changes. */
function Hint({ recorder: { state, limitMs, markMs } }: Props) {
  const limit = limitMs / 1_000
  const elapsed = state.at === 'recording' ? state.elapsedMs : 0
  const left = Math.ceil((limitMs - elapsed) / 1_000)
  const words = () => {
    if (state.at === 'paused') return 'Paused'
    if (state.at !== 'recording') {
      return markMs === null
        ? `Maximum ${limit} seconds`
        : `About ${markMs / 1_000} seconds, ${limit} at most`
    }
    if (left <= 5) return 'Last seconds'
    if (left <= 10) return '10 seconds left'
    return markMs !== null && elapsed >= markMs
      ? `${markMs / 1_000} seconds reached: wrap it up`
      : 'Recording'
  }
  return (
    <p role="status" className="label flex items-center justify-center gap-2 text-center">
      {state.at === 'recording' && (
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-signal" />
      )}
      {words()}
    </p>
  )
}
