import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IN_PLACE, useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { TrimPanelProps } from '../trim/trim-panel.tsx'
import type { ChosenFile, Open } from './use-chosen-file.ts'

const TrimPanel = lazy(() =>
  import('../trim/trim-panel.tsx').then(
    (loaded) => ({ default: loaded.TrimPanel as ComponentType<TrimPanelProps> }),
    () => ({ default: PanelMissing as ComponentType<TrimPanelProps> }),
  ),
)

function PanelMissing() {
  return <StatusLine icon="offline">Cutting needs a network once.</StatusLine>
}

type FileChoiceProps = {
  file: ChosenFile
  /** The control that chooses a file. */
  children: ReactNode
}

/** Renders the control that chooses a file, and the decisions to make about the file before it is kept. */
export function FileChoice({ file, children }: FileChoiceProps) {
  const { open, done, isBusy } = file
  // The pressed button is gone with what it stood in.
  const whole = useFocusMoved<HTMLDivElement>(done === null ? open?.about : 'smaller', IN_PLACE)
  const said = done === null ? (isBusy ? 'Checking the video' : '') : 'Making the video smaller'
  return (
    <div ref={whole} tabIndex={-1}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Shown file={file}>{children}</Shown>
    </div>
  )
}

function Shown({ file, children }: FileChoiceProps) {
  const { open, done, problem } = file
  if (done !== null) return <ShrinkingLine done={done} onSkip={file.skip} />
  if (open?.about === 'sounds') return <OneSound file={file} sounds={open.probed.soundsLeftOut + 1} />
  return (
    <div className="grid gap-2">
      {children}
      <FieldError error={problem} />
      {open && <TooLong file={file} open={open} />}
    </div>
  )
}

function OneSound({ file, sounds }: { file: ChosenFile; sounds: number }) {
  return (
    <div role="alert" className="grid gap-3">
      <StatusLine icon="warning" tone="warning">
        This video has {sounds} sound tracks. Only one of them is sent: the first that browsers play.
      </StatusLine>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void file.keepOne()}>
          Send that one
        </Button>
        <Button size="small" tone="quiet" onClick={file.letGo}>
          Choose another video
        </Button>
      </div>
    </div>
  )
}

function TooLong({ file, open }: { file: ChosenFile; open: Extract<Open, { about: 'length' }> }) {
  const [isTrimming, setTrimming] = useState(false)
  return (
    <>
      <Button tone="secondary" icon="scissors" wide onClick={() => setTrimming(true)}>
        Cut it to {Math.floor(open.mostMs / 1_000)} seconds
      </Button>
      {isTrimming && (
        <Suspense>
          <TrimPanel
            {...open}
            onTrimmed={({ blob }) => file.choose(blob)}
            onClose={() => setTrimming(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type ShrinkingLineProps = { done: number; onSkip: () => void }

/** Shows the progress of making a large file smaller, with a button to upload it as it is. */
function ShrinkingLine({ done, onSkip }: ShrinkingLineProps) {
  return (
    <div className="grid gap-2">
      <StatusLine icon="device">Compressing your video: {Math.floor(done * 100)} %</StatusLine>
      <Meter value={done} label="Compressing your video" />
      <Button tone="quiet" size="small" onClick={onSkip}>
        Keep it as it is
      </Button>
    </div>
  )
}
