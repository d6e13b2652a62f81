import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useBusy } from '../ui/status/use-busy.ts'
import { useTap } from '../ui/use-tap.ts'
import { FullScreen } from './full-screen.tsx'
import { AskBeforeLeaving } from './record/ask-before-leaving.tsx'
import { CameraRefused } from './record/camera-refused.tsx'
import { CapturePanel } from './record/capture-panel.tsx'
import { LiveControls, LivePicture } from './record/live-view.tsx'
import { RecorderStatus } from './record/recorder-status.tsx'
import type { Shot } from './record/recording.ts'
import { ReviewView, UnsavedView } from './record/review-view.tsx'
import { isHoldingFootage, isOnlyInMemory, isUnderWay } from './recorder.ts'
import { type KeptTake, type Recorder, useRecorder } from './use-recorder.ts'

export type RecordPanelProps = Shot & {
  /** The accessible name of the screen: "Record your question". */
  title: string
  /** Text shown over the picture, such as the question being answered. */
  prompt?: ReactNode
  /** Content below the prompt, such as notes that scroll while `isRunning`. */
  notes?: (isRunning: boolean) => ReactNode
  /** The main button under a finished recording: "Use this video", "Send". */
  doneLabel: string
  /** Renders the content above that button: what using the video means, or what it earns. */
  doneNote?: (kept: KeptTake) => ReactNode
  /**
   * Called when the video is safe on this device. Returns the function that a press of the main button runs; the
   * button is busy while its promise runs.
   */
  onDone: (kept: KeptTake) => () => Promise<void> | void
  /** No further recording is wanted, so the recording can only be used or kept, not retaken. */
  isLast?: boolean
  /** Called to cut the kept video; without it there is no such button. */
  onTrim?: () => void
  /**
   * Called when the user leaves without `onDone`. The kept recording is still on the device, and the caller decides
   * whether to keep or discard it.
   */
  onClose: (kept: KeptTake | null) => void
}

/** Renders the recorder on the whole screen, always dark. */
export function RecordPanel({
  title,
  prompt,
  notes,
  doneLabel,
  doneNote,
  isLast = false,
  onDone,
  onTrim,
  onClose,
  ...shot
}: RecordPanelProps) {
  const recorder = useRecorder(shot)
  const [isBusy, run] = useBusy()
  const { state, kept } = recorder
  const leave = () => {
    if (isUnderWay(state) || state.at === 'counting') recorder.stop()
    else if (!isBusy && !isHoldingFootage(state)) onClose(kept)
  }
  const done = kept && onDone(kept)
  const finish = () => void run(async () => done?.())
  const discard = () => {
    recorder.discard()
    onClose(kept)
  }
  return (
    <FullScreen title={title} onClose={leave} canLeave={!isHoldingFootage(state) && !isBusy}>
      <RecorderStatus state={state} />
      <AskBeforeLeaving isWanted={isOnlyInMemory(state, recorder.unkept)} />
      <Stage recorder={recorder} prompt={prompt} notes={notes} />
      {state.at === 'review' && (
        <ReviewView footage={state.footage} isFresh>
          <ReviewActions
            doneLabel={doneLabel}
            doneNote={kept && doneNote?.(kept)}
            isBusy={isBusy}
            onFormer={recorder.former ? recorder.keepFormer : undefined}
            onRetake={isLast ? undefined : recorder.retake}
            onTrim={onTrim}
            onDone={finish}
          />
        </ReviewView>
      )}
      {state.at === 'unsaved' && (
        <UnsavedView
          footage={state.footage}
          about={shot.about ?? ''}
          purpose={shot.purpose}
          notSaved={state.notSaved}
          isLast={isLast}
          onSaveAgain={recorder.saveAgain}
          onDiscard={isLast ? discard : recorder.retake}
        />
      )}
    </FullScreen>
  )
}

/** The props of the stage: the camera's picture or the reason why there is none, with what lies over it. */
type StageProps = { recorder: Recorder } & Pick<RecordPanelProps, 'prompt' | 'notes'>

function Stage({ recorder, prompt, notes }: StageProps) {
  const { state } = recorder
  if (state.at === 'review' || state.at === 'unsaved') return null
  if (state.at === 'refused') {
    return <CameraRefused error={state.error} onAskAgain={recorder.askAgain} />
  }
  return (
    <>
      <LivePicture recorder={recorder} />
      {state.at === 'ready' && (
        <CapturePanel devices={recorder.devices} chosen={recorder.chosen} onChoose={recorder.choose} />
      )}
      <div className="relative flex min-h-0 flex-1 flex-col low:flex-none flat:flex-row">
        {prompt && <Prompt notes={notes?.(state.at === 'recording')}>{prompt}</Prompt>}
        <LiveControls recorder={recorder} />
      </div>
    </>
  )
}

/** Shows the question over the picture. The user can hide it, and the notes move up. */
function Prompt({ children, notes }: { children: ReactNode; notes: ReactNode }) {
  const [isHidden, setHidden] = useState(false)
  return (
    <div className="relative mt-14 flex min-h-0 max-w-xl flex-col gap-2 px-4 md:w-xl md:self-center flat:mt-2 flat:mb-2 flat:ml-14 flat:flex-1 flat:self-stretch">
      <button
        type="button"
        aria-expanded={!isHidden}
        onClick={() => setHidden(!isHidden)}
        className="label inline-flex min-h-11 shrink-0 items-center gap-2 self-start rounded-full bg-page/70 px-4 text-sm"
      >
        <Icon name={isHidden ? 'eye' : 'eye-off'} className="size-4" />
        {isHidden ? 'Show the question' : 'Hide the question'}
      </button>
      {!isHidden && (
        <section
          aria-label="The question"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long question is scrolled by keyboard as well
          tabIndex={0}
          className="max-h-[26dvh] min-h-0 overflow-y-auto low:max-h-none flat:max-h-[40dvh] overscroll-contain low:overscroll-auto rounded bg-page/80 px-4 py-3 text-ink text-lg leading-snug"
        >
          {children}
        </section>
      )}
      {notes}
    </div>
  )
}

type ReviewActionsProps = {
  doneLabel: string
  doneNote: ReactNode
  isBusy: boolean
  /** Goes back to the take before a retake that the user did not end; without it there is none. */
  onFormer?: () => void
  onRetake?: () => void
  onTrim?: () => void
  onDone: () => void
}

function ReviewActions({ doneLabel, doneNote, isBusy, onFormer, ...ways }: ReviewActionsProps) {
  const { onRetake, onTrim, onDone } = ways
  const tapDone = useTap(onDone)
  const side = { tone: 'secondary', disabled: isBusy } as const
  return (
    <>
      {onFormer && (
        <Button {...side} icon="arrow-left" onClick={onFormer}>
          Keep the former one
        </Button>
      )}
      {doneNote}
      {onTrim && (
        <div className="grid grid-flow-col auto-cols-fr gap-3">
          {onRetake && (
            <Button {...side} icon="retry" onClick={onRetake}>
              Retake
            </Button>
          )}
          <Button {...side} icon="scissors" onClick={onTrim}>
            Trim
          </Button>
        </div>
      )}
      <div className="flex gap-3">
        {!onTrim && onRetake && (
          <Button {...side} size="large" icon="retry" onClick={onRetake}>
            Retake
          </Button>
        )}
        {/* The second tap of a double tap on Stop sends nothing. */}
        <Button ref={tapDone} size="large" loading={isBusy} className="flex-1 animate-settle">
          {doneLabel}
        </Button>
      </div>
    </>
  )
}
