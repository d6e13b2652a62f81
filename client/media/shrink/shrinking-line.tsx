import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

type ShrinkingLineProps = { done: number; onSkip: () => void }

/** A large file is being made smaller; its owner may rather wait for the upload. */
export function ShrinkingLine({ done, onSkip }: ShrinkingLineProps) {
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
